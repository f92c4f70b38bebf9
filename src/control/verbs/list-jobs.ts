import { mapInSteps } from "../../core/steps.ts";
import { inSlices, prepareTimelines } from "../../engine/in-slices.ts";
import type { JobReport } from "../job-reports.ts";
import { jobReport } from "../shared/job-report.ts";
import { defineVerb, type NoArguments, type Verb } from "../verb.ts";

/**
 * Lists the jobs, oldest first.
 *
 * @method jobs.list()
 */
export const listJobsVerb: Verb<NoArguments, readonly JobReport[]> = defineVerb({
  route: "GET /jobs",
  summary: "List the jobs, oldest first",
  act: async ({ sandbox }) => {
    await prepareTimelines(sandbox.timelines);
    const now = sandbox.clock.now();
    await sandbox.readings.allUntilNextChange(now);
    const { state, timelines } = sandbox;
    const [jobs, version] = [[...state.jobs.values()], timelines.asOfNow()];
    const steps = mapInSteps(jobs, (job) => jobReport(version, job, now));
    return inSlices(steps, sandbox.name);
  },
});
