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

type Folder = Pick<JobCase, "created" | "traces"> & { readonly evidence: JobEvidence };

/**
 * The jobs whose create request is among the traces, in order of submission. A case is made each time that it is used: all of them
 * together would take more memory than their jobs.
 */
export class JobCases implements Iterable<JobCase> {
  readonly #folders: ReadonlyMap<string, Folder>;

  private constructor(folders: ReadonlyMap<string, Folder>) {
    this.#folders = folders;
  }

  /** The cases of jobs, given the traces by job. */
  static *open(
    jobs: readonly JobEvidence[],
    byId: ReadonlyMap<string, readonly Trace[]>,
  ): Stepwise<JobCases> {
    const folders = new Map<string, Folder>();
    yield* forEachInSteps(jobs, (evidence) => {
      const traces = byId.get(evidence.jobId) ?? [];
      const created = traces.find(({ use }) => use === "createJob");
      if (created !== undefined) folders.set(evidence.jobId, { evidence, traces, created });
    });
    return new JobCases(folders);
  }

  /** The jobs' IDs. */
  get ids(): Iterable<string> {
    return this.#folders.keys();
  }

  /** The case of a job; undefined if there is none. */
  get(jobId: string): JobCase | undefined {
    const folder = this.#folders.get(jobId);
    return folder && caseOf(folder);
  }

  *[Symbol.iterator](): Iterator<JobCase> {
    for (const folder of this.#folders.values()) yield caseOf(folder);
  }
}

function caseOf({ evidence: { jobId, history: job }, created, traces }: Folder): JobCase {
  const told = traces.flatMap((trace) => toldBy(trace, job.timeline));
  return { jobId, job, created, traces, looks: traces.filter(isLook), told };
}
