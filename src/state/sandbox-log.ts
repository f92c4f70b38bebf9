import type { Exchange } from "../core/exchange.ts";
import type { Trace } from "../core/trace.ts";
import type { StateView } from "./sandbox-state.ts";
import type { StateEvent } from "./state-event.ts";

/** Writes what happens in a sandbox to a store. */
export type SandboxLog = {
  /** Stores the events of a transaction, all of them or none; `state` is the state after it. */
  readonly append: (events: readonly StateEvent[], state: StateView) => void;
  /** Stores an exchange soon; the journal has `kept` exchanges with it. */
  readonly addExchange: (exchange: Exchange, kept: number) => void;
  /** Stores a trace soon; `kept` traces are kept with it. */
  readonly addTrace: (trace: Trace, kept: number) => void;
  /** Notes that IDs of exchanges continue above this one. */
  readonly skipExchanges: (lastId: number) => void;
  /** Drops all exchanges but the newest. */
  readonly keepExchanges: (kept: number) => void;
  /** Soon drops all exchanges and traces but the newest. */
  readonly keepRecords: (kept: { readonly exchanges: number; readonly traces: number }) => void;
  /** Notes that the sandbox has ended: it is stored only until its clients have been judged. */
  readonly end: () => void;
  /** Deletes the sandbox. */
  readonly remove: () => void;
  /** Resolves when all changes so far are durable; undefined if they are. Rejects with a SimulatorError if that fails. */
  readonly saved: () => Promise<void> | undefined;
};
