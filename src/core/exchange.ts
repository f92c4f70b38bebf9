import type { JobState } from "./job/state.ts";
import type { JsonValue } from "./json.ts";
import type { Instant } from "./time.ts";

/** A body as the journal keeps it: text up to a limit; of anything else, and of what is cut, size and hash. */
export type RecordedBody = {
  readonly byteLength: number;
  readonly text?: string;
  readonly isCut?: boolean;
  /** In hex, of all that passed; only where `text` is missing or cut. */
  readonly sha256?: string;
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
  /** Undefined where no operation is served at the request's method and path. */
  readonly operationId?: string;
  /** Of a request without an operation: the one that was probably meant, such as `GET /jobs/{job_id}`. */
  readonly nearest?: string;
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
