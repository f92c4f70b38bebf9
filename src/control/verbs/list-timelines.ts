import { mapInSteps } from "../../core/steps.ts";
import { inSlices } from "../../engine/in-slices.ts";
import type { JobTimeline } from "../job-reports.ts";
import { timelineReport } from "../shared/job-timeline.ts";
import { jobTimelineGrammar } from "../shared/timeline-grammar.ts";
import { defineVerb, type NoArguments, type Verb } from "../verb.ts";

/** Lists what the jobs look like at every instant, oldest job first. */
export const listTimelinesVerb: Verb<NoArguments, readonly JobTimeline[]> = defineVerb({
  route: {
    method: "GET",
    path: "/timelines",
    summary: "List the past and future states of the jobs, oldest job first",
  },
  arguments: ({ noArguments }) => noArguments,
  response: (kit) => kit.list(jobTimelineGrammar(kit)),
  // Inputs that are still being read are not waited for: a reader wants to see the job meanwhile.
  act: ({ sandbox: { state, timelines } }) => {
    const [jobs, version] = [[...state.jobs.values()], timelines.asOfNow()];
    return inSlices(mapInSteps(jobs, (job) => timelineReport(version, job)));
  },
});
