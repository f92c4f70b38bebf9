import { mapInSteps } from "../../core/steps.ts";
import { inSlices } from "../../engine/in-slices.ts";
import { prepareTimelines } from "../../engine/prepare-timelines.ts";
import type { PageOfJobs } from "../arguments.ts";
import type { JobTimeline } from "../job-reports.ts";
import { timelineReport } from "../shared/job-timeline.ts";
import { jobTimelineGrammar } from "../shared/timeline-grammar.ts";
import { defineVerb, type Verb } from "../verb.ts";

/** Lists what the jobs look like at every instant, oldest job first. */
export const listTimelinesVerb: Verb<PageOfJobs, readonly JobTimeline[]> = defineVerb({
  route: {
    method: "GET",
    path: "/timelines",
    query: { skip: "number", limit: "number" },
    summary: "List the past and future states of the jobs, oldest job first",
  },
  arguments: ({ keys, optional, wholeNumber }) =>
    keys({
      skip: optional(wholeNumber(0), "Number of jobs to leave out, oldest first. Default: 0."),
      limit: optional(wholeNumber(1), "Maximum number of jobs. Default: all."),
    }),
  response: (kit) => kit.list(jobTimelineGrammar(kit)),
  // Inputs that are still being read are not waited for: a reader wants to see the job meanwhile.
  act: async ({ sandbox }, { skip = 0, limit = Number.POSITIVE_INFINITY }) => {
    const { state, timelines } = sandbox;
    await prepareTimelines(timelines);
    const jobs = [...state.jobs.values()].slice(skip, skip + limit);
    const version = timelines.asOfNow();
    return inSlices(mapInSteps(jobs, (job) => timelineReport(version, job)));
  },
});
