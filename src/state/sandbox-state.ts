import type { ClientError, JournalGap } from "../core/exchange.ts";
import type { FaultHits } from "../core/fault-rule.ts";
import type { LineProblem } from "../core/files.ts";
import type { Facts, ReadyInputs } from "../core/job/facts.ts";
import type { RowInput } from "../core/rows/row.ts";
import type { Scenario } from "../core/scenario.ts";
import type { Instant } from "../core/time.ts";
import type { DeliveryAttempt } from "../core/webhooks/delivery.ts";
import type { WebhookEndpoint } from "../core/webhooks/endpoint.ts";
import type { RateLevel } from "./rate-level.ts";

/** Bytes that are read from where they are stored each time. */
export type StoredBytes = AsyncIterable<Uint8Array> & {
  readonly byteLength: number;
  /** The bytes from an offset on; undefined if they can only be read from the start. */
  readonly from?: (offset: number) => AsyncIterable<Uint8Array>;
};

/** A file's content, in memory or elsewhere. */
export type FileBytes = Uint8Array | StoredBytes;

/** A job's inputs as stored, in the order in which the client sent them. */
export type InputRows = {
  readonly length: number;
  /** Total UTF-8 bytes of all rows. */
  readonly byteLength: number;
  /** How many of these bytes are on disk, and not in memory. */
  readonly bytesOnDisk: number;
  /** For rows that are a file's lines: the file, whose bytes count as its own, and where every 256th line begins. */
  readonly file?: { readonly bytes: FileBytes; readonly marks: readonly number[] };
  /** The rows' IDs, in the same order; undefined if the client named no column of IDs. */
  readonly ids?: InputRows | undefined;
  /** The rows from index `from` on, in lists of at most `size`; lists of long rows are shorter. They may have to be read first. */
  readonly batches: (
    from: number,
    size: number,
  ) => Iterable<readonly RowInput[]> | AsyncIterable<readonly RowInput[]>;
};

/** A job at one version of the state. Each new fact replaces the record, so existing references never change. */
export type StoredJob = {
  readonly jobId: string;
  /** Position in the order of submission, from 0. */
  readonly order: number;
  readonly facts: Facts;
  /** The inputs as the client sent them; undefined until they have been read, and if they were refused. */
  readonly rows: InputRows | undefined;
};

type OwnFile = {
  readonly fileId: string;
  readonly fileName: string;
  readonly createdAt: Instant;
  readonly bytes: FileBytes;
};

export type DatasetFile = OwnFile & {
  readonly datasetId: string;
  readonly format: "csv" | "parquet";
  readonly numRows: number;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
};

/** A dataset: a named list of files, in order of upload. */
export type Dataset = {
  readonly datasetId: string;
  readonly addedAt: Instant;
  readonly updatedAt: Instant;
  readonly fileIds: readonly string[];
};

/** The result of a pass over a file's lines: creating a job reads none of them. */
export type LineScan = {
  /** Lines that are not blank. */
  readonly numLines: number;
  /** Where every 256th of these lines begins, in bytes. */
  readonly marks: readonly number[];
  readonly problems: readonly LineProblem[];
  /** Distinct values, as JSON, at each pointer whose values must be equal, with the first line that has them. */
  readonly values: Readonly<Record<string, readonly (readonly [json: string, line: number])[]>>;
  /** Facts about the lines as rows, for jobs. */
  readonly inputs: ReadyInputs;
};

/** A file that a client uploaded as a resource of its own. */
export type ClientFile = OwnFile & {
  readonly purpose: string;
  readonly expiresAt?: Instant;
  /** SHA-256 of the bytes, in hex. */
  readonly sha256: string;
  /** For a purpose whose files have lines. */
  readonly lines?: LineScan;
};

/** An upload of a file in parts. */
export type StartedUpload = {
  readonly uploadId: string;
  readonly purpose: string;
  readonly fileName?: string;
  readonly announcedBytes?: number;
  /** It is removed from this instant on. */
  readonly expiresAt: Instant;
  readonly state: "open" | "finished" | "canceled";
  readonly byteLength: number;
  /** The received parts in order; empty once the upload has ended. */
  readonly parts: readonly FileBytes[];
  readonly fileId?: string;
};

