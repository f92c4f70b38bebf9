import { prepareTimelines } from "../../engine/prepare-timelines.ts";
import type { JobReport } from "../job-reports.ts";
import { jobReport, jobReportGrammar } from "../shared/job-report.ts";
import { requireJob } from "../shared/require-job.ts";
import { defineVerb, type Verb } from "../verb.ts";

/**
 * Requests a job's cancellation, as a client's cancel request does.
 *
 * @method jobs.cancel(jobId: string)
 */
export const cancelJobVerb: Verb<{ readonly jobId: string }, JobReport> = defineVerb({
  route: {
    method: "POST",
    path: "/jobs/{jobId}/cancel",
    summary: "Request a job's cancellation, as a client does",
  },
  example: { jobId: "some-job" },
  arguments: ({ keys, jobId }) => keys({ jobId }),
  response: jobReportGrammar,
  act: async ({ sandbox }, { jobId }) => {
    requireJob(sandbox, jobId);
    const at = sandbox.clock.now();
    sandbox.transact(() => ({
      events: [{ kind: "factAdded", jobId, fact: { type: "cancelRequested", at } }],
      result: undefined,
    }));
    await prepareTimelines(sandbox.timelines);
    await sandbox.readings.untilNextChange(jobId, at);
    return jobReport(sandbox.timelines.asOfNow(), requireJob(sandbox, jobId), at);
  },
});
