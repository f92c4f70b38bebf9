import { messageOf, SimulatorError } from "../core/errors.ts";
import type { Exchange, JournalGap } from "../core/exchange.ts";
import type { Scenario } from "../core/scenario.ts";
import type { Trace } from "../core/trace.ts";
import type { LoadingParts, Turn } from "./loading.ts";
import type { SandboxRecipe } from "./sandbox.ts";
import type { SandboxLog } from "./sandbox-log.ts";
import type { StateEvent } from "./state-event.ts";

/** A sandbox as the previous process left it. */
export type StoredSandbox = {
  readonly recipe: SandboxRecipe;
  readonly scenario: Scenario;
  readonly log: SandboxLog;
  /** Wall-clock time when the sandbox was made. */
  readonly openedAt: number;
  /** Wall-clock time of the sandbox's last change. */
  readonly writtenAt: number;
  readonly isUsed: boolean;
  /** Exchanges that the journal may lack; undefined if it has all of them. */
  readonly gap: JournalGap | undefined;
  /** Whether the sandbox was reset, deleted, or dropped before its clients were judged. */
  readonly hasEnded: boolean;
  readonly events: StoredPages<StateEvent>;
  /** The journal, loaded later: requests don't need an earlier process's exchanges. */
  readonly exchanges: StoredRecords<Exchange>;
  readonly traces: StoredRecords<Trace>;
  /** The highest ID of an exchange; 0 if there is none. */
  readonly lastId: number;
  readonly noteState: LoadingParts["note"];
  readonly noteRecords: LoadingParts["note"];
};

/**
 * Reads a list page by page; `turn` resolves whenever a page may be used. The iterator throws a
 * SimulatorError if reading fails, or a DamageError if reading will always fail.
 */
type StoredPages<Item> = (turn: Turn) => AsyncIterable<readonly Item[]>;

/** An earlier process's records, and the number of older ones that it dropped. */
type StoredRecords<Item> = {
  readonly length: number;
  readonly numDropped: number;
  readonly pages: StoredPages<Item>;
};

/** Thrown if a stored sandbox can't be read because its data is incomplete or invalid. */
export class DamageError extends SimulatorError {
  /** `store` is a file or a URL. */
  constructor(sandbox: string, store: string, cause: unknown) {
    const reason = messageOf(cause).replace(/\.$/, "");
    const message = `Failed to read the sandbox \`${sandbox}\` in the store \`${store}\`: ${reason}. Reset or delete that sandbox; all others work.`;
    super("SIM_STORE", message, { cause });
  }
}
