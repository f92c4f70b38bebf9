import type { Exchange } from "../core/exchange.ts";
import type { Trace } from "../core/trace.ts";
import type { StateEvent, StateView } from "./state-event.ts";

/** Writes what happens in a sandbox to a store. */
export type SandboxLog = {
  /** Stores the events of a transaction, all of them or none; `state` is the state after it. */
  readonly append: (events: readonly StateEvent[], state: StateView) => void;
  readonly records: RecordLog;
  readonly clearExchanges: () => void;
  /** Notes that the sandbox has ended: it is stored only until its clients have been judged. */
  readonly end: () => void;
  readonly remove: () => void;
  /**
   * Resolves when all changes so far are durable; undefined if they are. Rejects with a
   * SimulatorError if writing fails.
   */
  readonly saved: () => Promise<void> | undefined;
};

/**
 * Schedules writing a sandbox's record; the sandbox has `kept` records of the kind, including the
 * new one.
 */
export type RecordLog = {
  readonly addExchange: (exchange: Exchange, kept: number) => void;
  readonly addTrace: (trace: Trace, kept: number) => void;
  /** Records that the IDs of later exchanges are above this one. */
  readonly skip: (lastId: number) => void;
  readonly keep: (kept: { readonly exchanges: number; readonly traces: number }) => void;
};
