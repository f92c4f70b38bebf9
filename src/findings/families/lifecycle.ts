import { isTerminal } from "../../core/job/state.ts";
import { sentAtOf, type Trace } from "../../core/trace.ts";
import { type CaseFile, type JobCase, lastTold, stateAt, stateName } from "../case-file.ts";
import { departureOf, isAfterEndOf } from "../client-width.ts";
import { type Observation, type Observed, observedIn } from "../finding.ts";
import { addTo } from "../grouped.ts";
import {
  isCorrectAsFarAsItGoes,
  isDownload,
  isIntact,
  isRefusal,
  succeeded,
} from "../status-reads.ts";
import { isWholeFile } from "./downloads.ts";
import { workOf } from "./failed-rows.ts";
import { isClockStalled } from "./pace.ts";

/** Finds clients that repeat a create request after a lost response, but don't list jobs first. */
export function judgeCreatedTwice(file: CaseFile): Observed {
  const lost = new Map<string, Trace>();
  let listedAt = Number.NEGATIVE_INFINITY;
  return observedIn(file.evidence.traces, (trace): Observation[] => {
    if (trace.use === "listJobs" && succeeded(trace)) {
      lost.clear();
      listedAt = departureOf(trace);
    }
    const isLost = !succeeded(trace);
    if (trace.use !== "createJob" || (lost.size === 0 && !isLost)) return [];
    const jobCase = file.jobs.get(trace.jobId ?? "")?.();
    const work = jobCase && workOf(jobCase);
    if (jobCase === undefined || work === undefined) return [];
    const key = work + labelsOf(jobCase);
    const before = lost.get(key);
    if (isLost) lost.set(key, trace);
    else lost.delete(key);
    // A list request may have been sent after a delayed request that is recorded later.
    return before !== undefined && listedAt < sentAtOf(before) && isRepetition(file, before, trace)
      ? [createdTwice(file, before, trace)]
      : [];
  });
}

/** A job's labels. A job with the same rows but different labels is not a repetition. */
function labelsOf({ job }: JobCase): string {
  const { name, description, kept, source } = job.facts[0].submission;
  // The client may have uploaded the file again.
  const fileId = source.kind === "file" ? source.fileId : undefined;
  return JSON.stringify([name, description, kept], (_, value) => (value === fileId ? 0 : value));
}

/** Whether one worker sent both requests. If two had, one would have used the first job. */
function isRepetition({ evidence, jobs, width }: CaseFile, before: Trace, after: Trace): boolean {
  if (!isAfterEndOf(before, after)) return false;
  // After a client has reported the lost response, another test may create the same job.
  const isReported = evidence.clientErrors.some(
    ({ afterExchange, jobId = before.jobId }) =>
      jobId === before.jobId && afterExchange >= before.id && afterExchange < after.id,
  );
  if (isReported) return false;
  const requests = jobs.get(before.jobId ?? "")?.().traces ?? [];
  return width === 1 || requests.every(({ use }) => use === "createJob" || use === "cancelJob");
}

function createdTwice(file: CaseFile, before: Trace, after: Trace): Observation {
  const { jobId = "" } = after;
  const what = `The response to a create request was lost, and the client submitted the same job again, so the service created two jobs, ${before.jobId} and ${jobId}.`;
  const found = { id: "created-twice", exchanges: [before, after], jobId } as const;
  const canceled = [before.jobId, jobId].find((each) => wasCanceled(file, each ?? ""));
  if (canceled === undefined) return { ...found, sentence: what };
  const sentence = `${what} The client then canceled ${canceled}, and checked that it ended.`;
  return { ...found, sentence, severity: "info" };
}

function wasCanceled({ jobs }: CaseFile, jobId: string): boolean {
  const jobCase = jobs.get(jobId)?.();
  const cancel = jobCase?.traces.find((trace) => trace.use === "cancelJob");
  if (jobCase === undefined || cancel === undefined) return false;
  return jobCase.told.some(({ state, trace }) => state === "cancelled" && trace.id > cancel.id);
}

export function judgeAbandoned(file: CaseFile, jobCase: JobCase): readonly Observation[] {
  const { jobId, job, created, traces } = jobCase;
  // A client that is refused, or gets no response, can neither follow nor cancel the job.
  if (!isIntact(traces.at(-1) ?? created)) return [];
  // The client can't know a job whose create response was lost; a dry run needs no more requests.
  if (!succeeded(created) || job.timeline.isDryRun) return [];
  const told = lastTold(file, jobCase);
  if (traces.length === 1 && told === undefined) {
    const sentence = `The client created job ${jobId}, but never requested its status or results.`;
    return [{ id: "never-looked-at", sentence, exchanges: [created], jobId }];
  }
  const state = stateAt(jobCase, file.evidence.now);
  if (isTerminal(state) || state === "cancelling" || isClockStalled(file, jobCase)) return [];
  // A client whose cancel request was rejected can only report the rejection.
  const cancel = traces.findLast(({ use }) => use === "cancelJob");
  if (cancel?.fault !== undefined && isRefusal(cancel.status)) return [];
  const seen =
    told?.state === "unknown"
      ? ` The client was last told that the job was ${stateName(file, told.state)}, a state that the client may not know.`
      : "";
  const sentence = `Job ${jobId} was still ${stateName(file, state)} when the sandbox or run ended.${seen}`;
  return [{ id: "still-active", sentence, exchanges: traces.slice(-1), jobId }];
}

