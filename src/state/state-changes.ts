import type { Fact, Facts, InputsOutcome, Submission, SubmittedFact } from "../core/job/facts.ts";
import type { Instant } from "../core/time.ts";
import {
  type ClientFile,
  type DatasetFile,
  type FileBytes,
  type InputRows,
  type SandboxState,
  type StartedUpload,
  type StoredJob,
  storedJob,
} from "./sandbox-state.ts";

// Functions that change a state's facts, rows, or files, and count their size.

/** Approximate size of a job with its map entries, in bytes, without the client's strings. */
const JOB_BYTES = 1000;

/** Approximate size of a fact that isn't a submission, in bytes, without its strings. */
export const FACT_BYTES = 240;

/** Maximum bytes of a job's rows that count as heap: only short lists of rows are on the heap. */
const MAX_HEAP_ROW_BYTES = 1024;

/** Approximate length of a number, boolean, or null in JSON. */
const SCALAR_BYTES = 4;

/** Memory that a JSON Schema takes, as a multiple of the length of its text. */
const SCHEMA_FACTOR = 8;

export function submitJob(state: SandboxState, fact: SubmittedFact): void {
  const { jobId, key, capacity, submission } = fact;
  const order = state.jobs.size;
  state.jobs.set(jobId, { jobId, order, facts: [fact], rows: undefined });
  state.hasLimitedSlots ||= capacity !== undefined;
  state.submissions.set(key, (state.submissions.get(key) ?? 0) + 1);
  state.log.push(order);
  state.numFacts++;
  grow(state, JOB_BYTES + textBytes(submission));
}

function textBytes({ jsonSchema, ...others }: Submission): number {
  const schema = jsonSchema === undefined ? 0 : JSON.stringify(jsonSchema).length;
  return lengthIn(others) + schema * SCHEMA_FACTOR;
}

/** Estimates the length of a value's JSON; making the JSON would take ten times as long. */
export function lengthIn(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return SCALAR_BYTES;
  const fields = value as Readonly<Record<string, unknown>>;
  let length = 0;
  for (const name in fields) length += name.length + lengthIn(fields[name]);
  return length;
}

export function appendFact(state: SandboxState, jobId: string, fact: Fact): void {
  const job = storedJob(state, jobId);
  const { order, rows } = job;
  state.jobs.set(jobId, { jobId, order, facts: joined(job.facts, [fact]), rows });
  state.log.push(order);
  state.numFacts++;
  grow(state, FACT_BYTES + ("reason" in fact ? (fact.reason?.length ?? 0) : 0));
}

export type InputsChange = Pick<StoredJob, "jobId" | "rows"> & { readonly outcome: InputsOutcome };

export function noteInputs(state: SandboxState, { jobId, outcome, rows }: InputsChange): void {
  const { order, facts } = storedJob(state, jobId);
  const [submitted] = facts;
  const fact = { type: "inputs", at: submitted.at, outcome } as const;
  // The outcome gets the time of the submission, because readers must not be able to tell whether
  // the fetch ended before or after other facts.
  const known: Facts = [submitted, fact];
  const all = facts.length === 1 ? known : joined(known, facts.slice(1));
  state.jobs.set(jobId, { jobId, order, facts: all, rows });
  state.numFacts++;
  const rowBytes = rowsInMemory(rows) + rowsInMemory(rows?.ids);
  const heapRowBytes = Math.min(rowBytes, MAX_HEAP_ROW_BYTES);
  grow(state, FACT_BYTES + heapRowBytes + ("reason" in outcome ? outcome.reason.length : 0));
  state.byteLength += rowBytes - heapRowBytes;
  if (rows?.file !== undefined) return;
  state.bytesOnDisk += (rows?.bytesOnDisk ?? 0) + (rows?.ids?.bytesOnDisk ?? 0);
}

function rowsInMemory(rows: InputRows | undefined): number {
  return rows === undefined || rows.file !== undefined ? 0 : rows.byteLength - rows.bytesOnDisk;
}

/** Counts a file's bytes. Bytes on disk remain after its deletion: a job may still read them. */
export function keepBytes(state: SandboxState, file: { readonly bytes: FileBytes }): void {
  const inMemory = bytesInMemory(file);
  state.byteLength += inMemory;
  state.bytesOnDisk += file.bytes.byteLength - inMemory;
}

export function bytesInMemory({ bytes }: { readonly bytes: FileBytes }): number {
  return bytes instanceof Uint8Array ? bytes.byteLength : 0;
}

export type FileChange = {
  readonly fileId: string;
  readonly at: Instant;
  readonly file?: ClientFile | DatasetFile;
  /** A client's deleted file: its bytes are kept, because a job may still read its lines. */
  readonly removed?: Pick<ClientFile, "bytes">;
};

export function changeFile(state: SandboxState, { fileId, file, removed }: FileChange): void {
  const before = state.storedFiles.get(fileId);
  state.storedFiles.set(fileId, file);
  // After a restart, the file is not in the state, but its bytes still have to be counted.
  if (before === undefined && removed !== undefined) keepBytes(state, removed);
  if (file === before) return;
  if (before !== undefined) {
    grow(state, -factBytes(before));
    if (removed === undefined) state.byteLength -= bytesInMemory(before);
  }
  if (file === undefined) return;
  grow(state, factBytes(file));
  keepBytes(state, file);
}

function factBytes(file: ClientFile | DatasetFile): number {
  return FACT_BYTES + ("lines" in file ? lengthIn(file.lines) : 0);
}

export function changeUpload(state: SandboxState, uploadId: string, upload?: StartedUpload): void {
  const before = state.uploads.get(uploadId);
  if (upload === undefined) state.uploads.delete(uploadId);
  else state.uploads.set(uploadId, upload);
  if (before !== undefined) countUpload(state, before, -1);
  if (upload !== undefined) countUpload(state, upload, 1);
}

/** Adds or subtracts the size of an upload, whose parts are on disk. */
function countUpload(state: SandboxState, { parts }: StartedUpload, sign: 1 | -1): void {
  grow(state, sign * FACT_BYTES * (1 + parts.length));
  for (const { byteLength } of parts) state.bytesOnDisk += sign * byteLength;
}

/** Joins lists in an array of exact length; a spread would reserve room for 16 more items. */
function joined(first: Facts, more: readonly Fact[]): Facts {
  return first.concat(more) as readonly Fact[] as Facts;
}

/** Adds bytes on the heap to both totals; a negative number subtracts. */
export function grow(state: SandboxState, bytes: number): void {
  state.byteLength += bytes;
  state.heapBytes += bytes;
}
