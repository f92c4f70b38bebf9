import { mapInSteps } from "../../core/steps.ts";
import { inSlices } from "../../engine/in-slices.ts";
import { prepareTimelines } from "../../engine/prepare-timelines.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { VerbScope } from "../host.ts";
import type { RunTrace, TracedSandbox } from "../reports.ts";
import { exchangeGrammar } from "../shared/exchange-grammar.ts";
import { factsGrammar, shownFacts } from "../shared/fact-grammar.ts";
import { faultReports, faultReportsGrammar } from "../shared/fault-report.ts";
import { timelineReport } from "../shared/job-timeline.ts";
import { sandboxReport, sandboxReportGrammar } from "../shared/sandbox-report.ts";
import { jobTimelineGrammar } from "../shared/timeline-grammar.ts";
import { defineVerb, type GrammarKit, type NoArguments, type Verb } from "../verb.ts";

/** Maximum number of exchanges and of jobs in a trace, over all sandboxes. */
const MAX_ITEMS = 20_000;

/** Shows what the viewer needs to show every sandbox later, without the simulator. */
export const getTraceVerb: Verb<NoArguments, RunTrace> = defineVerb({
  route: {
    method: "GET",
    path: "/trace",
    isOfServer: true,
    summary: "Show the jobs and exchanges of every sandbox that was used, for the viewer",
  },
  arguments: ({ noArguments }) => noArguments,
  response: (kit) =>
    kit.z.strictObject({
      format: kit.z.literal(1),
      version: kit.z.string(),
      sandboxes: kit.list(tracedGrammar(kit)),
    }),
  act: async (scope) => {
    const { sandboxes: all, version } = scope.host;
    const used = all.all().filter(({ journal, state }) => journal.size > 0 || state.jobs.size > 0);
    const room = { exchanges: MAX_ITEMS, jobs: MAX_ITEMS };
    const sandboxes: TracedSandbox[] = [];
    for (const sandbox of used) sandboxes.push(await traced(scope, sandbox, room));
    return { format: 1, version, sandboxes };
  },
});

/** The first jobs and the newest exchanges, as far as there is room for them. */
async function traced(
  scope: VerbScope,
  sandbox: Sandbox,
  room: { exchanges: number; jobs: number },
): Promise<TracedSandbox> {
  const { state, timelines, journal } = sandbox;
  await prepareTimelines(timelines);
  const [jobs, version] = [[...state.jobs.values()].slice(0, room.jobs), timelines.asOfNow()];
  const all = journal.exchanges();
  const exchanges = all.slice(Math.max(0, all.length - room.exchanges));
  room.jobs -= jobs.length;
  room.exchanges -= exchanges.length;
  const steps = mapInSteps(jobs, (job) => ({
    timeline: timelineReport(version, job),
    facts: shownFacts(job.facts),
  }));
  return {
    sandbox: sandboxReport(scope, sandbox),
    jobs: await inSlices(steps),
    exchanges,
    faults: faultReports(sandbox),
  };
}

function tracedGrammar(kit: GrammarKit) {
  const { z, list } = kit;
  return z.strictObject({
    sandbox: sandboxReportGrammar(kit),
    jobs: list(z.strictObject({ timeline: jobTimelineGrammar(kit), facts: factsGrammar(kit) })),
    exchanges: list(exchangeGrammar(kit)),
    faults: faultReportsGrammar(kit),
  });
}
