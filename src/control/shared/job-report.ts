import { withoutKey } from "../../core/api-key.ts";
import { SimulatorError } from "../../core/errors.ts";
import type { CancelRequestedFact, ForcedFact } from "../../core/job/facts.ts";
import { nextChangeAt as nextChangeOf, viewAt } from "../../core/job/view.ts";
import { mapStrings } from "../../core/json.ts";
import { suggestion } from "../../core/nearest.ts";
import { redactText } from "../../core/redact.ts";
import type { Instant } from "../../core/time.ts";
import { prepareTimelines } from "../../engine/in-slices.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { StoredJob } from "../../state/sandbox-state.ts";
import type { TimelinesOfVersion } from "../../state/timelines.ts";
import type { JobReport } from "../job-reports.ts";

/** Data for display, without secrets or the client's own key. */
export function shownData<Data>({ recipe }: Sandbox, data: Data): Data {
  return mapStrings(data, (text) => redactText(withoutKey(text, recipe.key)));
}

/** Reports on a job. Expects that enough inputs have been read to know the job's next change. */
export function jobReport(timelines: TimelinesOfVersion, job: StoredJob, now: Instant): JobReport {
  const { modelId, jobPriority, dryRun } = job.facts[0].submission;
  const timeline = timelines.of(job);
  const nextChangeAt = nextChangeOf(timeline, now);
  const isUnknown = nextChangeAt === undefined || nextChangeAt === Number.POSITIVE_INFINITY;
  const change = isUnknown ? {} : { nextChangeAt };
  return { ...viewAt(timeline, now), modelId, jobPriority, dryRun, ...change };
}

/** The job with this ID, as it is now. Throws a SimulatorError if the sandbox has no such job. */
export function requireJob({ state, name }: Sandbox, jobId: string): StoredJob {
  const job = state.jobs.get(jobId);
  if (job !== undefined) return job;
  const others = `Number of jobs in the sandbox: ${state.jobs.size}.`;
  throw new SimulatorError(
    "SIM_UNKNOWN_JOB",
    `Failed to find job \`${jobId}\`: the sandbox \`${name}\` has no job with that ID.${suggestion(jobId, [...state.jobs.keys()], others)}`,
  );
}

/** Adds a fact about a job at the clock's current time, and reports on the job at that time. */
export async function addFact(
  sandbox: Sandbox,
  jobId: string,
  fact: Omit<CancelRequestedFact, "at"> | Omit<ForcedFact, "at">,
): Promise<JobReport> {
  requireJob(sandbox, jobId);
  const at = sandbox.clock.now();
  sandbox.record({ kind: "factAdded", jobId, fact: { ...fact, at } });
  await prepareTimelines(sandbox.timelines);
  await sandbox.readings.untilNextChange(jobId, at);
  return jobReport(sandbox.timelines.asOfNow(), requireJob(sandbox, jobId), at);
}
