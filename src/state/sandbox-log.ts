import type { Exchange } from "../core/exchange.ts";
import type { Trace } from "../core/trace.ts";
import type { StateEvent, StateView } from "./state-event.ts";

/** The log of a sandbox's changes in a store. */
export type SandboxLog = {
  /** Stores all events of a transaction or none; `state` is the state after the transaction. */
  readonly append: (events: readonly StateEvent[], state: StateView) => void;
  readonly records: RecordLog;
  readonly clearExchanges: () => void;
  /** Records that the sandbox has ended. It remains stored until its clients have been judged. */
  readonly end: () => void;
  readonly remove: () => void;
  /** Resolves once changes are durable, or rejects if that fails; undefined if they already are. */
  readonly saved: () => Promise<void> | undefined;
};

/**
 * The log of a sandbox's exchanges and traces; they are written later. `kept` is the number of
 * exchanges or traces that the sandbox keeps, including the new one.
 */
export type RecordLog = {
  readonly addExchange: (exchange: Exchange, kept: number) => void;
  readonly addTrace: (trace: Trace, kept: number) => void;
  /** Records that all later exchanges have IDs greater than `lastId`. */
  readonly skip: (lastId: number) => void;
  readonly keep: (kept: { readonly exchanges: number; readonly traces: number }) => void;
};
