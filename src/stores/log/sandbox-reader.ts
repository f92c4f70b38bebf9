import { promisify } from "node:util";
import { LineRows } from "../../codec/line-rows.ts";
import { SimulatorError } from "../../core/errors.ts";
import type { InputsOutcome } from "../../core/job/facts.ts";
import type { JsonObject } from "../../core/json.ts";
import type { RowInput } from "../../core/rows/row.ts";
import { fillDataset, type NewDatasetFile } from "../../state/dataset.ts";
import type { Turn } from "../../state/loading.ts";
import { DamageError } from "../../state/open-sandbox.ts";
import type { FileBytes, InputRows } from "../../state/sandbox-state.ts";
import type { StateEvent } from "../../state/state-event.ts";
import type { RowsSummary } from "../blobs/blobs.ts";
import type { Database, SqlRow } from "../database.ts";
import type { EntryParts } from "./entry.ts";
import { type SubmittedData, submittedFact } from "./submitted-data.ts";

const cycle = promisify(setImmediate);

/** Maximum number of rows per page. Processing such a page blocks the thread for about 10 ms. */
const PAGE_ROWS = 1000;

/** Size in bytes at which a page ends. Such a page takes as long as `PAGE_ROWS` short rows. */
const PAGE_BYTES = 4 * 1024 ** 2;

export type StoredTable = "entry" | "exchange" | "trace";

type RowsToRead<Data, Item> = {
  readonly sandbox: { readonly id: number; readonly name: string };
  readonly table: StoredTable;
  /** Number of the last row to read; this process wrote the rows after it. */
  readonly until: number;
  readonly read: (data: Data) => readonly Item[];
};

/**
 * Yields a sandbox's rows in a table, in order. Waits for `turn` before each page, because a page
 * takes a while. Throws a SimulatorError if reading fails: a DamageError if a retry can't succeed.
 */
export async function* storedPages<Data, Item>(
  database: Database,
  rows: RowsToRead<Data, Item>,
  turn: Turn,
): AsyncGenerator<readonly Item[]> {
  try {
    for await (const json of jsonPages(database, rows, turn))
      yield (JSON.parse(json) as Data[]).flatMap(rows.read);
  } catch (cause) {
    if (cause instanceof SimulatorError) throw cause;
    throw new DamageError(rows.sandbox.name, database.name, cause);
  }
}

/**
 * Yields pages as JSON arrays: one string per page takes less time than one per row. Reads the next
 * page while the caller uses the current one, and lets other work run in between.
 */
async function* jsonPages(
  database: Database,
  { sandbox, table, until }: Omit<RowsToRead<never, unknown>, "read">,
  turn: Turn,
): AsyncGenerator<string> {
  const sql = pageQuery(table);
  const read = async (after: number): Promise<SqlRow | undefined> => {
    const range = [sandbox.id, after, until];
    const [row] = await database.rows(sql, ...range, ...range, ...range);
    return row?.["last"] == null ? undefined : row;
  };
  // SQLite blocks the thread while it reads, so wait for a turn before the first page, too.
  await turn();
  let page = await read(0);
  while (page !== undefined) {
    const next = read(Number(page["last"]));
    // If the caller stops early, nothing handles this promise's rejection.
    next.catch(() => {});
    // A database client may send a query only at the end of an event loop cycle. Waiting for that
    // lets the database and the caller work at the same time.
    await cycle();
    await turn();
    yield String(page["json"]);
    page = await next;
  }
}

/** SQL for a page. Pass the sandbox, the previous row, and the last row three times. */
function pageQuery(table: StoredTable): string {
  const order = table === "entry" ? "position" : "number";
  const next = `(SELECT ${order}, json FROM ${table} WHERE sandbox = ? AND ${order} > ? AND ${order} <= ? ORDER BY ${order} LIMIT ${PAGE_ROWS}) AS next`;
  const totals = `(SELECT sum(octet_length(json)) OVER (ORDER BY ${order}) AS total FROM ${next}) AS totals`;
  // Running totals double the time, so they are computed only for a page of PAGE_BYTES or more.
  const length = `CASE WHEN (SELECT sum(octet_length(json)) FROM ${next}) < ${PAGE_BYTES} THEN ${PAGE_ROWS}
    ELSE (SELECT count(*) + 1 FROM ${totals} WHERE total < ${PAGE_BYTES}) END`;
  return `SELECT max(${order}) AS last, '[' || string_agg(json, ',' ORDER BY ${order}) || ']' AS json
    FROM (SELECT * FROM ${next} ORDER BY ${order} LIMIT ${length}) AS page`;
}

type FileData = { readonly byteLength: number; readonly bytes: number };

