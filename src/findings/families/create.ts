import { isTerminal } from "../../core/job/state.ts";
import type { Trace } from "../../core/trace.ts";
import { type CaseFile, endOf, type JobCase, lastTold, stateAt, stateName } from "../case-file.ts";
import type { Observation } from "../finding.ts";
import { isIntact, isPoll, succeeded } from "../look.ts";
import { MAX_IDLE_POLLS } from "./pace.ts";

/** What a client does with the jobs that it creates. */
export function judgeCreate(file: CaseFile): readonly Observation[] {
  return [...createdTwice(file), ...file.jobs.flatMap((jobCase) => abandoned(file, jobCase))];
}

/** A create that made a job and whose answer was lost, and the same again without a look at the list. */
function createdTwice({ evidence }: CaseFile): Observation[] {
  const lost = new Map<string, Trace>();
  return evidence.traces.flatMap((trace): Observation[] => {
    if (trace.use === "listJobs" && succeeded(trace)) lost.clear();
    const { requestDigest, jobId, id } = trace;
    if (trace.use !== "createJob" || requestDigest === undefined || jobId === undefined) return [];
    const before = lost.get(requestDigest);
    if (succeeded(trace)) lost.delete(requestDigest);
    else lost.set(requestDigest, trace);
    if (before === undefined) return [];
    const sentence = `Create was sent again with the same inputs after its answer had been lost: there are the jobs ${before.jobId} and ${jobId}.`;
    return [{ id: "created-twice", sentence, exchanges: [before.id, id], jobId }];
  });
}

function abandoned(file: CaseFile, jobCase: JobCase): Observation[] {
  const { jobId, job, created, traces } = jobCase;
  // A client that is refused, or gets no answer, has no way to follow or to cancel.
  const last = traces.at(-1) ?? created;
  if (!isIntact(last)) return [];
  // Of a create whose answer was lost the client doesn't know; a dry run's answer says it all.
  if (!succeeded(created) || job.timeline.isDryRun) return [];
  const told = lastTold(file, jobCase);
  if (traces.length === 1 && told === undefined) {
    const sentence = `Job ${jobId} was created, and no later request asked for it.`;
    return [{ id: "never-looked-at", sentence, exchanges: [created.id], jobId }];
  }
  const { now } = file.evidence;
  const state = stateAt(jobCase, now);
  const isStuck = endOf(jobCase) === undefined;
  const isPolledForEver = isStuck && traces.filter(isPoll).length >= MAX_IDLE_POLLS;
  if (isTerminal(state) || state === "cancelling" || isPolledForEver) return [];
  const sentence = `Job ${jobId} was still ${stateName(file, state)} when the tests ended.`;
  const exchanges = traces.slice(-1).map(({ id }) => id);
  return [{ id: "still-active", sentence, exchanges, jobId }];
}
