import { mapInSteps } from "../../core/steps.ts";
import { inSlices, mapInSlices, prepareTimelines } from "../../engine/in-slices.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { StoredJob } from "../../state/sandbox-state.ts";
import type { VerbScope } from "../host.ts";
import type { JobTimeline } from "../job-reports.ts";
import type { RunTrace, TracedJob, TracedSandbox } from "../reports.ts";
import { deliveriesMatching } from "../shared/delivery-report.ts";
import { faultReports } from "../shared/faults.ts";
import { shownFacts } from "../shared/job-report.ts";
import { timelineReport } from "../shared/job-timeline.ts";
import { recordedPreviews } from "../shared/recorded-previews.ts";
import { sandboxReport } from "../shared/sandbox-report.ts";
import { serviceWords } from "../shared/service-words.ts";
import { defineVerb, type NoArguments, takesNothing, type Verb } from "../verb.ts";

/** Maximum number of exchanges and of jobs in a trace, over all sandboxes. */
const MAX_ITEMS = 20_000;

/** Maximum numbers of jobs with recorded responses, and of their rows, whose tokens may be counted. */
const MAX_PREVIEWED_JOBS = 500;
const MAX_PREVIEWED_ROWS = 50_000;

type Room = { exchanges: number; jobs: number; previews: number; previewedRows: number };

/**
 * Shows the jobs and exchanges of every sandbox that was used, as the viewer needs them.
 *
 * @method trace()
 */
export const getTraceVerb: Verb<NoArguments, RunTrace> = defineVerb({
  route: {
    method: "GET",
    path: "/trace",
    isOfServer: true,
    summary: "Show the jobs and exchanges of every sandbox that was used, for the viewer",
  },
  arguments: takesNothing,
  act: async (scope) => {
    const { sandboxes: all, version, loaded } = scope.host;
    await loaded();
    const used = all
      .all()
      .filter(({ journal, state }) => journal.length > 0 || state.jobs.size > 0);
    const room = {
      exchanges: MAX_ITEMS,
      jobs: MAX_ITEMS,
      previews: MAX_PREVIEWED_JOBS,
      previewedRows: MAX_PREVIEWED_ROWS,
    };
    const sandboxes: TracedSandbox[] = [];
    for (const sandbox of used) sandboxes.push(await traced(scope, sandbox, room));
    return { format: 1, version, sandboxes };
  },
});

/** The first jobs and the newest exchanges, as far as there is room for them. */
async function traced(scope: VerbScope, sandbox: Sandbox, room: Room): Promise<TracedSandbox> {
  const { state, journal } = sandbox;
  await prepareTimelines(sandbox.timelines);
  const version = sandbox.timelines.asOfNow();
  const jobs = [...state.jobs.values()].slice(0, room.jobs);
  const all = journal.all();
  const exchanges = all.slice(Math.max(0, all.length - room.exchanges));
  room.jobs -= jobs.length;
  room.exchanges -= exchanges.length;
  const steps = mapInSteps(jobs, (job) => ({ job, timeline: timelineReport(version, job) }));
  const timelines = await inSlices(steps, sandbox.name);
  const deliveries = deliveriesMatching(sandbox, {});
  return {
    sandbox: sandboxReport(scope, sandbox),
    words: serviceWords(scope.host.specOf(sandbox)),
    jobs: await mapInSlices(
      timelines,
      (each) => tracedJob(scope, sandbox, { ...each, room }),
      sandbox.name,
    ),
    exchanges,
    faults: faultReports(sandbox),
    ...(deliveries.length > 0 && { deliveries }),
  };
}

type JobToTrace = { readonly job: StoredJob; readonly timeline: JobTimeline; readonly room: Room };

async function tracedJob(
  { host }: VerbScope,
  sandbox: Sandbox,
  { job, timeline, room }: JobToTrace,
): Promise<TracedJob> {
  const traced = { timeline, facts: shownFacts(job.facts) };
  const { numRows } = timeline.plan;
  // A response may wait for inputs that are still being read, and the trace doesn't.
  if (sandbox.readings.isBusy || room.previews === 0 || room.previewedRows < numRows) return traced;
  room.previews--;
  room.previewedRows -= numRows;
  const previews = await recordedPreviews(host, sandbox, { job, timeline });
  return previews === undefined ? traced : { ...traced, previews };
}
