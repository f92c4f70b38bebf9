import type { Fact, Facts } from "../core/job/facts.ts";
import type { Instant } from "../core/time.ts";

/** What the store keeps of a job: its facts, and where its rows are once they have been read. */
export type StoredJob<Rows> = {
  readonly jobId: string;
  /** Place in the order of submission, from 0. */
  readonly order: number;
  facts: Facts;
  /** The inputs as the client gave them; undefined until they have been read, and where they were refused. */
  rows: Rows | undefined;
  /** Settles when reading the inputs has become a fact; never rejects. */
  ready: Promise<void>;
};

/** A file of a dataset, as it was uploaded. */
export type DatasetFile = {
  readonly fileName: string;
  readonly bytes: Uint8Array;
  readonly format: "csv" | "parquet";
  readonly numRows: number;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
};

/** A dataset: its files in order of upload. */
export type Dataset = {
  readonly datasetId: string;
  readonly addedAt: Instant;
  updatedAt: Instant;
  files: readonly DatasetFile[];
};

/** The append-only memory of a sandbox. Jobs are never removed, and a job's facts only grow. */
export class Store<Rows> {
  readonly #jobs = new Map<string, StoredJob<Rows>>();
  readonly #datasets = new Map<string, Dataset>();
  readonly #submissions = new Map<string, number>();
  /** Grows with every fact: what is derived from all jobs is good as long as it stays. */
  version = 0;

  /** How many submissions with this digest came before; counts this one. */
  countSubmission(digest: string): number {
    const before = this.#submissions.get(digest) ?? 0;
    this.#submissions.set(digest, before + 1);
    return before;
  }

  addJob(facts: Facts): StoredJob<Rows> {
    const { jobId } = facts[0];
    const job: StoredJob<Rows> = {
      jobId,
      order: this.#jobs.size,
      facts,
      rows: undefined,
      ready: Promise.resolve(),
    };
    this.#jobs.set(jobId, job);
    this.version++;
    return job;
  }

  addFact(job: StoredJob<Rows>, fact: Fact): void {
    job.facts = [...job.facts, fact];
    this.version++;
  }

  job(jobId: string): StoredJob<Rows> | undefined {
    return this.#jobs.get(jobId);
  }

  /** In order of submission. */
  jobs(): readonly StoredJob<Rows>[] {
    return [...this.#jobs.values()];
  }

  addDataset(dataset: Dataset): void {
    this.#datasets.set(dataset.datasetId, dataset);
  }

  dataset(datasetId: string): Dataset | undefined {
    return this.#datasets.get(datasetId);
  }

  /** In order of creation. */
  datasets(): readonly Dataset[] {
    return [...this.#datasets.values()];
  }
}
