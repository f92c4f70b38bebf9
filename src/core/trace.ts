import type { Conduct } from "./conduct.ts";
import type { Problem } from "./errors.ts";
import type { Exchange, ExchangeEnd } from "./exchange.ts";
import type { JobState } from "./job/state.ts";
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
  return {
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
    ...withSharedLists(conduct),
    ...(operationId !== undefined && { operationId }),
    ...(jobId !== undefined && { jobId }),
    ...(jobState !== undefined && { jobState }),
    ...(fault !== undefined && { fault }),
    ...(simError !== undefined && { simError }),
  };
}

/** Maximum number of different lists to share. */
const MAX_SHARED = 1000;

const NONE: readonly string[] = [];
const sharedLists = new Map<string, readonly string[]>();

/** Most requests to an operation send the same fields, so traces share the lists of their names. */
function withSharedLists(conduct: Conduct): Conduct {
  const { sent, undocumented, assumptions } = conduct;
  return {
    ...conduct,
    ...(sent && { sent: shared(sent) }),
    // Clients choose these names, which may be long; usually, there are none.
    ...(undocumented?.length === 0 && { undocumented: NONE }),
    ...(assumptions && { assumptions: shared(assumptions) }),
  };
}

function shared(list: readonly string[]): readonly string[] {
  if (list.length === 0) return NONE;
  const key = list.join("\n");
  const known = sharedLists.get(key);
  if (known !== undefined) return known;
  if (sharedLists.size < MAX_SHARED) sharedLists.set(key, list);
  return list;
}