type RowsData = {
  readonly length: number;
  readonly byteLength: number;
  /** The rows as JSON, which takes less memory than a list, or the ID of their blob. */
  readonly place: number | string;
  /**
   * If the rows are lines of a file: the reference to the positions of every 256th line, or the
   * positions themselves if an older version of batch-sim stored them.
   */
  readonly marks?: string | readonly number[];
  readonly ids?: RowsData;
};

type InputsData = { readonly outcome: InputsOutcome; readonly rows?: RowsData };

/** An entry's data; the entry's kind determines which of these fields the data has. */
export type EntryData = SubmittedData &
  InputsData & {
    readonly kind: StateEvent["kind"];
    /** The inputs of a submitted job, if they were read before the job was stored. */
    readonly inputs?: InputsData;
    readonly datasetId: string;
    readonly addedAt: number;
    /** A dataset's files, if an older version of batch-sim stored the dataset. */
    readonly files?: readonly FileData[];
    /** Undefined if a client deleted the file. */
    readonly file?: FileData;
    /** Undefined if an older version of batch-sim stored the deletion. */
    readonly removed?: FileData;
    /** Undefined if the upload has expired. */
    readonly upload?: { readonly parts: readonly FileData[] };
    readonly scenario: string;
  };

const NO_DATASETS = { datasets: new Map() };

/** Returns an entry's events. Applying all entries' events in order yields the sandbox's state. */
export function readEntry(data: EntryData, parts: EntryParts): StateEvent[] {
  const { kind } = data;
  // `storedEntries` wrote the event's fields. The data has no other user, so it needs no copy.
  const event = (own: object): StateEvent => Object.assign(data, own) as unknown as StateEvent;
  switch (kind) {
    case "jobSubmitted": {
      const { jobId, inputs } = data;
      const submitted = { kind, fact: submittedFact(data, parts.values) };
      return inputs === undefined ? [submitted] : [submitted, inputsEvent(jobId, inputs, parts)];
    }
    case "inputsRead":
      return [inputsEvent(data.jobId, data, parts)];
    case "datasetFilled": {
      const { datasetId, addedAt, at } = data;
      const added = { kind, datasetId, at: addedAt, fileIds: [] };
      const files = data.files?.map((file) => fileOf(file, parts) as NewDatasetFile);
      if (files === undefined) return [added, event({})];
      return [added, ...fillDataset(NO_DATASETS, datasetId, { at, files })];
    }
    case "filePlaced":
    case "fileChanged":
      return [
        event({
          ...(data.file && { file: fileOf(data.file, parts) }),
          ...(data.removed && { removed: fileOf(data.removed, parts) }),
        }),
      ];
    case "uploadChanged": {
      const { upload } = data;
      if (upload === undefined) return [event({})];
      const received = upload.parts.map((part) => bytesOf(part, parts));
      return [event({ upload: { ...upload, parts: received } })];
    }
    case "scenarioPlayed":
      return [event({ scenario: parts.scenarios.get(data.scenario) })];
    default:
      return [event({})];
  }
}

function inputsEvent(jobId: string, { outcome, rows }: InputsData, parts: EntryParts): StateEvent {
  return { kind: "inputsRead", jobId, outcome, rows: rows && rowsOf(rows, parts) };
}

function rowsOf({ length, byteLength, place, marks, ids }: RowsData, parts: EntryParts): InputRows {
  const summary = { length, byteLength, ids: ids && rowsOf(ids, parts) };
  if (typeof place === "string") return new InlineRows(place, summary);
  if (marks === undefined) return parts.blobs.rowsIn(parts.sandboxId, place, summary);
  const shared = typeof marks === "string" ? parts.values.get(marks) : marks;
  const lines = { numLines: length, marks: shared as readonly number[] };
  return new LineRows(bytesOf({ bytes: place, byteLength }, parts), lines);
}

function fileOf({ byteLength, bytes, ...file }: FileData, parts: EntryParts): object {
  return { ...(file as JsonObject), bytes: bytesOf({ byteLength, bytes }, parts) };
}

function bytesOf({ bytes, byteLength }: FileData, { blobs, sandboxId }: EntryParts): FileBytes {
  return blobs.bytesIn(sandboxId, bytes, byteLength);
}

/** Short rows. This is a class, because objects with their own functions take more memory. */
class InlineRows implements InputRows {
  readonly length: number;
  readonly byteLength: number;
  readonly bytesOnDisk: number = 0;
  readonly ids: InputRows | undefined;
  /** JSON, which takes less memory than a list. */
  readonly #json: string;

  constructor(json: string, { length, byteLength, ids }: RowsSummary) {
    this.length = length;
    this.byteLength = byteLength;
    this.ids = ids;
    this.#json = json;
  }

  *batches(from: number, size: number): Generator<readonly RowInput[], void> {
    const rows: readonly RowInput[] = JSON.parse(this.#json);
    for (let start = from; start < rows.length; start += size)
      yield rows.slice(start, start + size);
  }
}
