import type { Problem } from "./errors.ts";
import type { RuleCheck } from "./fault-rule.ts";
import type { JobState } from "./job/state.ts";
import type { Integer } from "./json.ts";
import type { OperationId } from "./scenario-input.ts";
import type { Instant } from "./time.ts";

/** A recorded body: its length, its text up to a limit, and a hash if the text is incomplete. */
export type RecordedBody = {
  /** Length of the whole body in bytes. */
  readonly byteLength: Integer;
  /** The body's text, up to the journal's limit. Undefined if binary or not recorded. */
  readonly text?: string;
  /** Whether `text` is only the beginning of the body. */
  readonly isCut?: boolean;
  /** SHA-256 of the whole body, in hex; only if `text` is missing or truncated. */
  readonly sha256?: string;
  /**
   * Column names, then the first rows, with long cells truncated; only for results in a binary
   * format and for uploaded files. Doesn't show damage from a fault.
   */
  readonly rows?: readonly (readonly string[])[];
};

/**
 * How an exchange ended: completely, cut off by a fault, or aborted by the client or the server.
 */
export type ExchangeEnd = "finished" | "cut" | "aborted";

/** One recorded request and its response. */
export type Exchange = {
  /** ID of the exchange, unique in its sandbox. */
  readonly id: Integer;
  /** Time of the request on the sandbox's clock. */
  readonly at: Instant;
  /** Time of the request on the wall clock, in milliseconds since 1970. */
  readonly wallAt: number;
  /** HTTP method. */
  readonly method: string;
  /** Path and query, without secrets. */
  readonly url: string;
  /** ID of the operation; undefined if none matches the request's method and path. */
  readonly operationId?: string;
  /** The most similar operation, such as `GET /jobs/{job_id}`, if no operation matches. */
  readonly nearest?: string;
  /** ID of the job that the exchange is about. */
  readonly jobId?: string;
  /** The job's state as the service would report it, even if the response doesn't contain it. */
  readonly jobState?: JobState;
  /** The results format that the request asks for. */
  readonly format?: string;
  /** The request as sent, with secrets redacted. */
  readonly request: {
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: RecordedBody;
  };
  /** The response as received, with secrets redacted. */
  readonly response: {
    readonly status: Integer;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: RecordedBody;
  };
  /** Edge cases in the results, by row (after 250 rows, only a count); undefined if none. */
  readonly edges?: readonly string[];
  /** Name of the fault rule that fired; undefined if none did. */
  readonly fault?: string;
  /** The fault rules in effect, in order, and whether each fired. */
  readonly rules?: readonly RuleCheck[];
  /** Code of the simulator's own error (`SIM_…`); undefined if there was none. */
  readonly simError?: string;
  /** The problems with the request. */
  readonly problems: readonly Problem[];
  /** How the response ended: `finished`, `cut` by a fault, or `aborted` by the client or server. */
  readonly end: ExchangeEnd;
  /** Wall-clock time from the request to the end of the response, in milliseconds. */
  readonly durationMs: number;
};

/** Conditions on an exchange; an omitted condition holds for every exchange. */
export type JournalFilter = {
  /** ID of the exchange. */
  readonly id?: Integer;
  /** Operation ID, such as `createJob`. */
  readonly operation?: OperationId | (string & {});
  /** ID of the job that the exchange is about. */
  readonly jobId?: string;
  /** The job's state as the service would report it, even if the response doesn't contain it. */
  readonly jobState?: JobState;
  /** HTTP method; case-insensitive. */
  readonly method?: string;
  /** Substring of the request's path and query. */
  readonly url?: string;
  /** The response's status; 0 if there was no response. */
  readonly status?: Integer;
  /** Name of the fault rule that fired. */
  readonly fault?: string;
  /** Whether a fault rule fired. */
  readonly faulted?: boolean;
  /** Whether the server found problems in the request. */
  readonly problems?: boolean;
  /** Whether no operation matches the request's method and path. */
  readonly unmatched?: boolean;
  /** Only exchanges with IDs higher than this. */
  readonly after?: number;
};

/** Whether an exchange meets every condition of a filter. */
export function meetsFilter(exchange: Exchange, filter: JournalFilter): boolean {
  const { url = "", after = Number.NEGATIVE_INFINITY } = filter;
  return (
    exchange.id > after &&
    exchange.url.includes(url) &&
    isSame(filter.id, exchange.id) &&
    isSame(filter.operation, exchange.operationId) &&
    isSame(filter.unmatched, exchange.operationId === undefined) &&
    isSame(filter.jobId, exchange.jobId) &&
    isSame(filter.jobState, exchange.jobState) &&
    isSame(filter.method?.toUpperCase(), exchange.method) &&
    isSame(filter.status, exchange.response.status) &&
    isSame(filter.fault, exchange.fault) &&
    isSame(filter.faulted, exchange.fault !== undefined) &&
    isSame(filter.problems, exchange.problems.length > 0)
  );
}

/** Whether a recorded body contains a string, ignoring case. */
export function hasText({ request, response }: Exchange, text: string): boolean {
  const wanted = text.toLowerCase();
  return [request.body, response.body].some((body) =>
    [body?.text, ...(body?.rows ?? []).flat()].some((part) => part?.toLowerCase().includes(wanted)),
  );
}

function isSame<Value>(wanted: Value | undefined, found: Value | undefined): boolean {
  return wanted === undefined || wanted === found;
}

/** IDs of exchanges that a process may have begun, but did not store before it ended. */
export type JournalGap = {
  /** ID of the newest exchange that was recorded before the gap. */
  readonly afterId: number;
  /** The highest ID that may have been assigned in the gap. */
  readonly untilId: number;
};

/** A test's statement that its client has reported an error. */
export type ClientError = {
  /** ID of the sandbox's last exchange at the time of the statement; 0 if there was none. */
  readonly afterExchange: number;
  /** The job that the error was about; undefined if it could be any. */
  readonly jobId?: string;
};
