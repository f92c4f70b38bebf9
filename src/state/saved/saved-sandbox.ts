import type { Exchange } from "../../core/exchange.ts";
import type { SandboxRecipe } from "../sandbox.ts";
import type { StateEvent } from "../state-event.ts";
import type { PastTraces } from "../traces.ts";
import type { SandboxLog } from "./sandbox-log.ts";

/** What a sandbox was when the process that had it ended. */
export type SavedSandbox = {
  readonly recipe: SandboxRecipe;
  /** Where its next changes are written. */
  readonly log: SandboxLog;
  /** Wall-clock time at which it was made. */
  readonly openedAt: number;
  /** Wall-clock time of its last change. */
  readonly writtenAt: number;
  /** Whether a client has used it. */
  readonly isUsed: boolean;
  /** Whether it was reset, deleted, or dropped, and its clients have not been judged yet. */
  readonly hasEnded: boolean;
  /** What makes its state, in order. Read them once. */
  readonly events: () => AsyncIterable<readonly StateEvent[]>;
  readonly exchanges: () => Promise<readonly Exchange[]>;
  readonly traces: () => Promise<PastTraces>;
};
