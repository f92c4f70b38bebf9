import type { JobTimeline } from "../../control/job-reports.ts";
import type { ExchangeSummary } from "../../control/reports.ts";
import { jobStateAt } from "../../core/job/view.ts";
import type { Instant } from "../../core/time.ts";
import type { Finding } from "../../findings/finding.ts";
import { type FindingsOf, outcomeOf } from "./marks.ts";
import type { PageWords } from "./page-words.ts";
import { type Filters, isFound, NO_JOB, type PagePlace } from "./place.ts";

export type ExchangeFilter = Pick<PagePlace, "filters" | "job"> & {
  /** IDs of the exchanges whose bodies contain the text; undefined without a search in bodies. */
  readonly inBodies?: ReadonlySet<number> | undefined;
};

export function filtered(
  exchanges: readonly ExchangeSummary[],
  { filters, job, inBodies }: ExchangeFilter,
  findingsOf: FindingsOf,
): readonly ExchangeSummary[] {
  const { operation, outcome, faulted, found } = filters;
  const about = job === NO_JOB ? undefined : job;
  return exchanges.filter(
    (each) =>
      (operation === undefined || each.operationId === operation) &&
      (job === "" || each.jobId === about) &&
      (outcome === undefined || outcomeOf(each) === outcome) &&
      (faulted === undefined || each.fault !== undefined) &&
      (found === undefined || findingsOf(each.id).length > 0) &&
      (isFound(filters, () => textsOf(each)) || inBodies?.has(each.id) === true),
  );
}

function textsOf(exchange: ExchangeSummary): readonly unknown[] {
  const { id, method, url, jobId, operationId, fault, status } = exchange;
  return [id, method, url, jobId, operationId, fault, status];
}

const MAX_IDS = 50;

/** The first IDs that contain a string, ignoring case. */
export function idsWith(text: string, ids: Iterable<string>): readonly string[] {
  const wanted = text.trim().toLowerCase();
  const found = [...ids].filter((id) => id !== "" && id.toLowerCase().includes(wanted));
  return found.slice(0, MAX_IDS);
}

/** The time between a call and the client's previous call for the same job. */
export type CallPace = {
  /** Time between the calls on the sandbox's clock. */
  readonly gapMs: number;
  /** Time between the calls on the wall clock; undefined if unknown. */
  readonly wallGapMs?: number;
  /** Whether the previous response asked for a longer wait. */
  readonly isEarly: boolean;
};

/**
 * The pace of each call that has a previous call, by ID. For a call that is not about a job, the
 * previous call is the latest earlier call of the same operation.
 */
export function pacesOf(exchanges: readonly ExchangeSummary[]): ReadonlyMap<number, CallPace> {
  const last = new Map<string, ExchangeSummary>();
  const paces = new Map<number, CallPace>();
  for (const call of exchanges) {
    const subject = call.jobId ?? `${call.method} ${call.operationId ?? call.url}`;
    const before = last.get(subject);
    last.set(subject, call);
    if (before === undefined) continue;
    const gapMs = call.at - before.at;
    paces.set(call.id, {
      gapMs,
      ...(call.wallAt > 0 && before.wallAt > 0 && { wallGapMs: call.wallAt - before.wallAt }),
      isEarly: gapMs < (before.retryAfterMs ?? 0),
    });
  }
  return paces;
}

/** Data about jobs that filters use in addition to the timelines. */
type JobFacts = Pick<PageWords, "stateOf"> & {
  readonly at: Instant;
  readonly findingsOf: (jobId: string) => readonly Finding[];
  readonly callsByJob: ReadonlyMap<string, readonly ExchangeSummary[]>;
};

export function filtersJobs({ q = "", state = "" }: Filters): boolean {
  return q.trim() !== "" || state !== "";
}

/** The jobs that meet the filters at an instant, in their original order. */
export function filteredJobs(
  timelines: readonly JobTimeline[],
  filters: Filters,
  { at, stateOf, findingsOf, callsByJob }: JobFacts,
): readonly JobTimeline[] {
  if (!filtersJobs(filters)) return timelines;
  const { state = "" } = filters;
  const textsOf = ({ jobId, scenario, modelId, phases }: JobTimeline): readonly unknown[] => [
    ...[jobId, scenario, modelId],
    ...phases.map((phase) => stateOf(phase.state)),
    ...findingsOf(jobId).map(({ id }) => id),
    ...(callsByJob.get(jobId) ?? []).map(({ fault }) => fault),
  ];
  return timelines.filter(
    (timeline) =>
      (state === "" || (timeline.plan.createdAt <= at && jobStateAt(timeline, at) === state)) &&
      isFound(filters, () => textsOf(timeline)),
  );
}
