import type { Trace } from "../../core/trace.ts";
import { isAfterEndOf } from "../client-width.ts";
import { isDownload, succeeded } from "../status-reads.ts";

/** Equal requests, each of which repeats the previous one, which had failed. */
export type RetryChain = readonly Trace[];

/** How requests are attributed to workers. */
export type ChainOptions = {
  /** How many workers the client may have. */
  readonly width: number;
  /** Whether a request waited as long as the response to an earlier one said; true if that said nothing. */
  readonly hasWaited: (before: Trace, after: Trace) => boolean;
};

/**
 * Divides equal requests into chains, one for each worker that had to repeat a request. Several explanations may fit: this one
 * blames the client least. A request can only repeat one that had ended; as long as there are fewer failed requests than
 * workers, it may be another worker's; and it repeats a request after which it has waited long enough, if there is one.
 */
export function retryChainsOf(
  same: readonly Trace[],
  { width, hasWaited }: ChainOptions,
): readonly RetryChain[] {
  const chains: Trace[][] = [];
  const most = workersOf(same, width);
  // The chains that end with a failed request, in the order of these requests.
  let open: Trace[][] = [];
  for (const trace of same) {
    const ended = open.filter((chain) => isAfterEndOf(lastOf(chain), trace));
    const waited = ended.find((chain) => hasWaited(lastOf(chain), trace));
    const isObeying = waited !== undefined && lastOf(waited).retryAfterMs !== undefined;
    const repeated = isObeying || open.length >= most ? (waited ?? ended[0]) : undefined;
    open = open.filter((chain) => chain !== repeated);
    if (repeated === undefined && succeeded(trace)) continue;
    const chain = repeated ?? [];
    chain.push(trace);
    if (repeated === undefined) chains.push(chain);
    if (!succeeded(trace)) open.push(chain);
  }
  return chains.filter(({ length }) => length > 1);
}

/** A request that follows another one so soon may have been sent before that one's response arrived. */
const SOON_MS = 50;

/** How many workers may follow the same job. */
export const MAX_WATCHERS = 4;

/** How many workers may have sent these equal requests. */
function workersOf(same: readonly Trace[], width: number): number {
  const last = same.at(-1);
  if (last?.use === "createJob") {
    // Each worker created a job, unless it gave up.
    const created = same.filter(({ jobId }) => jobId !== undefined).length;
    return created > 0 && succeeded(last) ? created : Math.max(width, created);
  }
  if (last?.jobId === undefined || isDownload(last)) return width;
  const pauses = flatMapPairs(same, (a, b) => [b.wallAt - a.wallAt - a.durationMs]);
  return pauses.every((pause) => pause > SOON_MS) ? 1 : Math.min(width, MAX_WATCHERS);
}

function lastOf(chain: readonly Trace[]): Trace {
  return chain.at(-1) as Trace;
}

/** Applies a function to each request of a chain and the next one, and joins the results. A chain can have 100,000 requests. */
export function flatMapPairs<Result>(
  same: readonly Trace[],
  make: (before: Trace, after: Trace) => readonly Result[],
): Result[] {
  const results: Result[] = [];
  for (const [index, after] of same.entries()) {
    const before = same[index - 1];
    if (before !== undefined) for (const result of make(before, after)) results.push(result);
  }
  return results;
}

/** The job that a request names. */
export function namedJob({ jobId, use }: Trace): string | undefined {
  return use === "createJob" ? undefined : jobId;
}
