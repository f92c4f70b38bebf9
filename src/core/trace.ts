import type { ApiErrorCode, Problem } from "./errors.ts";
import type { Exchange, ExchangeEnd } from "./exchange.ts";
import type { JobState } from "./job/state.ts";
import type { Mutable } from "./mutable.ts";
import type { Instant } from "./time.ts";

/** An exchange for the contract report: without headers and bodies, so that many fit in memory. */
export type Trace = Conduct & {
  readonly id: number;
  /** On the sandbox's clock. */
  readonly at: Instant;
  /** On the wall clock, milliseconds since 1970. */
  readonly wallAt: number;
  readonly durationMs: number;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly operationId?: string;
  readonly jobId?: string;
  readonly jobState?: JobState;
  /** 0 if no response was sent. */
  readonly status: number;
  readonly responseBytes: number;
  readonly fault?: string;
  readonly simError?: string;
  readonly problems: readonly Problem[];
  readonly end: ExchangeEnd;
};

/** The trace that an exchange leaves for the report. */
export function traceOf(exchange: Exchange, conduct: Conduct): Trace {
  const { id, at, wallAt, durationMs, method, url, response, problems, end } = exchange;
  const { operationId, jobId, jobState, fault, simError } = exchange;
  const trace: Mutable<Trace> = {
    id,
    at,
    wallAt,
    durationMs,
    method,
    url,
    status: response.status,
    responseBytes: response.body?.byteLength ?? 0,
    problems,
    end,
  };
  addConduct(trace, conduct);
  shareLists(trace);
  // Assignments take a tenth of the time of conditional spreads.
  if (operationId !== undefined) trace.operationId = operationId;
  if (jobId !== undefined) trace.jobId = jobId;
  if (jobState !== undefined) trace.jobState = jobState;
  if (fault !== undefined) trace.fault = fault;
  if (simError !== undefined) trace.simError = simError;
  return trace;
}

function addConduct(trace: Mutable<Trace>, conduct: Conduct): void {
  const { use, error, faultKind, requestDigest, sent, undocumented, assumptions } = conduct;
  const { part, retryAfterMs, bodyHash, hasNeedlessKey, connection } = conduct;
  if (use !== undefined) trace.use = use;
  if (error !== undefined) trace.error = error;
  if (faultKind !== undefined) trace.faultKind = faultKind;
  if (requestDigest !== undefined) trace.requestDigest = requestDigest;
  if (bodyHash !== undefined) trace.bodyHash = bodyHash;
  if (hasNeedlessKey !== undefined) trace.hasNeedlessKey = hasNeedlessKey;
  if (connection !== undefined) trace.connection = connection;
  if (sent !== undefined) trace.sent = sent;
  if (undocumented !== undefined) trace.undocumented = undocumented;
  if (assumptions !== undefined) trace.assumptions = assumptions;
  if (part !== undefined) trace.part = part;
  if (retryAfterMs !== undefined) trace.retryAfterMs = retryAfterMs;
}

/** A trace that was stored as JSON, with shared lists again. Throws a TypeError if it is not one. */
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
/** The same lists, which need not be compared with others. */
const known = new Set<readonly string[]>();

/** Most requests to an operation send the same fields, so traces share the lists of their names. */
function shareLists(trace: Mutable<Trace>): void {
  const { sent, undocumented, assumptions } = trace;
  if (sent !== undefined) trace.sent = shared(sent);
  // Clients choose these names, which may be long; usually, there are none.
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

/** What the contract report needs to know about an exchange beyond what the journal shows. */
export type Conduct = {
  /** Name of the use case that the operation is bound to. */
  readonly use?: string;
  /** The service's error response to the request, even if a fault hid it from the client. */
  readonly error?: { readonly code: ApiErrorCode; readonly message: string };
  /** Kind of the fault that shaped the response. */
  readonly faultKind?: string;
  /** Equal for equal request bodies. */
  readonly requestDigest?: string;
  /** Equal for request bodies with the same bytes, as far as they are known, even if nobody read them. */
  readonly bodyHash?: string;
  /** Whether the request had an API key although its operation needs none. */
  readonly hasNeedlessKey?: true;
  /** Equal for requests over the same connection. */
  readonly connection?: number;
  /**
   * Documented parameters and fields that were sent, as `query.<name>` or a JSON Pointer; with
   * `=<value>` if the document lists the values.
   */
  readonly sent?: readonly string[];
  /** Parameters and fields that were sent but are not documented, in the same form. */
  readonly undocumented?: readonly string[];
  /** IDs of the assumptions that the request or its response depends on. */
  readonly assumptions?: readonly string[];
  /** The part of a file that the response should contain. */
  readonly part?: FilePart;
  /** Time that the response's Retry-After asks the client to wait, in milliseconds. */
  readonly retryAfterMs?: number;
};

/** A part of a file: some of its bytes, or all. */
export type FilePart = {
  /** Equal only for files with equal bytes. */
  readonly etag: string;
  /** Position of the first byte, from 0. */
  readonly from: number;
  /** Length of the whole file, in bytes. */
  readonly fileBytes: number;
};
