import type { RowInput } from "../../core/rows/row.ts";
import type { Scenario } from "../../core/scenario.ts";
import type { FileBytes, InputRows } from "../../state/sandbox-state.ts";
import { meaningOf, type StateEvent, type StateView } from "../../state/state-event.ts";
import type { Blobs } from "../blobs/blobs.ts";
import type { Content } from "../blobs/content.ts";
import { type HashedValues, hashOf } from "./hashed-values.ts";
import { submittedData } from "./submitted-data.ts";

/** The storage for large and shared values that a sandbox's entries refer to. */
export type EntryParts = {
  readonly sandboxId: number;
  readonly values: HashedValues<object>;
  readonly scenarios: HashedValues<Scenario>;
  readonly blobs: Blobs;
};

export type StoredEntry = {
  readonly kind: StateEvent["kind"];
  /** A later entry with the same kind and ID replaces this one; undefined if that never happens. */
  readonly id: string | undefined;
  /** Called within the transaction that writes the entry. */
  readonly data: (parts: EntryParts) => object;
  readonly contents: readonly Content[];
  /** Names of the fault rules whose counts are kept; undefined to keep all counts. */
  readonly keptRules?: readonly string[];
};

type InputsEvent = Extract<StateEvent, { readonly kind: "inputsRead" }>;

/** Maximum size, in bytes, of rows that are stored in the entry itself. */
const MAX_INLINE_BYTES = 1024;

/** Maximum length of an ID that is stored unchanged: PostgreSQL's indexes allow 2704 bytes. */
const MAX_ID_LENGTH = 256;

/** Characters that databases may reject or alter: control characters and unpaired surrogates. */
const UNSTORABLE = /[\p{Cc}\p{Cs}]/u;

/** The ID of an entry's row: the original ID or, if it can't be stored, its hash. */
export function rowIdOf(id: string): string {
  const isStored = id.length <= MAX_ID_LENGTH && !UNSTORABLE.test(id);
  // JSON escapes unpaired surrogates. Without that, all of them would have the same hash.
  return isStored ? id : hashOf(JSON.stringify(id));
}

/** Returns the entries for a transaction's events. `state` is the state after these events. */
export function storedEntries(
  events: readonly StateEvent[],
  state: StateView,
): readonly StoredEntry[] {
  return events.flatMap((event, index) => {
    if (isOfSubmission(event, events[index - 1])) return [];
    const entry = entryOf(event, state);
    const next = events[index + 1];
    if (!isOfSubmission(next, event)) return [entry];
    // Combining both events in one entry halves the number of rows that a restart reads.
    const { data, contents } = inputsEntry(next);
    const both = (parts: EntryParts) => ({ ...entry.data(parts), inputs: data(parts) });
    return [{ ...entry, data: both, contents }];
  });
}

function isOfSubmission(
  event: StateEvent | undefined,
  before: StateEvent | undefined,
): event is InputsEvent {
  return (
    event?.kind === "inputsRead" &&
    before?.kind === "jobSubmitted" &&
    before.fact.jobId === event.jobId
  );
}

/** Returns an event's entry. Most entries contain the event's data unchanged. */
function entryOf(event: StateEvent, state: StateView): StoredEntry {
  const { kind, ...rest } = event;
  const plain = { kind, id: meaningOf(event).id?.(event), data: () => rest, contents: [] };
  switch (kind) {
    case "jobSubmitted":
      return { ...plain, data: ({ values }) => submittedData(event.fact, values) };
    case "inputsRead": {
      const { data, contents } = inputsEntry(event);
      const { jobId } = event;
      return { ...plain, data: (parts) => ({ jobId, ...data(parts) }), contents };
    }
    case "datasetFilled": {
      const addedAt = state.datasets.get(event.datasetId)?.addedAt ?? event.at;
      return { ...plain, data: () => ({ ...rest, addedAt }) };
    }
    case "filePlaced":
    case "fileChanged": {
      const name = "removed" in event ? "removed" : "file";
      const file = "removed" in event ? event.removed : event.file;
      if (file === undefined) return plain;
      const data = (parts: EntryParts): object => ({ ...rest, [name]: fileData(file, parts) });
      return { ...plain, data, contents: [file.bytes] };
    }
    case "uploadChanged": {
      const { uploadId, upload } = event;
      const { parts = [], ...others } = upload ?? {};
      const data = (entry: EntryParts): object => ({
        uploadId,
        ...(upload && {
          upload: { ...others, parts: parts.map((bytes) => fileData({ bytes }, entry)) },
        }),
      });
      return { ...plain, data, contents: parts };
    }
    case "scenarioPlayed": {
      const data = (parts: EntryParts): object => ({
        scenario: parts.scenarios.refOf(event.scenario),
      });
      return { ...plain, data, keptRules: event.scenario.faults.map(({ name }) => name) };
    }
    case "clockMoved": {
      // Uses the current value, because the clock can move again before the entry is written.
      const byMs = state.clockMovedMs;
      return { ...plain, data: () => ({ byMs }) };
    }
    default:
      return plain;
  }
}

/** Makes the entry's data for a job's inputs. Blobs store long inputs and the lines of files. */
function inputsEntry({ outcome, rows }: InputsEvent): Pick<StoredEntry, "data" | "contents"> {
  const lists = rows === undefined ? [] : [rows, ...(rows.ids === undefined ? [] : [rows.ids])];
  const contents = lists.filter((list) => !isInline(list)).map(contentOf);
  const data = (parts: EntryParts): object => ({
    outcome,
    ...(rows && { rows: rowsData(rows, parts) }),
  });
  return { data, contents };
}

function rowsData(rows: InputRows, parts: EntryParts): object {
  const { length, byteLength, ids, file } = rows;
  return {
    length,
    byteLength,
    place: isInline(rows)
      ? JSON.stringify(rowsAtOnce(rows))
      : parts.blobs.use(parts.sandboxId, contentOf(rows)),
    ...(file && { marks: parts.values.refOf(file.marks) }),
    ...(ids && { ids: rowsData(ids, parts) }),
  };
}

function rowsAtOnce(rows: InputRows): readonly RowInput[] {
  const found = rows.batches(0, rows.length + 1);
  if (Symbol.iterator in found) return [...found].flat();
  throw new RangeError("Expected rows that are in memory.");
}

function isInline({ byteLength, length, file }: InputRows): boolean {
  return file === undefined && byteLength + length <= MAX_INLINE_BYTES;
}

/** A file is stored once, regardless of how many jobs use its lines as inputs. */
function contentOf(rows: InputRows): Content {
  return rows.file?.bytes ?? rows;
}

function fileData<File extends { readonly bytes: FileBytes }>(
  { bytes, ...file }: File,
  { blobs, sandboxId }: EntryParts,
): object {
  return { ...file, byteLength: bytes.byteLength, bytes: blobs.use(sandboxId, bytes) };
}
