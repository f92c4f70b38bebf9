import { isTerminal, type JobState } from "../../core/job/state.ts";
import type { Trace } from "../../core/trace.ts";
import { type CaseFile, type JobCase, lastTold, stateName } from "../case-file.ts";
import type { Observation } from "../finding.ts";
import { succeeded } from "../look.ts";

/** How a client cancels. */
export function judgeCancel(file: CaseFile): readonly Observation[] {
  return file.jobs.flatMap((jobCase) => {
    const cancels = jobCase.traces.filter(({ use }) => use === "cancelJob");
    return [
      ...cancels.flatMap((cancel) => afterEnd(file, jobCase, cancel)),
      ...notFollowed(file, jobCase, cancels.findLast(succeeded)),
    ];
  });
}

/** A client that had not been told of the end could not know: that is a race, and no finding. */
function afterEnd(file: CaseFile, jobCase: JobCase, cancel: Trace): Observation[] {
  const { jobId, told } = jobCase;
  const { id } = cancel;
  const state = stateBefore(jobCase, cancel);
  if (state === undefined || !isTerminal(state)) return [];
  const known = told.findLast(({ trace }) => trace.id < id)?.state;
  if (known === undefined || !isTerminal(known)) return [];
  const sentence = `Job ${jobId} was cancelled when it was already ${stateName(file, state)}, and the client had been told ${stateName(file, known)}.`;
  return [{ id: "cancelled-after-end", sentence, exchanges: [id], jobId }];
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
    const sentence = `Job ${jobId} was cancelled, and nobody looked how it ended.`;
    return [{ id: "cancel-not-followed", sentence, exchanges: [cancel.id], jobId }];
  }
  if (isTerminal(seen.state)) return [];
  const name = stateName(file, seen.state);
  const exchanges = [cancel.id, seen.trace.id];
  if (seen.state !== "cancelling") {
    const sentence = `Job ${jobId} was cancelled; the last look after that told ${name}, which is not its end.`;
    return [{ id: "cancel-not-followed", sentence, exchanges, jobId }];
  }
  const sentence = `After the cancel request of job ${jobId} the client was told ${name}, and looked no more.`;
  return [{ id: "cancelling-taken-for-end", sentence, exchanges, jobId }];
}
