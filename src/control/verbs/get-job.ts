import { prepareTimelines } from "../../engine/in-slices.ts";
import type { JobDetail } from "../job-reports.ts";
import { jobReport, requireJob, shownData } from "../shared/job-report.ts";
import { defineVerb, type Verb } from "../verb.ts";

/**
 * Shows one job with its facts and timeline. Rejects if the sandbox has no such job.
 *
 * @method jobs.get(jobId: string)
 */
export const getJobVerb: Verb<{ readonly jobId: string }, JobDetail> = defineVerb({
  route: "GET /jobs/{jobId}",
  summary: "Show a job's facts and timeline",
  example: { jobId: "some-job" },
  arguments: ({ keys, jobId }) => keys({ jobId }),
  act: async ({ sandbox }, { jobId }) => {
    await prepareTimelines(sandbox.timelines);
    const job = requireJob(sandbox, jobId);
    const now = sandbox.clock.now();
    // The timeline includes the future, which depends on the inputs.
    await sandbox.readings.of(jobId, Number.POSITIVE_INFINITY);
    const version = sandbox.timelines.asOfNow();
    const whole = version.knownAt(requireJob(sandbox, jobId), Number.POSITIVE_INFINITY);
    const known = whole.timeline.phases.filter(({ from }) => from !== Number.POSITIVE_INFINITY);
    return {
      ...jobReport(version, job, now),
      facts: shownData(sandbox, whole.facts),
      timeline: known.map(({ state, from }) => ({ state, from })),
    };
  },
});
