import type { ClientError, JournalGap } from "../core/exchange.ts";
import type { RuleHits } from "../core/fault-rule.ts";
import type { LineProblem } from "../core/file-rules.ts";
import type { Facts, ReadyInputs } from "../core/job/facts.ts";
import type { RowInput } from "../core/rows/row.ts";
import type { Scenario } from "../core/scenario.ts";
import type { Instant } from "../core/time.ts";
import type { DeliveryAttempt } from "../core/webhooks/delivery.ts";
import type { WebhookEndpoint } from "../core/webhooks/endpoint.ts";

/** Bytes that are read from storage each time they are used. */
export type StoredBytes = AsyncIterable<Uint8Array> & {
  readonly byteLength: number;
  /** The bytes from an offset on; undefined if they can only be read from the start. */
  readonly from?: (offset: number) => AsyncIterable<Uint8Array>;
};

export type FileBytes = Uint8Array | StoredBytes;

/** A job's inputs as stored, in the order in which the client sent them. */
export type InputRows = {
  readonly length: number;
  /** Total UTF-8 bytes of all rows. */
  readonly byteLength: number;
  /** UTF-8 bytes of the rows that are on disk instead of in memory. */
  readonly bytesOnDisk: number;
  /**
   * If the rows are lines of a file: the file, whose bytes are counted separately, and the position
   * of every 256th line.
   */
  readonly file?: { readonly bytes: FileBytes; readonly marks: readonly number[] };
  /** The rows' IDs, in the same order; undefined if the client named no ID column. */
  readonly ids?: InputRows | undefined;
  /**
   * The rows from index `from` on, in lists of at most `size`; lists of long rows are shorter. The
   * iterable is async if the rows have to be read from storage.
   */
  readonly batches: (
    from: number,
    size: number,
  ) => Iterable<readonly RowInput[]> | AsyncIterable<readonly RowInput[]>;
};

/** A job's record, which never changes: each new fact produces a new record. */
export type StoredJob = {
  readonly jobId: string;
  /** Position in the order of submission, from 0. */
  readonly order: number;
  readonly facts: Facts;
  /** The inputs as the client sent them; undefined if they have not been read or were refused. */
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

/** The result of scanning a file's lines, so that creating a job doesn't have to read them. */
export type LineScan = {
  /** Number of lines that are not blank. */
  readonly numLines: number;
  /** Byte position of every 256th line that is not blank. */
  readonly marks: readonly number[];
  readonly problems: readonly LineProblem[];
  /** For each JSON Pointer that lines must agree on: distinct values, each with its first line. */
  readonly values: Readonly<Record<string, readonly (readonly [json: string, line: number])[]>>;
  /** Facts about the inputs, such as token counts, for a job that uses these lines. */
  readonly inputs: ReadyInputs;
};

/** A file that a client uploaded as a separate resource. */
export type ClientFile = OwnFile & {
  readonly purpose: string;
  readonly expiresAt?: Instant;
  /** SHA-256 of the bytes, in hex. */
  readonly sha256: string;
  /** The scan of the file's lines; undefined if the file's purpose doesn't require lines. */
  readonly lines?: LineScan;
};

export type StartedUpload = {
  readonly uploadId: string;
  readonly purpose: string;
  readonly fileName?: string;
  readonly announcedBytes?: number;
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

/** Number of tokens in the bucket that limits a sandbox's requests, and when they were counted. */
export type RateLevel = { readonly tokens: number; readonly at: Instant };

/** The parts of a sandbox's recipe that are in the sandbox's initial state. */
export type Beginning = { readonly scenario: Scenario; readonly title?: string | undefined };

export function emptyState({ scenario, title }: Beginning) {
  return {
    scenario,
    /** The sandbox's display name; undefined if it is the same as the sandbox's own name. */
    title,
    /** Jobs by ID, in order of submission. Jobs are never removed, and facts are only added. */
    jobs: new Map<string, StoredJob>(),
    /** For each stored fact, its job's `order`; facts about inputs are left out. */
    log: [] as number[],
    numFacts: 0,
    /** Whether job slots were limited for any job, so that timelines depend on each other. */
    hasLimitedSlots: false,
    /** Number of submissions, by request digest. */
    submissions: new Map<string, number>(),
    /** Datasets by ID, in order of creation. */
    datasets: new Map<string, Dataset>(),
    /** Clients' and datasets' files by ID, in order of upload; undefined for a deleted file. */
    storedFiles: new Map<string, ClientFile | DatasetFile | undefined>(),
    /** Uploads by ID, in order of their start. */
    uploads: new Map<string, StartedUpload>(),
    /** Webhook endpoints by ID, in order of creation; undefined for a deleted endpoint. */
    endpoints: new Map<string, WebhookEndpoint | undefined>(),
    /** Attempts to deliver webhooks, by delivery ID, oldest first. */
    deliveries: new Map<string, readonly DeliveryAttempt[]>(),
    /** Number of calls, by operation and job; counted only while there are fault rules. */
    calls: new Map<string, number>(),
    faultHits: new Map<string, RuleHits>(),
    files: new Map<string, PlacedFile>(),
    /** Undefined before the first request that the rate limit counted. */
    rate: undefined as RateLevel | undefined,
    /** The client errors that the test reported, oldest first. */
    clientErrors: [] as ClientError[],
    /** Descriptions of the first stalls of a `manual` or `poll` clock. */
    stalls: [] as string[],
    /** Ranges in which the journal lacks exchanges, oldest first. */
    journalGaps: [] as JournalGap[],
    clockMovedMs: 0,
    bytesOnDisk: 0,
    /** Approximate size of the state in memory, in bytes. */
    byteLength: 0,
    /** Approximate bytes on the V8 heap, which excludes files' contents and most input rows. */
    heapBytes: 0,
  };
}

/** A sandbox's state. Only the events in `state-event.ts` change it. */
export type SandboxState = ReturnType<typeof emptyState>;

export function callKey(operationId: string, jobId: string | undefined): string {
  return `${operationId} ${jobId ?? ""}`;
}

/** A job's current record. Throws a RangeError if the sandbox doesn't have the job. */
export function storedJob(
  { jobs }: { readonly jobs: ReadonlyMap<string, StoredJob> },
  jobId: string,
): StoredJob {
  const job = jobs.get(jobId);
  if (job === undefined) throw new RangeError(`Expected a known job, got \`${jobId}\`.`);
  return job;
}
