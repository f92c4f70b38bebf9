import type { ApiErrorCode } from "../../core/errors.ts";
import { isTerminal } from "../../core/job/state.ts";
import type { Trace } from "../../core/trace.ts";
import { traitsOf } from "../../faults/find-kind.ts";
import type { CaseFile } from "../case-file.ts";
import { type Observation, type Observed, observedIn } from "../finding.ts";
import { isLook } from "../status-reads.ts";
import { flatMapPairs, namedJob, retryChainsOf } from "./retry-chains.ts";
import { HOPELESS_STATUSES, isTemporary, NOT_FOUND, TOO_MANY } from "./statuses.ts";

/** Errors of the service that the same request always gets. */
const HOPELESS_CODES: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>([
  "unauthenticated",
  "forbidden",
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

/** Judges what clients do after a request has failed: whether they retry temporary failures, and only those. */
export function* judgeRetry(file: CaseFile): Observed {
  const lastLooks = new Map<string | undefined, number>();
  yield* observedIn(file.evidence.traces, (trace) => {
    if (isLook(trace)) lastLooks.set(trace.jobId, trace.id);
    return [];
  });
  yield* observedIn(file.equalRequests, (same) => hopeless(same, file.width));
  yield* observedIn(file.sameRequests, (same) => notRetried(file, same, lastLooks));
}

function hopeless(same: readonly Trace[], width: number): Observation[] {
  const chains = retryChainsOf(same, { width, hasWaited: () => true });
  return chains.flatMap((chain) => flatMapPairs(chain, hopelessPair));
}

function hopelessPair(before: Trace, after: Trace): Observation[] {
  if (!isHopeless(before)) return [];
  const what = `${before.method} ${before.url}`;
  const sentence = `${what} failed with ${before.status}, and the client repeated it unchanged.`;
  const found = {
    exchanges: [before.id, after.id],
    subject: `${what} ${before.status}`,
    jobId: namedJob(before),
  };
  return [{ id: "retried-hopeless", sentence, ...found }];
}

function isHopeless({ fault, error, status, use }: Trace): boolean {
  if (fault === undefined) return error !== undefined && HOPELESS_CODES.has(error.code);
  // A new job may become visible later, but whatever a create request names must already exist.
  return HOPELESS_STATUSES.has(status) || (status === NOT_FOUND && use === "createJob");
}

function notRetried(
  file: CaseFile,
  same: readonly Trace[],
  lastLooks: ReadonlyMap<string | undefined, number>,
): Observation[] {
  const [before, last] = [same.at(-2), same.at(-1)];
  if (last === undefined || !isTemporary(last) || !isSafeToRepeat(last)) return [];
  // A client that has retried once may give up.
  if (before !== undefined && isTemporary(before)) return [];
  // Another way to look at the same job is as good as a retry, and a client that looks knows that it isn't lost.
  if ((isLook(last) || isJobHidden(last)) && (lastLooks.get(last.jobId) ?? 0) > last.id) return [];
  if (last.use === "cancelJob" && isCancelSettled(file, last)) return [];
  const sentence = `${last.method} ${last.url} ${failureText(last)}, and the client did not retry it.`;
  const found = { exchanges: [last.id], subject: last.url, jobId: namedJob(last) };
  const cure = isJobHidden(last) ? { cure: HIDDEN_JOB_CURE } : {};
  return [{ id: "not-retried", sentence, ...found, ...cure }];
}

function isSafeToRepeat({ method, use, status }: Trace): boolean {
  return method === "GET" || method === "HEAD" || use === "cancelJob" || status === TOO_MANY;
}

/** After a failed cancel request, a client that learns that the job is ending need not repeat it. */
function isCancelSettled({ jobs }: CaseFile, { id, jobId = "" }: Trace): boolean {
  const next = jobs.get(jobId)?.told.find(({ trace }) => trace.id > id)?.state;
  return next !== undefined && (isTerminal(next) || next === "cancelling");
}

const HIDDEN_JOB_CURE = `A new job may not be visible at once: after a ${NOT_FOUND} for a job that was just created, retry with backoff and a limit before you report it as lost.`;

function isJobHidden({ faultKind }: Trace): boolean {
  return faultKind !== undefined && traitsOf(faultKind).hidesJob;
}

function failureText(trace: Trace): string {
  const { status, fault } = trace;
  const cause = fault === undefined ? "" : ` (fault \`${fault}\`)`;
  if (status === 0) return `got no response${cause}`;
  const when = isJobHidden(trace) ? " shortly after the job had been created" : "";
  return `failed with ${status}${when}${cause}`;
}
