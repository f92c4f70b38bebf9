import type { CancelRequestedFact, ForcedFact } from "../../core/job/facts.ts";
import { prepareTimelines } from "../../engine/in-slices.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { JobReport } from "../job-reports.ts";
import { jobReport } from "./job-report.ts";
import { requireJob } from "./require-job.ts";

/** Adds a fact about a job at the clock's instant, and reports on the job at that instant. */
export async function addFact(
  sandbox: Sandbox,
  jobId: string,
  fact: Omit<CancelRequestedFact, "at"> | Omit<ForcedFact, "at">,
): Promise<JobReport> {
  requireJob(sandbox, jobId);
  const at = sandbox.clock.now();
  sandbox.transact(() => ({
    events: [{ kind: "factAdded", jobId, fact: { ...fact, at } }],
    result: undefined,
  }));
  await prepareTimelines(sandbox.timelines);
  await sandbox.readings.untilNextChange(jobId, at);
  return jobReport(sandbox.timelines.asOfNow(), requireJob(sandbox, jobId), at);
}
