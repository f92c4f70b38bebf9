import { isTerminal, type JobState } from "../../core/job/state.ts";
import type { Trace } from "../../core/trace.ts";
import { type CaseFile, type JobCase, lastTold, stateName } from "../case-file.ts";
import { isAfterEndOf } from "../client-width.ts";
import type { Observation } from "../finding.ts";
import { isCorrectAsFarAsItGoes, succeeded } from "../status-reads.ts";
import { isClockStalled } from "./pace.ts";
import { isRefusal } from "./statuses.ts";

/** Judges how a client cancels a job. */
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

/** A client that had not been told of the end could not have known: that is a race, not a finding. */
function afterEnd(file: CaseFile, jobCase: JobCase, cancel: Trace): Observation[] {
  const { jobId, told } = jobCase;
  const { id } = cancel;
  const state = stateBefore(jobCase, cancel);
  if (state === undefined || !isTerminal(state)) return [];
  const known = told.findLast(({ trace }) => trace.id < id && isAfterEndOf(trace, cancel));
  if (known === undefined || !isTerminal(known.state)) return [];
  const sentence = `The client canceled job ${jobId} after it had been told that the job was ${stateName(file, known.state)}.`;
  return [{ id: "cancelled-after-end", sentence, exchanges: [known.trace.id, id], jobId }];
}

/** The journal has the state that the cancel request led to. */
function stateBefore({ job }: JobCase, { at }: Trace): JobState | undefined {
  const before = job.timeline.phases.filter(
    ({ from, state }) => from < at || (from === at && state !== "cancelling"),
  );
  return before.at(-1)?.state;
}

function notFollowed(file: CaseFile, jobCase: JobCase, cancel: Trace | undefined): Observation[] {
  const { jobId } = jobCase;
  if (cancel === undefined) return [];
  const last = lastTold(file, jobCase);
  const seen = last !== undefined && last.trace.id > cancel.id ? last : undefined;
  if (seen === undefined) {
    const sentence = `The client canceled job ${jobId}, and did not check how it ended.`;
    return [{ id: "cancel-not-followed", sentence, exchanges: [cancel.id], jobId }];
  }
  if (isTerminal(seen.state) || isClockStalled(file, jobCase)) return [];
  const name = stateName(file, seen.state);
  const exchanges = [cancel.id, seen.trace.id];
  const lastPoll = jobCase.looks.at(-1) ?? seen.trace;
  const hasFailed = lastPoll.id > seen.trace.id;
  // A client that doesn't look at the declared content type could read it.
  if (hasFailed && lastPoll.end === "finished" && isCorrectAsFarAsItGoes(lastPoll)) return [];
  const then = hasFailed ? ", and a later poll had failed" : "";
  const sentence = `The client canceled job ${jobId}, and stopped polling when it was told that the job was ${name}${then}.`;
  if (hasFailed || seen.state !== "cancelling")
    return [{ id: "cancel-not-followed", sentence, exchanges, jobId }];
  const cure = `${name} is not a terminal state: keep polling until the job is ${stateName(file, "cancelled")} or in another terminal state.`;
  return [{ id: "cancelling-taken-for-end", sentence, exchanges, jobId, cure }];
}

/** A cancel request that a fault refused permanently reveals nothing about the job: only a status request does. */
function refused(file: CaseFile, jobCase: JobCase, cancel: Trace | undefined): Observation[] {
  if (cancel?.fault === undefined || !isRefusal(cancel.status)) return [];
  const last = lastTold(file, jobCase);
  if (last !== undefined && (last.trace.id > cancel.id || isTerminal(last.state))) return [];
  const { jobId } = jobCase;
  const sentence = `A request to cancel job ${jobId} failed with ${cancel.status} (fault \`${cancel.fault}\`), and the client did not check the job's state afterward.`;
  return [{ id: "cancel-not-followed", sentence, exchanges: [cancel.id], jobId }];
}
