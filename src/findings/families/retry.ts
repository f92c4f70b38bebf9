import type { ApiErrorCode } from "../../core/errors.ts";
import { formatDuration } from "../../core/time.ts";
import type { Trace } from "../../core/trace.ts";
import type { CaseFile } from "../case-file.ts";
import type { Observation } from "../finding.ts";
import { isIntact, isLook } from "../look.ts";
import { gapMs, POLL_FLOOR_MS, pauseMs, showsPace } from "./pace.ts";

/** Errors of the service that the same request meets again, whenever it comes. */
const HOPELESS_CODES: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>([
  "unauthenticated",
  "forbidden",
  "invalid-request",
  "unknown-model",
  "unknown-job",
  "unknown-job-on-cancel",
  "results-of-unsuccessful",
  "results-expired",
  "body-too-large",
  "unsupported-encoding",
  "unknown-operation",
  "wrong-address",
  "method-not-allowed",
]);

/** The same of a status that a fault made up: RFC 9110 calls the others temporary, or leaves it open. */
const HOPELESS_STATUSES: ReadonlySet<number> = new Set([
  400, 401, 403, 405, 406, 410, 413, 414, 415, 422,
]);

const BUSY_STATUSES: ReadonlySet<number> = new Set([429, 503]);
const PASSING_STATUSES: ReadonlySet<number> = new Set([0, 408, 429, 500, 502, 503, 504]);

/** Timers and networks are not exact. */
const TOLERANCE_MS = 100;

/** So many refusals in a row show a pace. */
const MIN_REFUSALS = 3;

/** What a client does when a request fails. */
export function judgeRetry({ evidence }: CaseFile): readonly Observation[] {
  const groups = new Map<string, Trace[]>();
  for (const trace of evidence.traces) {
    // Each create that succeeds names another job, and is still the same request.
    const jobId = trace.use === "createJob" ? "" : (trace.jobId ?? "");
    const key = `${trace.operationId ?? trace.url} ${jobId}`;
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [trace]);
    else known.push(trace);
  }
  const lastLooks = new Map(
    evidence.traces.filter(isLook).map((trace) => [trace.jobId, trace.id] as const),
  );
  return [...groups.values()].flatMap((same) => [
    ...hopeless(same),
    ...notRetried(same, lastLooks),
    ...(showsPace(evidence) ? [...tooEarly(same), ...noBackoff(same)] : []),
  ]);
}

/** Each request with the next one to the same operation, of the same job. */
function pairs(same: readonly Trace[]): (readonly [Trace, Trace])[] {
  return same.slice(1).map((after, index) => [same[index] ?? after, after] as const);
}

function hopeless(same: readonly Trace[]): Observation[] {
  return pairs(same).flatMap(([before, after]): Observation[] => {
    if (!isHopeless(before) || !isSameRequest(before, after)) return [];
    const what = `${before.method} ${before.url}`;
    const sentence = `${what} was answered with ${before.status}, and sent again unchanged.`;
    const found = { exchanges: [before.id, after.id], subject: `${what} ${before.status}` };
    return [{ id: "retried-hopeless", sentence, ...found }];
  });
}

function isHopeless({ fault, error, status }: Trace): boolean {
  if (fault !== undefined) return HOPELESS_STATUSES.has(status);
  return error !== undefined && HOPELESS_CODES.has(error.code);
}

/** A body that was not read, because a fault came first, may have been the same. */
function isSameRequest(a: Trace, b: Trace): boolean {
  const digests = [a.requestDigest, b.requestDigest];
  return a.url === b.url && (digests.includes(undefined) || digests[0] === digests[1]);
}

function notRetried(
  same: readonly Trace[],
  lastLooks: ReadonlyMap<string | undefined, number>,
): Observation[] {
  const last = same.at(-1);
  if (last?.fault === undefined || last.method !== "GET" || last.use === "cancelJob") return [];
  // Whoever has tried again may give up.
  const isRetry = same.at(-2)?.fault !== undefined && !isIntact(same.at(-2) ?? last);
  if (!PASSING_STATUSES.has(last.status) || isRetry) return [];
  // Another way to look at the same job is as good as the same again.
  if (isLook(last) && (lastLooks.get(last.jobId) ?? 0) > last.id) return [];
  const how = last.status === 0 ? "got no answer" : `was answered with ${last.status}`;
  const sentence = `${last.method} ${last.url} ${how} (fault \`${last.fault}\`), and was not tried again.`;
  const job = last.jobId === undefined ? {} : { jobId: last.jobId };
  return [{ id: "not-retried", sentence, exchanges: [last.id], subject: last.url, ...job }];
}

function tooEarly(same: readonly Trace[]): Observation[] {
  return pairs(same).flatMap(([before, after]): Observation[] => {
    const wantedMs = before.retryAfterMs;
    if (wantedMs === undefined || pauseMs(before, after) >= wantedMs - TOLERANCE_MS) return [];
    const sentence = `${before.method} ${before.url} was answered with ${before.status} and Retry-After ${formatDuration(wantedMs)}, and sent again after ${formatDuration(Math.max(0, pauseMs(before, after)))}.`;
    const exchanges = [before.id, after.id];
    return [{ id: "retry-after-ignored", sentence, exchanges, subject: before.url }];
  });
}

function noBackoff(same: readonly Trace[]): Observation[] {
  return runsOfRefusals(same).flatMap((run): Observation[] => {
    const [first] = run;
    if (first === undefined || run.length < MIN_REFUSALS) return [];
    const gaps = pairs(run).map(([before, after]) => gapMs(before, after));
    const shortest = gaps.reduce((least, gap) => Math.min(least, gap), Number.POSITIVE_INFINITY);
    const longest = gaps.reduce((most, gap) => Math.max(most, gap), 0);
    if (longest >= POLL_FLOOR_MS && longest > shortest * 1.1) return [];
    const sentence = `${first.method} ${first.url} was answered with ${first.status} ${run.length} times in a row, and sent again every ${formatDuration(shortest)} to ${formatDuration(longest)}.`;
    const exchanges = run.map(({ id }) => id);
    return [{ id: "no-backoff", sentence, exchanges, subject: first.url }];
  });
}

/** Stretches of refusals without a Retry-After: where there is one, that is what counts. */
function runsOfRefusals(same: readonly Trace[]): Trace[][] {
  const runs: Trace[][] = [];
  let run: Trace[] | undefined;
  for (const trace of same) {
    if (!BUSY_STATUSES.has(trace.status) || trace.retryAfterMs !== undefined) {
      run = undefined;
      continue;
    }
    if (run === undefined) {
      run = [];
      runs.push(run);
    }
    run.push(trace);
  }
  return runs;
}
