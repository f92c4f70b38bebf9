import type { Fact, Facts, SubmittedFact } from "../core/job/facts.ts";
import { type LoggedFact, queueExitsOf } from "../core/job/schedule.ts";
import type { QueueExits } from "../core/job/timeline.ts";
import type { Instant } from "../core/time.ts";
import type { InputRows } from "./input-rows.ts";

/** What the store keeps of a job: its facts, and where its rows are once they have been read. */
export type StoredJob = {
  readonly jobId: string;
  /** Place in the order of submission, from 0. */
  readonly order: number;
  facts: Facts;
  /** The inputs as the client gave them; undefined until they have been read, and where they were refused. */
  rows: InputRows | undefined;
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

/** Rough size of a fact without its texts, its job's share included. */
const FACT_BYTES = 2000;

const NOTHING_TO_READ: Promise<void> = Promise.resolve();

/** The append-only memory of a sandbox. Jobs are never removed, and a job's facts only grow. */
export class Store {
  readonly #jobs = new Map<string, StoredJob>();
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
  #inputBytes = 0;
  /** Grows with every fact: what is derived from all jobs is good as long as it stays. */
  version = 0;

  /** How many submissions with this digest came before; counts this one. */
  countSubmission(digest: string): number {
    const before = this.#submissions.get(digest) ?? 0;
    this.#submissions.set(digest, before + 1);
    return before;
  }

  addJob(facts: Facts): StoredJob {
    const { jobId, capacity } = facts[0];
    const ready = (): Promise<void> => this.#readyOf(jobId);
    const job: StoredJob = {
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
    this.#inputBytes += textBytesOf(facts[0]);
    return job;
  }

  addFact(job: StoredJob, fact: Fact): void {
    job.facts = [...job.facts, fact];
    this.#record(job.jobId, fact);
  }

  /** Has every view of the job wait until reading its inputs has become a fact, which never rejects. */
  awaitInputs(job: StoredJob, reading: Promise<void>): void {
    this.#reading.set(job.jobId, reading);
    const others = this.#allRead;
    this.#allRead = Promise.all([others, reading]).then(() => {});
  }

  /** Every fact of every job, in the order in which they were stored. */
  get log(): readonly LoggedFact[] {
    return this.#log;
  }

  /** Keeps the inputs of a job, once they have been read. */
  setRows(job: StoredJob, rows: InputRows | undefined): void {
    job.rows = rows;
    this.#inputBytes += rows?.byteLength ?? 0;
  }

  /** Rough size of all that is kept. */
  get byteLength(): number {
    const files = this.datasets().flatMap((dataset) => dataset.files);
    const fileBytes = files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
    return this.version * FACT_BYTES + this.#inputBytes + fileBytes;
  }

  job(jobId: string): StoredJob | undefined {
    return this.#jobs.get(jobId);
  }

  /** In order of submission. */
  jobs(): readonly StoredJob[] {
    return [...this.#jobs.values()];
  }

  /** Identical submissions so far, by the digest of their request. */
  get submissions(): ReadonlyMap<string, number> {
    return this.#submissions;
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

function textBytesOf({ submission: { systemPrompt, jsonSchema } }: SubmittedFact): number {
  const schema = jsonSchema === undefined ? "" : JSON.stringify(jsonSchema);
  return (systemPrompt?.length ?? 0) + schema.length;
}
