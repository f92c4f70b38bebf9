import { forEachInSteps, type Stepwise } from "../core/steps.ts";
import { arrivalOf, type Trace } from "../core/trace.ts";
import { isTemporary } from "./status-reads.ts";

/** A period of wall time. */
type Span = { readonly from: number; to: number };

/** HTTP clients that send one request at a time may still alternate between two connections. */
const MAX_OWN_CONNECTIONS = 2;

/** Maximum number of workers to assume; more would excuse almost every request. */
const MAX_WIDTH = 32;

/** Arrival times are whole milliseconds, rounded down. */
const ROUNDING_MS = 1;

/**
 * Maximum number of workers that a sandbox's clients may have had: 1 if they sent one request at a
 * time. Requests from different workers may look like retries of each other, so the more workers
 * there may be, the fewer requests are treated as retries.
 */
export function* clientWidthOf(
  traces: readonly Trace[],
  keyOf: (trace: Trace) => string,
): Stepwise<number> {
  const exchanges: Span[] = [];
  const connections = new Map<number, Span>();
  const jobs = new Map<string, Span>();
  const takesTurns = turnTaking(keyOf);
  let areTaken = false;
  yield* forEachInSteps(traces, (trace) => {
    exchanges.push({ from: arrivalOf(trace), to: departureOf(trace) });
    if (trace.connection !== undefined) extend(connections, trace.connection, trace);
    if (trace.jobId !== undefined) extend(jobs, trace.jobId, trace);
    areTaken = takesTurns(trace);
  });
  const overlapping = yield* mostAtOnce(exchanges);
  const connected = yield* mostAtOnce([...connections.values()]);
  const isConcurrent = overlapping > 1 || connected > MAX_OWN_CONNECTIONS || areTaken;
  if (!isConcurrent) return 1;
  // Workers that mostly wait share connections, but each follows its own job.
  const followed = yield* mostAtOnce([...jobs.values()]);
  return Math.min(MAX_WIDTH, Math.max(2, overlapping, connected, followed));
}

/**
 * Returns a function that records a request and reports whether a failed request was ever retried
 * after another request had failed: a single worker retries one request at a time.
 */
function turnTaking(keyOf: (trace: Trace) => string): (trace: Trace) => boolean {
  /** By request: the total number of failures when it last failed; repetitions count only once. */
  const failed = new Map<string, number>();
  let [numFailed, lastFailed, areTaken] = [0, "", false];
  return (trace) => {
    // Before repeating a create request, a single worker may list jobs to see if the job exists.
    if (areTaken || trace.use === "listJobs") return areTaken;
    const key = keyOf(trace);
    areTaken = (failed.get(key) ?? numFailed) < numFailed;
    failed.delete(key);
    if (!isTemporary(trace)) return areTaken;
    if (key !== lastFailed) numFailed++;
    lastFailed = key;
    failed.set(key, numFailed);
    return areTaken;
  };
}

function extend<Key>(spans: Map<Key, Span>, key: Key, trace: Trace): void {
  const known = spans.get(key);
  const to = departureOf(trace);
  if (known === undefined) spans.set(key, { from: arrivalOf(trace), to });
  else known.to = Math.max(known.to, to);
}

/** Maximum number of overlapping periods. One that begins when another ends doesn't overlap it. */
function* mostAtOnce(spans: readonly Span[]): Stepwise<number> {
  const [starts, ends] = [new Float64Array(spans.length), new Float64Array(spans.length)];
  yield* forEachInSteps(spans.entries(), ([index, { from, to }]) => {
    starts[index] = from + ROUNDING_MS;
    ends[index] = Math.max(to, from + ROUNDING_MS);
  });
  for (const each of [starts, ends]) {
    // Node.js sorts 100,000 numbers in a few milliseconds.
    each.sort();
    yield;
  }
  let [most, ended] = [1, 0];
  yield* forEachInSteps(starts.entries(), ([index, start]) => {
    while ((ends[ended] ?? start + 1) <= start) ended++;
    most = Math.max(most, index + 1 - ended);
  });
  return most;
}

export function isAfterEndOf(before: Trace, after: Trace): boolean {
  return arrivalOf(after) + ROUNDING_MS > departureOf(before);
}

export function departureOf(trace: Trace): number {
  return arrivalOf(trace) + trace.durationMs;
}
