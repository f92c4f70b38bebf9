import type { Instant } from "../../core/time.ts";
import { prepareTimelines } from "../../engine/in-slices.ts";
import type { JobPreview } from "../job-reports.ts";
import { jobReport, requireJob } from "../shared/job-report.ts";
import { defineVerb, type Verb } from "../verb.ts";

type Arguments = { readonly jobId: string; readonly at?: Instant | string };

/**
 * Shows what clients would see of a job at a past or future instant, in milliseconds since 1970 or
 * an ISO 8601 string. Default: now.
 *
 * @method jobs.preview(jobId: string, at?: Instant | string)
 */
export const previewJobVerb: Verb<Arguments, JobPreview> = defineVerb({
  route: "GET /jobs/{jobId}/preview",
  summary: "Show what clients would see of a job at a past or future instant",
  example: { jobId: "some-job", at: "2030-01-01T00:00:00Z" },
  arguments: ({ keys, jobId, optional, instantOrIso }) =>
    keys({
      jobId,
      at: optional(
        instantOrIso,
        "Instant on the sandbox's clock: milliseconds since 1970, or ISO 8601. Default: now.",
      ),
    }),
  act: async ({ host, sandbox }, { jobId, at: given }) => {
    requireJob(sandbox, jobId);
    await prepareTimelines(sandbox.timelines);
    const now = sandbox.clock.now();
    const at = given === undefined ? now : typeof given === "number" ? given : Date.parse(given);
    await sandbox.readings.untilNextChange(jobId, at);
    const job = requireJob(sandbox, jobId);
    const isSubmitted = at >= job.facts[0].at;
    return {
      at,
      now,
      ...(isSubmitted && { job: jobReport(sandbox.timelines.asOfNow(), job, at) }),
      responses: await host.responsesAt(sandbox, job, at),
    };
  },
});
