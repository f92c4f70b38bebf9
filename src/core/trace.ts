import type { ApiErrorCode } from "./errors.ts";
import type { Exchange } from "./exchange.ts";
import type { Mutable } from "./mutable.ts";
import type { FilePart } from "./reply.ts";

/** An exchange for the contract report: without headers or bodies, so that many fit in memory. */
export type Trace = Conduct &
  Omit<Exchange, "nearest" | "format" | "request" | "response" | "edges" | "rules"> & {
    /** Status of the response; 0 if none was sent. */
    readonly status: number;
    readonly responseBytes: number;
  };

export function traceOf(exchange: Exchange, conduct: Conduct): Trace {
  const { id, at, wallAt, durationMs, method, url, response, problems, end } = exchange;
  const { operationId, jobId, jobState, fault, simError } = exchange;
  const { status, body } = response;
  const responseBytes = body?.byteLength ?? 0;
  const trace: Mutable<Trace> = Object.assign(
    { id, at, wallAt, durationMs, method, url, status, responseBytes, problems, end },
    conduct,
  );
  shareLists(trace);
  // Assignments take a tenth of the time of conditional spreads.
  if (operationId !== undefined) trace.operationId = operationId;
  if (jobId !== undefined) trace.jobId = jobId;
  if (jobState !== undefined) trace.jobState = jobState;
  if (fault !== undefined) trace.fault = fault;
  if (simError !== undefined) trace.simError = simError;
  return trace;
}

/** When a request (or its new connection) arrived, in milliseconds since 1970. */
export function sentAtOf({ sentAt, steadyAt, wallAt }: Trace): number {
  return sentAt ?? steadyAt ?? wallAt;
}

/** Restores a trace that was stored as JSON. Throws a TypeError if the trace is invalid. */
export function restoredTrace(trace: Mutable<Trace>): Trace {
  if (typeof trace.url !== "string" || !Array.isArray(trace.problems))
    throw new TypeError("Expected a stored trace, got another value.");
  shareLists(trace);
  return trace;
}

/** Maximum number of different lists to share. */
const MAX_SHARED = 1000;

const NONE: readonly string[] = [];
const sharedLists = new Map<string, readonly string[]>();
/** Lists that are already shared, and need no comparison. */
const known = new Set<readonly string[]>();

/** Most requests to an operation send the same fields, so traces share the lists of field names. */
function shareLists(trace: Mutable<Trace>): void {
  const { sent, undocumented, assumptions } = trace;
  if (sent !== undefined) trace.sent = shared(sent);
  // Shared only if empty: clients choose these names, and long names would stay in memory.
  if (undocumented?.length === 0) trace.undocumented = NONE;
  if (assumptions !== undefined) trace.assumptions = shared(assumptions);
}

function shared(list: readonly string[]): readonly string[] {
  if (list.length === 0) return NONE;
  if (known.has(list)) return list;
  const key = list.join("\n");
  const found = sharedLists.get(key);
  if (found !== undefined) return found;
  if (sharedLists.size < MAX_SHARED) {
    sharedLists.set(key, list);
    known.add(list);
  }
  return list;
}

/** Facts about an exchange that the contract report needs and the journal doesn't show. */
export type Conduct = {
  /** Name of the use case that the operation is bound to. */
  readonly use?: string;
  /** The service's error response to the request, even if a fault hid it from the client. */
  readonly error?: { readonly code: ApiErrorCode; readonly message: string };
  readonly faultKind?: string;
  readonly requestDigest?: string;
  /** Hash of the request's body, or of its recorded part; also set if the body was not parsed. */
  readonly bodyHash?: string;
  /** Whether the request had an API key although its operation needs none. */
  readonly hasNeedlessKey?: true;
  /**
   * When the request was read, in milliseconds since 1970. Differs from `wallAt` only if the
   * machine's clock was set or adjusted after this process started.
   */
  readonly steadyAt?: number;
  /** When the request, or the new connection that it used, arrived. At most `steadyAt`. */
  readonly sentAt?: number;
  /** Identifies the connection that carried the request. */
  readonly connection?: number;
  readonly isFirstOnConnection?: true;
  /**
   * Documented parameters and fields that were sent, as `query.<name>` or a JSON Pointer; with
   * `=<value>` if the spec lists the allowed values.
   */
  readonly sent?: readonly string[];
  /** Undocumented parameters and fields that were sent, as in `sent` but without values. */
  readonly undocumented?: readonly string[];
  /** IDs of the assumptions that the request or its response depends on. */
  readonly assumptions?: readonly string[];
  /** The part of a file that the response should contain. */
  readonly part?: FilePart;
  /** Digest of the downloaded inputs whose lines contain a line separator, if there are any. */
  readonly splitInputs?: string;
  /** Whether the response is a view of the job that contains its rows. */
  readonly hasRows?: true;
  /** Wait that the response's Retry-After header asks for, in milliseconds. */
  readonly retryAfterMs?: number;
};
