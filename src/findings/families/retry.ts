import type { ApiErrorCode } from "../../core/errors.ts";
import { lastOf } from "../../core/job/phase.ts";
import { isTerminal } from "../../core/job/state.ts";
import { sentAtOf, type Trace } from "../../core/trace.ts";
import type { CaseFile } from "../case-file.ts";
import { departureOf, isAfterEndOf, SOON_MS } from "../client-width.ts";
import { type Observation, type Observed, observedIn } from "../finding.ts";
import { flatMapPairs } from "../grouped.ts";
import {
  HOPELESS_STATUSES,
  isDownload,
  isJobHidden,
  isLook,
  isTemporary,
  NOT_FOUND,
  succeeded,
  TOO_MANY,
} from "../status-reads.ts";

/**
 * Errors that the service always returns again if the client repeats the request. Traces have no
 * keys, so two requests with rejected keys may differ.
 */
const HOPELESS_CODES: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>([
  "invalid-request",
  "unknown-model",
  "unknown-job",
  "unknown-job-on-cancel",
  "unknown-webhook",
  "results-of-unsuccessful",
  "results-expired",
  "signed-url-invalid",
  "signed-url-expired",
  "body-too-large",
  "unsupported-encoding",
  "unknown-operation",
  "wrong-address",
  "method-not-allowed",
]);

/** Judges whether clients retry temporary failures, and only those. */
export function* judgeRetry(file: CaseFile): Observed {
  const lastLooks = new Map<string | undefined, number>();
  yield* observedIn(file.evidence.traces, (trace) => {
    if (isLook(trace)) lastLooks.set(trace.jobId, trace.id);
    return [];
  });
  yield* observedIn(file.equalRequests, (same) =>
    retryChainsOf(same, file.width, () => true).flatMap((chain) =>
      flatMapPairs(chain, (before, after) => hopeless(before, after, lastOf(chain))),
    ),
  );
  yield* observedIn(file.sameRequests, (same) => notRetried(file, same, lastLooks));
}

function hopeless(before: Trace, after: Trace, last: Trace): readonly Observation[] {
  if (!isHopeless(before, after, last)) return [];
  const what = `${before.method} ${before.url}`;
  const sentence = `${what} failed with ${before.status}, and the client repeated it unchanged.`;
  const found = { exchanges: [before, after], subject: `${what} ${before.status}` };
  return aboutRequest(before, { id: "retried-hopeless", sentence, ...found });
}

function isHopeless({ fault, error, status, use }: Trace, after: Trace, last: Trace): boolean {
  if (fault === undefined) {
    // With another outcome, the error was temporary, or the address was another one.
    if (error === undefined || error.code !== after.error?.code || succeeded(last)) return false;
    return HOPELESS_CODES.has(error.code);
  }
  // A new job may become visible later, but what a create request refers to must already exist.
  return HOPELESS_STATUSES.has(status) || (status === NOT_FOUND && use === "createJob");
}

function notRetried(
  file: CaseFile,
  same: readonly Trace[],
  lastLooks: ReadonlyMap<string | undefined, number>,
): readonly Observation[] {
  const [before, last] = [same.at(-2), same.at(-1)];
  if (last === undefined || !isTemporary(last) || !isSafeToRepeat(last)) return [];
  // A client that has retried once may give up.
  if (before !== undefined && isTemporary(before)) return [];
  // Checking the same job in another way is as good as a retry, because it tells the client that
  // the job isn't lost.
  if ((isLook(last) || isJobHidden(last)) && (lastLooks.get(last.jobId) ?? 0) > last.id) return [];
  // A client that learns that the job is ending need not repeat a failed cancel request.
  const told = last.use === "cancelJob" ? file.jobs.get(last.jobId ?? "")?.().told : undefined;
  const next = told?.find(({ trace }) => trace.id > last.id)?.state;
  if (next !== undefined && (isTerminal(next) || next === "cancelling")) return [];
  const sentence = `${last.method} ${last.url} ${failureText(last)}, and the client did not retry it.`;
  const cure = isJobHidden(last) ? { cure: HIDDEN_JOB_CURE } : {};
  return aboutRequest(last, { id: "not-retried", sentence, exchanges: [last], ...cure });
}

