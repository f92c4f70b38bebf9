import type { Fact, Facts } from "../core/job/facts.ts";
import { type LoggedFact, queueExitsOf } from "../core/job/schedule.ts";
import type { QueueExits } from "../core/job/timeline.ts";
import type { Instant } from "../core/time.ts";

/** What the store keeps of a job: its facts, and where its rows are once they have been read. */
export type StoredJob<Rows> = {
  readonly jobId: string;
  /** Place in the order of submission, from 0. */
  readonly order: number;
  facts: Facts;
  /** The inputs as the client gave them; undefined until they have been read, and where they were refused. */
  rows: Rows | undefined;
  /**
   * Settles when all that a view of the job needs is a fact: what reading its inputs gave and, where job slots are
   * limited, what reading those of the other jobs gave, for they decide who leaves the queue when. Never rejects.
   */
  readonly ready: Promise<void>;
  /** When the job leaves the queue, visit by visit; undefined where it waits for nothing but its own time. */
  readonly queueExits: () => QueueExits | undefined;
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

const NOTHING_TO_READ: Promise<void> = Promise.resolve();

/** The append-only memory of a sandbox. Jobs are never removed, and a job's facts only grow. */
export class Store<Rows> {
  readonly #jobs = new Map<string, StoredJob<Rows>>();
  readonly #datasets = new Map<string, Dataset>();
  readonly #submissions = new Map<string, number>();
  readonly #log: LoggedFact[] = [];
  readonly #reading = new Map<string, Promise<void>>();
  #allRead = NOTHING_TO_READ;
  #hasLimitedSlots = false;
  #replay: { readonly version: number; readonly exits: ReadonlyMap<string, QueueExits> } = {
    version: 0,
    exits: new Map(),
  };
  /** Grows with every fact: what is derived from all jobs is good as long as it stays. */
  version = 0;

  /** How many submissions with this digest came before; counts this one. */
  countSubmission(digest: string): number {
    const before = this.#submissions.get(digest) ?? 0;
    this.#submissions.set(digest, before + 1);
    return before;
  }

  addJob(facts: Facts): StoredJob<Rows> {
    const { jobId, capacity } = facts[0];
    const ready = (): Promise<void> => this.#readyOf(jobId);
    const job: StoredJob<Rows> = {
      jobId,
      order: this.#jobs.size,
      facts,
      rows: undefined,
      get ready() {
        return ready();
      },
      queueExits: () => this.#queueExitsOf(jobId),
    };
    this.#jobs.set(jobId, job);
    this.#hasLimitedSlots ||= capacity !== undefined;
    for (const fact of facts) this.#record(jobId, fact);
    return job;
  }

  addFact(job: StoredJob<Rows>, fact: Fact): void {
    job.facts = [...job.facts, fact];
    this.#record(job.jobId, fact);
  }

  /** Has every view of the job wait until reading its inputs has become a fact, which never rejects. */
  awaitInputs(job: StoredJob<Rows>, reading: Promise<void>): void {
    this.#reading.set(job.jobId, reading);
    const others = this.#allRead;
    this.#allRead = others.then(() => reading);
  }

  /** Every fact of every job, in the order in which they were stored. */
  get log(): readonly LoggedFact[] {
    return this.#log;
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

  #record(jobId: string, fact: Fact): void {
    this.#log.push({ jobId, fact });
    this.version++;
  }

  #readyOf(jobId: string): Promise<void> {
    return this.#hasLimitedSlots ? this.#allRead : (this.#reading.get(jobId) ?? NOTHING_TO_READ);
  }

  /** All facts are replayed once for each version of the store, and only where a job has limited slots. */
  #queueExitsOf(jobId: string): QueueExits | undefined {
    if (!this.#hasLimitedSlots) return undefined;
    if (this.#replay.version !== this.version)
      this.#replay = { version: this.version, exits: queueExitsOf(this.#log) };
    return this.#replay.exits.get(jobId);
  }
}
