import type { Problem } from "./errors.ts";
import type { RuleCheck } from "./fault-rule.ts";
import type { JobState } from "./job/state.ts";
import type { Instant } from "./time.ts";

/** A recorded body: its text up to a limit; for other content or a cut text, its size and hash. */
export type RecordedBody = {
  /** Length of the whole body in bytes. */
  readonly byteLength: number;
  /** The body as text, up to the journal's limit. Undefined if it is binary or was not recorded. */
  readonly text?: string;
  /** Whether `text` is only the beginning. */
  readonly isCut?: boolean;
  /** SHA-256 of the whole body, in hex; only if `text` is missing or cut. */
  readonly sha256?: string;
  /**
   * For results in a binary format and for uploaded files: the names of the columns, then the first rows, with long cells cut.
   * Damage done by a fault doesn't show here.
   */
  readonly rows?: readonly (readonly string[])[];
};

/** How an exchange ended: with a complete response, cut off by a fault, or aborted by either side. */
export type ExchangeEnd = "finished" | "cut" | "aborted";

/** One recorded request and its response. */
export type Exchange = {
  /** Number of the exchange in its sandbox. */
  readonly id: number;
  /** On the sandbox's clock. */
  readonly at: Instant;
  /** On the wall clock, milliseconds since 1970. */
  readonly wallAt: number;
  /** HTTP method. */
  readonly method: string;
  /** Path and query, without secrets. */
  readonly url: string;
  /** Undefined if no operation matches the request's method and path. */
  readonly operationId?: string;
  /** For a request without an operation: the most similar one, such as `GET /jobs/{job_id}`. */
  readonly nearest?: string;
  /** The job that the exchange is about. */
  readonly jobId?: string;
  /** The job's state: as reported to the client, or its actual one. */
  readonly jobState?: JobState;
  /** The results format that the request asks for. */
  readonly format?: string;
  /** What the client sent; keys are shortened. */
  readonly request: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: RecordedBody;
  };
  /** What the client received. */
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: RecordedBody;
  };
  /** The edge cases in the results by row; only if there are any. The response doesn't tell. */
  readonly edges?: readonly string[];
  /** Name of the fault rule that shaped the response. */
  readonly fault?: string;
  /** The fault rules that were in effect, in order, and why they did or did not fire. */
  readonly rules?: readonly RuleCheck[];
  /** Code of an error in the simulator itself. */
  readonly simError?: string;
  /** What was wrong with the request. */
  readonly problems: readonly Problem[];
  /** How the response ended. */
  readonly end: ExchangeEnd;
  /** Wall-clock time from the request to the end of the response. */
  readonly durationMs: number;
};
