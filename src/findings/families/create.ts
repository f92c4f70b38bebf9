import { isTerminal } from "../../core/job/state.ts";
import type { Trace } from "../../core/trace.ts";
import { type CaseFile, type JobCase, lastTold, stateAt, stateName } from "../case-file.ts";
import { isAfterEndOf } from "../client-width.ts";
import { type Observation, type Observed, observedIn } from "../finding.ts";
import { isIntact, succeeded } from "../status-reads.ts";
import { isClockStalled } from "./pace.ts";
import { isRefusal } from "./statuses.ts";

/** A create request that made a job but whose response was lost, repeated without first checking the list of jobs. */
export function judgeCreatedTwice(file: CaseFile): Observed {
  const lost = new Map<string, Trace>();
  let listedAt = Number.NEGATIVE_INFINITY;
  return observedIn(file.evidence.traces, (trace): Observation[] => {
    if (trace.use === "listJobs" && succeeded(trace)) {
      lost.clear();
      listedAt = trace.wallAt + trace.durationMs;
    }
    const { requestDigest, jobId } = trace;
    if (trace.use !== "createJob" || requestDigest === undefined || jobId === undefined) return [];
    const before = lost.get(requestDigest);
    if (succeeded(trace)) lost.delete(requestDigest);
    else lost.set(requestDigest, trace);
    // A request that is held up for long is recorded after a list that the client asked for meanwhile.
    return before !== undefined && listedAt < before.wallAt && isRepetition(file, before, trace)
      ? [createdTwice(file, before, trace)]
      : [];
  });
}

/** Two workers may create equal jobs. Then the client knows of both: it has found the lost one in the list. */
function isRepetition({ jobs, width }: CaseFile, before: Trace, after: Trace): boolean {
  if (!isAfterEndOf(before, after)) return false;
  const requests = jobs.get(before.jobId ?? "")?.traces ?? [];
  return width === 1 || requests.every(({ use }) => use === "createJob" || use === "cancelJob");
}

function createdTwice(file: CaseFile, before: Trace, after: Trace): Observation {
  const { jobId = "" } = after;
  const what = `The response to a create request was lost, and the client sent the same request again: it created the jobs ${before.jobId} and ${jobId}.`;
  const found = { id: "created-twice", exchanges: [before.id, after.id], jobId } as const;
  const canceled = [before.jobId, jobId].find((each) => wasCanceled(file, each ?? ""));
  if (canceled === undefined) return { ...found, sentence: what };
  const sentence = `${what} Afterward, it canceled ${canceled}, and followed it to its end.`;
  return { ...found, sentence, severity: "info" };
}

/** Whether the client canceled a job, and was told that it is. */
function wasCanceled({ jobs }: CaseFile, jobId: string): boolean {
  const jobCase = jobs.get(jobId);
  const cancel = jobCase?.traces.find((trace) => trace.use === "cancelJob");
  if (jobCase === undefined || cancel === undefined) return false;
  return jobCase.told.some(({ state, trace }) => state === "cancelled" && trace.id > cancel.id);
}

/** Judges whether a client leaves a job behind. */
export function judgeAbandoned(file: CaseFile, jobCase: JobCase): readonly Observation[] {
  const { jobId, job, created, traces } = jobCase;
  // A client that is refused, or gets no response, can neither follow nor cancel the job.
  const last = traces.at(-1) ?? created;
  if (!isIntact(last)) return [];
  // The client doesn't know of a job whose create response was lost; a dry run needs no further requests.
  if (!succeeded(created) || job.timeline.isDryRun) return [];
  const told = lastTold(file, jobCase);
  if (traces.length === 1 && told === undefined) {
    const sentence = `The client created job ${jobId}, and never asked about it again.`;
    return [{ id: "never-looked-at", sentence, exchanges: [created.id], jobId }];
  }
  const state = stateAt(jobCase, file.evidence.now);
  if (isTerminal(state) || state === "cancelling" || isClockStalled(file, jobCase)) return [];
  // A client that was not allowed to cancel the job can only report it.
  const cancel = traces.findLast(({ use }) => use === "cancelJob");
  if (cancel?.fault !== undefined && isRefusal(cancel.status)) return [];
  const seen =
    told?.state === "unknown"
      ? ` The client was last told that it was ${stateName(file, told.state)}, a state that it may not know.`
      : "";
  const sentence = `Job ${jobId} was still ${stateName(file, state)} at the end.${seen}`;
  const exchanges = traces.slice(-1).map(({ id }) => id);
  return [{ id: "still-active", sentence, exchanges, jobId }];
}

const SAME_URL_CURE =
  "If an input URL can't be read, obtain a new one (for example, sign it again) before you resubmit the job.";

/**
 * Judges jobs that failed because of their input URLs, although the client knew that another one had failed with the same request.
 * It must see all jobs in order of submission.
 */
export class BadUrlJudge {
  /** The jobs with input URLs whose failure the client was told, by request. */
  readonly #failed = new Map<string, JobCase[]>();

  judge(jobCase: JobCase): readonly Observation[] {
    const { jobId, job, created, told } = jobCase;
    const { requestDigest, id } = created;
    if (job.facts[0].submission.source.kind !== "url" || requestDigest === undefined) return [];
    const others = this.#failed.get(requestDigest) ?? [];
    if (told.some(({ state }) => state === "failed"))
      this.#failed.set(requestDigest, [...others, jobCase]);
    if (job.timeline.phases.at(-1)?.state !== "failed") return [];
    const before = others.find((other) =>
      other.told.some(({ state, trace }) => state === "failed" && trace.id < id),
    );
    if (before === undefined) return [];
    const sentence = `Job ${before.jobId} failed, and the client submitted the same input URL again as job ${jobId}, which failed too.`;
    const found = { exchanges: [before.created.id, id], jobId, cure: SAME_URL_CURE };
    return [{ id: "retried-hopeless", sentence, ...found }];
  }
}
