import { withoutKey } from "../../core/api-key.ts";
import { nextChangeAt } from "../../core/job/view.ts";
import { mapStrings } from "../../core/json.ts";
import { redactJson } from "../../core/redact.ts";
import { mapInSteps } from "../../core/steps.ts";
import type { Instant } from "../../core/time.ts";
import { inSlices, mapInSlices, prepareTimelines } from "../../engine/in-slices.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { StoredJob } from "../../state/sandbox-state.ts";
import type { ControlHost, VerbScope } from "../host.ts";
import type { JobTimeline, PreviewedResponse, RecordedPreview } from "../job-reports.ts";
import type { RunTrace, TracedJob, TracedSandbox } from "../reports.ts";
import { deliveriesMatching } from "../shared/delivery-report.ts";
import { faultReports } from "../shared/faults.ts";
import { shownData } from "../shared/job-report.ts";
import { timelineReport } from "../shared/job-timeline.ts";
import { sandboxReport, serviceWords } from "../shared/sandbox-report.ts";
import { defineVerb, type NoArguments, type Verb } from "../verb.ts";

/** Limits for all sandboxes together. Rows are limited because counting their tokens takes time. */
const ROOM = { exchanges: 20_000, jobs: 20_000, previews: 500, previewedRows: 50_000 };
type Room = { -readonly [Name in keyof typeof ROOM]: number };

/** Maximum number of instants to preview per job, not counting the current one. */
const MAX_INSTANTS = 16;

/**
 * Shows the jobs and exchanges of every sandbox that was used, as the viewer needs them.
 *
 * @method trace()
 */
export const getTraceVerb: Verb<NoArguments, RunTrace> = defineVerb({
  route: "GET /trace",
  summary: "Show the jobs and exchanges of all used sandboxes, in the viewer's format",
  isOfServer: true,
  act: async (scope) => {
    const { sandboxes: all, version, loaded } = scope.host;
    await loaded();
    const used = all
      .all()
      .filter(({ journal, state }) => journal.length > 0 || state.jobs.size > 0);
    const room = { ...ROOM };
    const sandboxes: TracedSandbox[] = [];
    for (const sandbox of used) sandboxes.push(await traced(scope, sandbox, room));
    return { format: 1, version, sandboxes };
  },
});

/** Traces as many of a sandbox's first jobs and newest exchanges as fit, and reduces `room`. */
async function traced(scope: VerbScope, sandbox: Sandbox, room: Room): Promise<TracedSandbox> {
  const { state, journal } = sandbox;
  await prepareTimelines(sandbox.timelines);
  const version = sandbox.timelines.asOfNow();
  const jobs = [...state.jobs.values()].slice(0, room.jobs);
  const all = journal.all();
  const exchanges = all.slice(Math.max(0, all.length - room.exchanges));
  room.jobs -= jobs.length;
  room.exchanges -= exchanges.length;
  const steps = mapInSteps(jobs, (job) => {
    return { job, timeline: timelineReport(version.of(job), job.facts) };
  });
  const timelines = await inSlices(steps, sandbox.name);
  const deliveries = deliveriesMatching(sandbox, {});
  const recorded = (each: JobToTrace) => tracedJob(scope.host, sandbox, each, room);
  return {
    sandbox: sandboxReport(scope, sandbox),
    words: serviceWords(scope.host.specOf(sandbox)),
    jobs: await mapInSlices(timelines, recorded, sandbox.name),
    exchanges,
    faults: faultReports(sandbox),
    ...(deliveries.length > 0 && { deliveries }),
  };
}

type JobToTrace = { readonly job: StoredJob; readonly timeline: JobTimeline };

async function tracedJob(
  host: ControlHost,
  sandbox: Sandbox,
  { job, timeline }: JobToTrace,
  room: Room,
): Promise<TracedJob> {
  const traced = { timeline: shownData(sandbox, timeline), facts: shownData(sandbox, job.facts) };
  const { numRows } = timeline.plan;
  // A response may wait for inputs that are still being read, but the trace must not wait.
  if (sandbox.readings.isBusy || room.previews === 0 || room.previewedRows < numRows) return traced;
  room.previews--;
  room.previewedRows -= numRows;
  const previews = await recordedPreviews(host, sandbox, { job, timeline });
  return previews === undefined ? traced : { ...traced, previews };
}

/**
 * Records the responses about a job at its submission, at each change of its state or results, and
 * now, without secrets. Progress between these instants isn't recorded. Resolves with undefined if
 * a response can't be made, for example because the author's `output` function fails.
 */
async function recordedPreviews(
  host: ControlHost,
  sandbox: Sandbox,
  { job, timeline }: JobToTrace,
): Promise<readonly RecordedPreview[] | undefined> {
  const known = new Map<string, string>();
  const previews: RecordedPreview[] = [];
  const [{ signatureNames }, { key }] = [host.specOf(sandbox), sandbox.recipe];
  const redacted = (response: PreviewedResponse): { path: string; text: string } => {
    // Only strings are changed: the digits of a key can also occur in a number.
    const shown = mapStrings(response, (it) => withoutKey(it, key));
    const text = redactJson(JSON.stringify(shown), signatureNames);
    return { path: `${response.method} ${response.path}`, text };
  };
  try {
    for (const from of instantsOf(timeline, sandbox.clock.now())) {
      const all = (await host.responsesAt(sandbox, job, from)).map(redacted);
      const responses = all.filter(({ path, text }) => known.get(path) !== text);
      for (const { path, text } of responses) known.set(path, text);
      previews.push({ from, responses: responses.map(({ text }) => JSON.parse(text)) });
    }
    return previews;
  } catch {
    return undefined;
  }
}

function instantsOf(timeline: JobTimeline, now: Instant): readonly Instant[] {
  const instants = [timeline.plan.createdAt];
  for (const at of instants) {
    const next = nextChangeAt(timeline, at);
    if (next !== undefined && instants.length < MAX_INSTANTS) instants.push(next);
  }
  return [...new Set([...instants, now])].sort((a, b) => a - b);
}