/** A file that the test placed; clients fetch it through a signed URL. */
export type PlacedFile = {
  readonly name: string;
  readonly bytes: FileBytes;
  readonly contentType: string;
  /** The URL is rejected from this instant on. */
  readonly expiresAt: Instant;
  readonly signature: string;
};

/** The state of a sandbox, read-only outside `state/`. Only transactions change it. */
export type StateView = {
  readonly scenario: Scenario;
  /** By ID, in order of submission. Jobs are never removed, and their facts only grow. */
  readonly jobs: ReadonlyMap<string, StoredJob>;
  /** The job of each fact other than inputs, in the order in which the facts were stored. */
  readonly log: readonly string[];
  readonly numFacts: number;
  /** Whether the number of job slots is limited for any job: if so, each job's timeline depends on all the others. */
  readonly hasLimitedSlots: boolean;
  /** Number of submissions, by request digest. */
  readonly submissions: ReadonlyMap<string, number>;
  /** By ID, in order of creation. */
  readonly datasets: ReadonlyMap<string, Dataset>;
  /** The files of clients and of datasets, by ID, in order of their upload; undefined for one that was deleted. */
  readonly storedFiles: ReadonlyMap<string, ClientFile | DatasetFile | undefined>;
  /** By ID, in order of their start. */
  readonly uploads: ReadonlyMap<string, StartedUpload>;
  /** The endpoints of webhooks, by ID, in order of their creation; undefined for one that was deleted. */
  readonly endpoints: ReadonlyMap<string, WebhookEndpoint | undefined>;
  /** The attempts to deliver webhooks by delivery, oldest first. */
  readonly deliveries: ReadonlyMap<string, readonly DeliveryAttempt[]>;
  /** Number of calls, by operation and job; counted only while there are fault rules. */
  readonly calls: ReadonlyMap<string, number>;
  readonly faultHits: FaultHits;
  /** Undefined before the first request that the rate limit counted. */
  readonly rate: RateLevel | undefined;
  /** The files that the test placed, by name. */
  readonly files: ReadonlyMap<string, PlacedFile>;
  /** The client errors that the test reported, oldest first. */
  readonly clientErrors: readonly ClientError[];
  /** Calls that waited for a `manual` clock that was not advanced, as sentences, oldest first. */
  readonly stalls: readonly string[];
  /** Where the journal lacks exchanges, oldest first. */
  readonly journalGaps: readonly JournalGap[];
  /** How far calls have moved the clock, in milliseconds. */
  readonly clockMovedMs: number;
  readonly bytesOnDisk: number;
  /** Approximate size of the state in memory, in bytes. */
  readonly byteLength: number;
  /** How much of it is on JavaScript's heap; the rows of inputs and the bytes of files are not. */
  readonly heapBytes: number;
};

/** The state as `apply` changes it. */
export type SandboxState = { -readonly [Key in keyof StateView]: Writable<StateView[Key]> };

type Writable<Value> =
  Value extends ReadonlyMap<infer Key, infer Item>
    ? Map<Key, Item>
    : Value extends readonly (infer Item)[]
      ? Item[]
      : Value;

/** The state of a sandbox in which nothing has happened yet. */
export function emptyState(scenario: Scenario): SandboxState {
  return {
    scenario,
    jobs: new Map(),
    log: [],
    numFacts: 0,
    hasLimitedSlots: false,
    submissions: new Map(),
    datasets: new Map(),
    storedFiles: new Map(),
    uploads: new Map(),
    endpoints: new Map(),
    deliveries: new Map(),
    calls: new Map(),
    faultHits: new Map(),
    rate: undefined,
    files: new Map(),
    clientErrors: [],
    stalls: [],
    journalGaps: [],
    clockMovedMs: 0,
    bytesOnDisk: 0,
    byteLength: 0,
    heapBytes: 0,
  };
}

export function callKey(operationId: string, jobId: string | undefined): string {
  return `${operationId} ${jobId ?? ""}`;
}

/** A job's current record. Throws a RangeError if the sandbox doesn't have the job. */
export function storedJob({ jobs }: Pick<StateView, "jobs">, jobId: string): StoredJob {
  const job = jobs.get(jobId);
  if (job === undefined) throw new RangeError(`Expected a known job, got \`${jobId}\`.`);
  return job;
}
