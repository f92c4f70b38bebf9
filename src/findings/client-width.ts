import { forEachInSteps, type Stepwise } from "../core/steps.ts";
import { sentAtOf, type Trace } from "../core/trace.ts";

/** A period of wall time, in milliseconds. */
type Span = { readonly from: number; to: number };

/** HTTP clients that send one request at a time may still alternate between two connections. */
const MAX_OWN_CONNECTIONS = 2;

/** Maximum number of workers to assume. With more, almost no request would count as a retry. */
const MAX_WIDTH = 32;

/** The order of two actions that are less than this many milliseconds apart may be uncertain. */
export const SOON_MS = 50;

/**
 * Maximum number of workers that a sandbox's clients may have had; 1 if they sent one request at a
 * time. Requests from different workers may look like retries, so a higher number means that fewer
 * requests are treated as retries.
 */
export function* clientWidthOf(traces: readonly Trace[]): Stepwise<number> {
  const exchanges: Span[] = [];
  const connections = new Map<number, Span>();
  const jobs = new Map<string, Span>();
  yield* forEachInSteps(traces, (trace) => {
    exchanges.push({ from: sentAtOf(trace), to: departureOf(trace) });
    if (trace.connection !== undefined) extend(connections, trace.connection, trace);
    if (trace.jobId !== undefined) extend(jobs, trace.jobId, trace);
  });
  const overlapping = yield* mostAtOnce(exchanges);
  const open = [...connections.values()];
  if (overlapping === 1 && (yield* mostAtOnce(open)) <= MAX_OWN_CONNECTIONS) return 1;
  const connected = yield* mostAtOnce(open.map(({ from, to }) => ({ from, to: to + SOON_MS })));
  // Workers that mostly wait may share a connection, but each worker follows its own job.
  const followed = yield* mostAtOnce([...jobs.values()]);
  return Math.min(MAX_WIDTH, Math.max(2, overlapping, connected, followed));
}

function extend<Key>(spans: Map<Key, Span>, key: Key, trace: Trace): void {
  const known = spans.get(key);
  const to = departureOf(trace);
  if (known === undefined) spans.set(key, { from: sentAtOf(trace), to });
  else known.to = Math.max(known.to, to);
}

/** Maximum number of periods that overlap. Periods that only touch don't overlap. */
function* mostAtOnce(spans: readonly Span[]): Stepwise<number> {
  // Sorting isn't split into steps: Node.js sorts 100,000 numbers in a few milliseconds.
  const starts = new Float64Array(spans.map(({ from }) => from)).sort();
  yield;
  const ends = new Float64Array(spans.map(({ to }) => to)).sort();
  yield;
  let [most, ended] = [1, 0];
  yield* forEachInSteps(starts.entries(), ([index, start]) => {
    while ((ends[ended] ?? start + 1) <= start) ended++;
    most = Math.max(most, index + 1 - ended);
  });
  return most;
}

export function isAfterEndOf(before: Trace, after: Trace): boolean {
  return sentAtOf(after) >= departureOf(before);
}

/** Time, in milliseconds, when a client had received the response, or may have given up. */
export function departureOf({ steadyAt, wallAt, durationMs, end }: Trace): number {
  const delayMs = end === "aborted" ? Math.min(SOON_MS, durationMs / 2) : 0;
  return (steadyAt ?? wallAt) + durationMs - delayMs;
}
