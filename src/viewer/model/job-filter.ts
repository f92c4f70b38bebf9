import type { JobTimeline } from "../../control/job-reports.ts";
import type { ExchangeSummary } from "../../control/reports.ts";
import { jobStateAt } from "../../core/job/view.ts";
import type { Instant } from "../../core/time.ts";
import type { Finding } from "../../findings/finding.ts";
import type { Filters } from "./place.ts";
import type { PageWords } from "./words.ts";

/** What is known about jobs besides their timelines, by ID. */
export type JobFacts = {
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
  readonly calls: ReadonlyMap<string, readonly ExchangeSummary[]>;
};

/** Whether filters leave jobs out. */
export function filtersJobs({ q = "", state = "" }: Filters): boolean {
  return q.trim() !== "" || state !== "";
}

/** The jobs that meet the filters at an instant, in the same order. */
export function filteredJobs(
  timelines: readonly JobTimeline[],
  { q = "", state = "" }: Filters,
  {
    facts,
    at,
    stateOf,
  }: { readonly facts: JobFacts; readonly at: Instant } & Pick<PageWords, "stateOf">,
): readonly JobTimeline[] {
  const text = q.trim().toLowerCase();
  if (text === "" && state === "") return timelines;
  return timelines.filter(
    (timeline) =>
      (state === "" || (timeline.plan.createdAt <= at && jobStateAt(timeline, at) === state)) &&
      (text === "" || hasText(timeline, text, { ...facts, stateOf })),
  );
}

function hasText(
  timeline: JobTimeline,
  text: string,
  { findings, calls, stateOf }: JobFacts & Pick<PageWords, "stateOf">,
): boolean {
  const { jobId, scenario, modelId } = timeline;
  return (
    jobId.toLowerCase().includes(text) ||
    scenario.toLowerCase().includes(text) ||
    modelId.toLowerCase().includes(text) ||
    timeline.phases.some(({ state }) => stateOf(state).toLowerCase().includes(text)) ||
    findings.get(jobId)?.some(({ id }) => id.includes(text)) === true ||
    calls.get(jobId)?.some(({ fault }) => fault?.toLowerCase().includes(text)) === true
  );
}
