import type { JobTimeline } from "../../control/job-reports.ts";
import type { ExchangeSummary } from "../../control/reports.ts";
import { jobStateAt } from "../../core/job/view.ts";
import type { Instant } from "../../core/time.ts";
import type { Finding } from "../../findings/finding.ts";
import { type Filters, isFound } from "./place.ts";
import type { PageWords } from "./words.ts";

/** Facts about jobs besides their timelines, by ID. */
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
  filters: Filters,
  {
    facts: { findings, calls },
    at,
    stateOf,
  }: { readonly facts: JobFacts; readonly at: Instant } & Pick<PageWords, "stateOf">,
): readonly JobTimeline[] {
  if (!filtersJobs(filters)) return timelines;
  const { state = "" } = filters;
  const textsOf = ({ jobId, scenario, modelId, phases }: JobTimeline): readonly unknown[] => [
    ...[jobId, scenario, modelId],
    ...phases.map((phase) => stateOf(phase.state)),
    ...(findings.get(jobId) ?? []).map(({ id }) => id),
    ...(calls.get(jobId) ?? []).map(({ fault }) => fault),
  ];
  return timelines.filter(
    (timeline) =>
      (state === "" || (timeline.plan.createdAt <= at && jobStateAt(timeline, at) === state)) &&
      isFound(filters, () => textsOf(timeline)),
  );
}