const SAME_URL_CURE =
  "If an input URL can't be read, obtain a new one (for example, sign it again) before you resubmit the job.";

/** Finds clients that resubmit a failed job with the same input URL, so that it fails again. */
export class BadUrlJudge {
  /** By the create request's digest: jobs with input URLs, if the client knew of their failure. */
  readonly #failed = new Map<string, [JobCase, ...JobCase[]]>();

  judge(jobCase: JobCase): readonly Observation[] {
    const { jobId, job, created, told } = jobCase;
    const { requestDigest, id } = created;
    if (job.facts[0].submission.source.kind !== "url" || requestDigest === undefined) return [];
    const hasFailed = job.timeline.phases.at(-1)?.state === "failed";
    const others = hasFailed ? this.#failed.get(requestDigest) : undefined;
    const before = others?.find((other) =>
      other.told.some(({ state, trace }) => state === "failed" && trace.id < id),
    );
    if (told.some(({ state }) => state === "failed")) addTo(this.#failed, requestDigest, jobCase);
    if (before === undefined) return [];
    const sentence = `Job ${before.jobId} failed, and the client submitted the same input URL again as job ${jobId}, which failed too.`;
    const found = { exchanges: [before.created, created], jobId, cure: SAME_URL_CURE };
    return [{ id: "retried-hopeless", sentence, ...found }];
  }
}

export function judgeCancel(file: CaseFile, jobCase: JobCase): readonly Observation[] {
  const cancels = jobCase.traces.filter(({ use }) => use === "cancelJob");
  const last = cancels.findLast(succeeded);
  const isAfterEnd = last !== undefined && afterEnd(file, jobCase, last).length > 0;
  return [
    ...cancels.flatMap((cancel) => afterEnd(file, jobCase, cancel)),
    ...(isAfterEnd ? [] : notFollowed(file, jobCase, last)),
    ...(cancels.some(succeeded) ? [] : refused(file, jobCase, cancels.at(-1))),
  ];
}

/** Finds a cancel request that the client sent although it knew that the job had ended. */
function afterEnd(file: CaseFile, jobCase: JobCase, cancel: Trace): Observation[] {
  const { jobId, told, traces } = jobCase;
  const isBefore = (trace: Trace): boolean => trace.id < cancel.id && isAfterEndOf(trace, cancel);
  const known = told.findLast(({ trace }) => isBefore(trace));
  if (known !== undefined && !isTerminal(known.state)) return [];
  const shown =
    known?.trace ?? traces.findLast((it) => isDownload(it) && isWholeFile(it) && isBefore(it));
  if (shown === undefined) return [];
  const what = known
    ? `been told that the job was ${stateName(file, known.state)}`
    : "downloaded the job's results";
  const sentence = `The client sent a cancel request for job ${jobId} after it had ${what}.`;
  return [{ id: "cancelled-after-end", sentence, exchanges: [shown, cancel], jobId }];
}

function notFollowed(file: CaseFile, jobCase: JobCase, cancel: Trace | undefined): Observation[] {
  const { jobId } = jobCase;
  if (cancel === undefined) return [];
  const seen = lastTold(file, jobCase);
  if (seen === undefined || seen.trace.id <= cancel.id) {
    const sentence = `The client canceled job ${jobId}, but did not check how it ended.`;
    return [{ id: "cancel-not-followed", sentence, exchanges: [cancel], jobId }];
  }
  if (isTerminal(seen.state) || isClockStalled(file, jobCase)) return [];
  const name = stateName(file, seen.state);
  const exchanges = [cancel, seen.trace];
  const lastPoll = jobCase.looks.at(-1) ?? seen.trace;
  const hasFailed = lastPoll.id > seen.trace.id;
  // The client may have read the response anyway, by ignoring a wrong content type.
  if (hasFailed && lastPoll.end === "finished" && isCorrectAsFarAsItGoes(lastPoll)) return [];
  const then = hasFailed ? " after a later poll had failed" : "";
  const sentence = `The client canceled job ${jobId}, was told that the job was ${name}, and stopped polling${then}.`;
  if (hasFailed || seen.state !== "cancelling")
    return [{ id: "cancel-not-followed", sentence, exchanges, jobId }];
  const cure = `${name} is not a terminal state. Keep polling until the job is ${stateName(file, "cancelled")} or in another terminal state.`;
  return [{ id: "cancelling-taken-for-end", sentence, exchanges, jobId, cure }];
}

/** Finds clients that don't check a job's state after a permanently rejected cancel request. */
function refused(file: CaseFile, jobCase: JobCase, cancel: Trace | undefined): Observation[] {
  if (cancel?.fault === undefined || !isRefusal(cancel.status)) return [];
  const last = lastTold(file, jobCase);
  if (last !== undefined && (last.trace.id > cancel.id || isTerminal(last.state))) return [];
  const { jobId } = jobCase;
  const sentence = `A request to cancel job ${jobId} failed with ${cancel.status} (fault \`${cancel.fault}\`), but the client did not check the job's state after that.`;
  return [{ id: "cancel-not-followed", sentence, exchanges: [cancel], jobId }];
}
