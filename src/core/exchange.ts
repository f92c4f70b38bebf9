import type { JobState } from "./job/state.ts";
import type { JsonValue } from "./json.ts";
import type { Instant } from "./time.ts";

/** A body as the journal keeps it: text up to a limit, or the size alone. */
export type RecordedBody = {
  readonly byteLength: number;
  readonly text?: string;
  readonly isCut?: boolean;
};

/** How an exchange ended: answered in full, broken off by a fault, or given up by either side. */
export type ExchangeEnd = "finished" | "cut" | "aborted";

/** One recorded request and its response. */
export type Exchange = {
  readonly id: number;
  /** On the sandbox's clock. */
  readonly at: Instant;
  /** On the wall clock, milliseconds since 1970. */
  readonly wallAt: number;
  readonly method: string;
  readonly url: string;
  readonly operationId?: string;
  readonly jobId?: string;
  /** State of the job as the client was told it, or as it was. */
  readonly jobState?: JobState;
  readonly request: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: RecordedBody;
  };
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: RecordedBody;
  };
  /** Name of the fault rule that shaped the response. */
  readonly fault?: string;
  /** Code of a problem of the simulator itself. */
  readonly simError?: string;
  /** What was wrong with the request. */
  readonly problems: readonly JsonValue[];
  readonly end: ExchangeEnd;
  readonly durationMs: number;
};
