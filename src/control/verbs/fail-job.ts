import type { JobReport } from "../job-reports.ts";
import { defineVerb, type Verb } from "../verb.ts";
import { forceJobVerb, REASON } from "./force-job.ts";

type Arguments = { readonly jobId: string; readonly reason?: string };

/**
 * Makes a job fail now, with the reason that clients see.
 *
 * @method jobs.fail(jobId: string, reason?: string)
 */
export const failJobVerb: Verb<Arguments, JobReport> = defineVerb({
  route: "POST /jobs/{jobId}/fail",
  summary: "Fail a job now",
  body: "json",
  example: { jobId: "some-job", reason: "Broken." },
  arguments: ({ keys, jobId, line, optional }) => keys({ jobId, reason: optional(line, REASON) }),
  act: (scope, args) => forceJobVerb.act(scope, { ...args, state: "failed" }),
});
