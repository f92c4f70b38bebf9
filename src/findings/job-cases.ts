import { forEachInSteps, type Stepwise } from "../core/steps.ts";
import type { Trace } from "../core/trace.ts";
import type { JobEvidence, JobHistory } from "./evidence.ts";
import { isLook, type Told, toldBy } from "./status-reads.ts";

/** A job, and every exchange that names it, oldest first. */
export type JobCase = {
  readonly jobId: string;
  readonly job: JobHistory;
  readonly created: Trace;
  readonly traces: readonly Trace[];
  /** The exchanges that asked for its state. */
  readonly looks: readonly Trace[];
  /** States that were reported to the client. */
  readonly told: readonly Told[];
};

/** The jobs whose create request is among the traces, in order of submission. */
export type JobCases = Iterable<JobCase> & {
  readonly ids: () => Iterable<string>;
  /** The case of a job; undefined if there is none. */
  readonly get: (jobId: string) => JobCase | undefined;
};

/**
 * The cases of jobs, given the traces by job. A case is made each time that it is used: all of them together would take more memory
 * than their jobs.
 */
export function* openJobCases(
  jobs: readonly JobEvidence[],
  byId: ReadonlyMap<string, readonly Trace[]>,
): Stepwise<JobCases> {
  const cases = new Map<string, () => JobCase>();
  yield* forEachInSteps(jobs, (evidence) => {
    const traces = byId.get(evidence.jobId) ?? [];
    const created = traces.find(({ use }) => use === "createJob");
    if (created !== undefined) cases.set(evidence.jobId, () => caseOf(evidence, created, traces));
  });
  return {
    ids: () => cases.keys(),
    get: (jobId) => cases.get(jobId)?.(),
    *[Symbol.iterator]() {
      for (const open of cases.values()) yield open();
    },
  };
}

function caseOf(
  { jobId, history: job }: JobEvidence,
  created: Trace,
  traces: readonly Trace[],
): JobCase {
  const told = traces.flatMap((trace) => toldBy(trace, job.timeline));
  return { jobId, job, created, traces, looks: traces.filter(isLook), told };
}