function isSafeToRepeat({ method, use, status }: Trace): boolean {
  return method === "GET" || method === "HEAD" || use === "cancelJob" || status === TOO_MANY;
}

const HIDDEN_JOB_CURE = `A new job may not be visible immediately. After a ${NOT_FOUND} for a job that was just created, retry with backoff and a limit before you report the job as lost.`;

function failureText(trace: Trace): string {
  const { status, fault } = trace;
  const cause = fault === undefined ? "" : ` (fault \`${fault}\`)`;
  if (status === 0) return `got no response${cause}`;
  const when = isJobHidden(trace) ? " shortly after the job had been created" : "";
  return `failed with ${status}${when}${cause}`;
}

/** Identical requests. Each request after the first one repeats the previous, failed request. */
type OpenChain = [Trace, ...Trace[]];
export type RetryChain = Readonly<OpenChain>;

/** Whether a client waited as long as the response to `before` asked; true if it didn't ask. */
export type HasWaited = (before: Trace, after: Trace) => boolean;

/**
 * Divides identical requests into chains of retries, one chain per worker. A request can retry only
 * a request that had ended. When in doubt, assumes what blames the client least: another worker
 * sent the request (if fewer chains are open than there are workers), or a worker waited long
 * enough before its retry.
 */
export function retryChainsOf(
  same: readonly Trace[],
  width: number,
  hasWaited: HasWaited,
): readonly RetryChain[] {
  const chains: OpenChain[] = [];
  const most = workersOf(same, width);
  // The chains that end with a failed request, in the order of these requests.
  let open: OpenChain[] = [];
  for (const trace of same) {
    const ended = open.filter((chain) => isAfterEndOf(lastOf(chain), trace));
    const waited = ended.find((chain) => hasWaited(lastOf(chain), trace));
    const isObeying = waited !== undefined && lastOf(waited).retryAfterMs !== undefined;
    const repeated = isObeying || open.length >= most ? (waited ?? ended[0]) : undefined;
    open = open.filter((chain) => chain !== repeated);
    if (repeated === undefined && succeeded(trace)) continue;
    const chain: OpenChain = repeated ?? [trace];
    if (repeated === undefined) chains.push(chain);
    else chain.push(trace);
    if (!succeeded(trace)) open.push(chain);
  }
  return chains.filter((chain) => !mayBeParallel(chain));
}

/** Parallel workers begin within this many milliseconds: a cold server's response takes longer. */
const STAGGER_MS = 5;

/**
 * Whether two requests may come from two workers that began at almost the same time: the second one
 * opened a connection soon after the first was sent. Workers rarely create identical jobs.
 */
function mayBeParallel([first, second, third]: RetryChain): boolean {
  if (second === undefined || third !== undefined) return false;
  const [sentAt, end] = [sentAtOf(first), departureOf(first)];
  const isSoon = sentAtOf(second) - sentAt < Math.min(STAGGER_MS, 3 * (end - sentAt));
  return isSoon && second.isFirstOnConnection === true && first.use !== "createJob";
}

/** Maximum number of workers that may follow the same job. */
export const MAX_WATCHERS = 4;

/** Maximum number of workers that may have sent these identical requests. */
function workersOf(same: readonly Trace[], width: number): number {
  const last = same.at(-1);
  if (last?.use === "createJob") {
    // Each worker created a job, unless it gave up.
    const created = same.filter(({ jobId }) => jobId !== undefined).length;
    return created > 0 && succeeded(last) ? created : Math.max(width, created);
  }
  if (last?.jobId === undefined || isDownload(last)) return width;
  const pauses = flatMapPairs(same, (a, b) => [sentAtOf(b) - departureOf(a)]);
  return pauses.every((pause) => pause > SOON_MS) ? 1 : Math.min(width, MAX_WATCHERS);
}

/** An observation about a request. For a create request, the observation has no job ID. */
export function aboutRequest(
  { use, url, jobId }: Trace,
  found: Omit<Observation, "jobId">,
): readonly Observation[] {
  return [{ subject: url, jobId: use === "createJob" ? undefined : jobId, ...found }];
}
