import type { JobReport } from "../job-reports.ts";
import { addFact } from "../shared/job-report.ts";
import { defineVerb, type Verb } from "../verb.ts";

/**
 * Requests a job's cancellation, as a client's cancel request does.
 *
 * @method jobs.cancel(jobId: string)
 */
export const cancelJobVerb: Verb<{ readonly jobId: string }, JobReport> = defineVerb({
  route: "POST /jobs/{jobId}/cancel",
  summary: "Request a job's cancellation, as a client would",
  example: { jobId: "some-job" },
  arguments: ({ keys, jobId }) => keys({ jobId }),
  act: ({ sandbox }, { jobId }) => addFact(sandbox, jobId, { type: "cancelRequested" }),
});
