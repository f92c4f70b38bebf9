import { mapInSteps } from "../../core/steps.ts";
import { inSlices, prepareTimelines } from "../../engine/in-slices.ts";
import type { PageOfJobs } from "../arguments.ts";
import type { JobTimeline } from "../job-reports.ts";
import { requireJob } from "../shared/job-report.ts";
import { timelineReport } from "../shared/job-timeline.ts";
import { defineVerb, type Verb } from "../verb.ts";

/**
 * Lists the past and future states of the jobs, oldest job first.
 *
 * @method jobs.timelines(options?: PageOfJobs)
 */
export const listTimelinesVerb: Verb<PageOfJobs, readonly JobTimeline[]> = defineVerb({
  route: "GET /timelines",
  summary: "List the past and future states of the jobs, oldest job first",
  example: { skip: 1, limit: 1 },
  arguments: ({ keys, jobId, optional, wholeNumber }) =>
    keys({
      skip: optional(wholeNumber(0), "Number of jobs to skip, oldest first. Default: 0."),
      limit: optional(wholeNumber(1), "Maximum number of jobs. Default: all."),
      affectedBy: optional(
        jobId,
        "ID of a job: list only the timelines that a change to this job can affect.",
      ),
    }),
  // Doesn't wait for inputs that are still being read, so that the viewer can already show the job.
  act: async ({ sandbox }, { skip = 0, limit = Number.POSITIVE_INFINITY, affectedBy }) => {
    const { timelines } = sandbox;
    await prepareTimelines(timelines);
    const changed = affectedBy === undefined ? undefined : requireJob(sandbox, affectedBy);
    const { jobs: all, hasLimitedSlots } = sandbox.state;
    // With limited slots, any other job can change when a job leaves the queue.
    const affected = changed === undefined || hasLimitedSlots ? [...all.values()] : [changed];
    const jobs = affected.slice(skip, skip + limit);
    const version = timelines.asOfNow();
    const steps = mapInSteps(jobs, (job) => timelineReport(version.of(job), job.facts));
    return inSlices(steps, sandbox.name);
  },
});
