import { SimulatorError } from "../core/errors.ts";
import type { Exchange, JournalGap } from "../core/exchange.ts";
import type { Scenario } from "../core/scenario.ts";
import type { SandboxRecipe } from "./sandbox.ts";
import type { SandboxLog } from "./sandbox-log.ts";
import type { StateEvent } from "./state-event.ts";
import type { PastTraces } from "./traces.ts";
import type { Turn } from "./turns.ts";

/** A sandbox as the process that had it left it. */
export type StoredSandbox = {
  readonly recipe: SandboxRecipe;
  /** The scenario in effect. */
  readonly scenario: Scenario;
  /** Where its next changes are written. */
  readonly log: SandboxLog;
  /** Wall-clock time at which it was made. */
  readonly openedAt: number;
  /** Wall-clock time of its last change. */
  readonly writtenAt: number;
  /** Whether a client has used it. */
  readonly isUsed: boolean;
  /** Which exchanges its journal may lack; undefined if it has all of them. */
  readonly gap: JournalGap | undefined;
  /** Whether it was reset, deleted, or dropped, and its clients have not been judged yet. */
  readonly hasEnded: boolean;
  readonly state: StoredPart<StateSink>;
  /** Its journal and traces: requests don't need what an earlier process has recorded. */
  readonly records: StoredPart<RecordSink> & {
    readonly numExchanges: number;
    readonly numTraces: number;
    /** The highest ID of an exchange; 0 if an older version has not stored it. */
    readonly lastId: number;
  };
};

/** A part of a stored sandbox that is read by itself. */
export type StoredPart<Sink> = {
  /**
   * Reads the part, page by page; `turn` resolves whenever one may be used. Rejects with a SimulatorError if that fails, a
   * DamageError if it always will.
   */
  readonly read: (into: Sink, turn: Turn) => Promise<void>;
  /** Notes why it can't be read, or that it can or need not be. */
  readonly note: (problem: SimulatorError | undefined) => void;
};

/** Takes events, which make the state, in order. */
export type StateSink = { readonly addEvents: (events: readonly StateEvent[]) => void };

/** Takes what was recorded, in order. */
export type RecordSink = {
  readonly addExchanges: (exchanges: readonly Exchange[]) => void;
  readonly addTraces: (traces: PastTraces) => void;
};

/** Which sandbox is damaged, and where. */
export type Damage = {
  readonly sandbox: string;
  /** The file or the URL. */
  readonly store: string;
  readonly cause: unknown;
};

/** A stored sandbox can't be read: what is stored of it is incomplete or wrong. */
export class DamageError extends SimulatorError {
  constructor({ sandbox, store, cause }: Damage) {
    const reason = (cause instanceof Error ? cause.message : String(cause)).replace(/\.$/, "");
    const message = `Failed to read the sandbox \`${sandbox}\` in the store \`${store}\`: ${reason}. Reset or delete that sandbox; all others work.`;
    super("SIM_STORE", message, { cause });
  }
}
