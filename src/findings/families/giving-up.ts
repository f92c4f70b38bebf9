import { isTerminal } from "../../core/job/state.ts";
import { formatDuration } from "../../core/time.ts";
import type { Trace } from "../../core/trace.ts";
import {
  type CaseFile,
  endOf,
  isInterferedWith,
  type JobCase,
  lastTold,
  stateName,
  wasReported,
} from "../case-file.ts";
import type { Observation } from "../finding.ts";
import { asksForResults, succeeded, type Told } from "../status-reads.ts";
import { gapsIn, POLL_FLOOR_MS, showsPace } from "./pace.ts";
import { isTemporary } from "./statuses.ts";

/** Judges whether a client stopped asking about an active job. */
export function judgeGivingUp(file: CaseFile, jobCase: JobCase): readonly Observation[] {
  const found = gaveUp(file, jobCase);
  return found.length > 0 ? found : abandoned(file, jobCase);
}

/** The client stopped looking for good: if it had kept polling at its own pace, it would have seen the success. */
function gaveUp(file: CaseFile, jobCase: JobCase): Observation[] {
  const { jobId, job, looks, traces } = jobCase;
  const [told, end] = [lastTold(file, jobCase), endOf(jobCase)];
  const lastLook = looks.at(-1);
  if (told === undefined || end === undefined || lastLook === undefined) return [];
  const didEnd = end <= file.evidence.now && job.timeline.phases.at(-1)?.state === "succeeded";
  if (!didEnd || isTerminal(told.state) || isInterferedWith(jobCase, 0)) return [];
  if (traces.some((trace) => asksForResults(trace) && trace.id > lastLook.id)) return [];
  if (!isGone(file, looks, end)) return [];
  const before = `The last response about job ${jobId} said that it was ${stateName(file, told.state)}`;
  const when =
    end > told.trace.at
      ? `The job succeeded ${formatDuration(end - told.trace.at)} later`
      : "The job had already succeeded by then";
  const sentence = `${before}${laterFailure(told, lastLook)}. ${when}, and the client never learned of it.`;
  const exchanges = [...new Set([told.trace.id, lastLook.id])];
  return [{ id: "gave-up", sentence, exchanges, jobId }];
}

function laterFailure({ trace }: Told, { id, status }: Trace): string {
  if (id <= trace.id) return "";
  return status === 0
    ? ", and the last poll got no response"
    : `, and the last poll failed with ${status}`;
}

/**
 * Whether a client has stopped looking at a job that ended at `end`. If its pace is visible, it has been silent for much
 * longer than before; on other clocks, the job's end was reached without a poll of it.
 */
function isGone({ evidence }: CaseFile, looks: readonly Trace[], end: number): boolean {
  const last = looks.at(-1);
  // A client whose retries all failed had reason to give up.
  if (last === undefined || failedAtEnd(looks).length >= ENOUGH_TRIES) return false;
  if (!showsPace(evidence)) {
    // On such a clock, each retry moved the time.
    const latest = evidence.traces.at(-1) ?? last;
    const hasEnded = evidence.clock.mode === "poll" || (latest.id > last.id && latest.at >= end);
    return succeeded(last) && hasEnded;
  }
  const patience = Math.max(5 * POLL_FLOOR_MS, 3 * gapsIn(looks).longest);
  return evidence.now - last.at > patience;
}

/** Number of failed polls in a row after which a client may give up on a job. */
const ENOUGH_TRIES = 3;

function failedAtEnd(looks: readonly Trace[]): readonly Trace[] {
  return looks.slice(looks.findLastIndex((look) => !isTemporary(look)) + 1);
}

/** The last polls of an active job failed temporarily, and the client gave up although it could have retried once more. */
function abandoned(file: CaseFile, jobCase: JobCase): Observation[] {
  const { jobId, looks, traces, told } = jobCase;
  const failed = failedAtEnd(looks);
  const last = failed.at(-1);
  // A single failure is `not-retried`.
  if (last === undefined || failed.length < 2 || failed.length >= ENOUGH_TRIES) return [];
  if (told.some(({ state }) => isTerminal(state)) || traces.some(({ id }) => id > last.id))
    return [];
  const { traces: all } = file.evidence;
  const hasListed = all.some(({ use, id }) => use === "listJobs" && id > last.id);
  if (hasListed || wasReported(file, jobId, last.id)) return [];
  const statuses = failed.map(({ status }) => (status === 0 ? "no response" : status)).join(", ");
  const sentence = `The last ${failed.length} polls of job ${jobId} failed (${statuses}), and the client never asked about it again.`;
  return [{ id: "gave-up", sentence, exchanges: failed.map(({ id }) => id), jobId }];
}
