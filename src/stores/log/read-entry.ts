import { LineRows } from "../../codec/line-rows.ts";
import type { InputsOutcome } from "../../core/job/facts.ts";
import type { JsonObject } from "../../core/json.ts";
import type { RowInput } from "../../core/rows/row.ts";
import type { Scenario } from "../../core/scenario.ts";
import { fillDataset, type NewDatasetFile } from "../../state/dataset.ts";
import type { FileBytes, InputRows } from "../../state/sandbox-state.ts";
import type { StateEvent } from "../../state/state-event.ts";
import type { RowsSummary } from "../blobs/blobs.ts";
import { type SubmittedData, submittedFact } from "./submitted-data.ts";

export type EntrySource = {
  readonly sharedValue: (ref: string) => object;
  readonly scenarioOf: (ref: string) => Scenario;
  readonly rowsIn: (blob: number, rows: RowsSummary) => InputRows;
  readonly bytesIn: (blob: number, byteLength: number) => FileBytes;
};

type FileData = { readonly byteLength: number; readonly bytes: number };

type RowsData = {
  readonly length: number;
  readonly byteLength: number;
  /** The rows as JSON, which takes less memory than a list, or their blob. */
  readonly place: number | string;
  /**
   * For rows that are lines of a file: the reference to the position of every 256th line; the
   * positions themselves if an older batch-sim stored them.
   */
  readonly marks?: string | readonly number[];
  readonly ids?: RowsData;
};

type InputsData = { readonly outcome: InputsOutcome; readonly rows?: RowsData };

/** An entry's data; its kind determines which of these fields it has. */
export type EntryData = SubmittedData &
  InputsData & {
    readonly kind: StateEvent["kind"];
    /** The inputs of a submitted job, if they were read before the job was stored. */
    readonly inputs?: InputsData;
    readonly datasetId: string;
    readonly addedAt: number;
    /** A dataset's files, if an older batch-sim stored it. */
    readonly files?: readonly FileData[];
    /** Undefined if a client deleted the file. */
    readonly file?: FileData;
    /** Undefined if an older batch-sim stored the deletion. */
    readonly removed?: FileData;
    /** Undefined if the upload has expired. */
    readonly upload?: { readonly parts: readonly FileData[] };
    readonly scenario: string;
  };

const NO_DATASETS = { datasets: new Map() };

/**
 * The events of an entry: applied in the order of their positions, those of all entries make the
 * state.
 */
export function readEntry(data: EntryData, source: EntrySource): StateEvent[] {
  const { kind } = data;
  // `storedEntries` wrote the data, so each kind has its own form. It is not shared, so it need not
  // be copied.
  const event = (parts: object): StateEvent => Object.assign(data, parts) as unknown as StateEvent;
  switch (kind) {
    case "jobSubmitted": {
      const fact = submittedFact(data, source.sharedValue);
      const { jobId, inputs } = data;
      return inputs === undefined
        ? [{ kind, fact }]
        : [{ kind, fact }, inputsEvent(jobId, inputs, source)];
    }
    case "inputsRead":
      return [inputsEvent(data.jobId, data, source)];
    case "datasetFilled": {
      const { datasetId, addedAt, at } = data;
      const added = { kind, datasetId, at: addedAt, fileIds: [] };
      const files = data.files?.map((file) => fileOf(file, source) as NewDatasetFile);
      if (files === undefined) return [added, event({})];
      return [added, ...fillDataset(NO_DATASETS, datasetId, { at, files })];
    }
    case "filePlaced":
    case "fileChanged":
      return [
        event({
          ...(data.file && { file: fileOf(data.file, source) }),
          ...(data.removed && { removed: fileOf(data.removed, source) }),
        }),
      ];
    case "uploadChanged": {
      const { upload } = data;
      const parts = upload?.parts.map(({ bytes, byteLength }) => source.bytesIn(bytes, byteLength));
      return [event(upload === undefined ? {} : { upload: { ...upload, parts } })];
    }
    case "scenarioPlayed":
      return [event({ scenario: source.scenarioOf(data.scenario) })];
    default:
      return [event({})];
  }
}

function inputsEvent(
  jobId: string,
  { outcome, rows }: InputsData,
  source: EntrySource,
): StateEvent {
  return { kind: "inputsRead", jobId, outcome, rows: rows && rowsOf(rows, source) };
}

function rowsOf(
  { length, byteLength, place, marks, ids }: RowsData,
  source: EntrySource,
): InputRows {
  const summary =
    ids === undefined ? { length, byteLength } : { length, byteLength, ids: rowsOf(ids, source) };
  if (typeof place === "string") return new InlineRows(place, summary);
  if (marks === undefined) return source.rowsIn(place, summary);
  const shared = typeof marks === "string" ? source.sharedValue(marks) : marks;
  const lines = { numLines: length, marks: shared as readonly number[] };
  return new LineRows(source.bytesIn(place, byteLength), lines);
}

function fileOf({ byteLength, bytes, ...file }: FileData, { bytesIn }: EntrySource): object {
  return { ...(file as JsonObject), bytes: bytesIn(bytes, byteLength) };
}

class InlineRows implements InputRows {
  readonly length: number;
  readonly byteLength: number;
  readonly bytesOnDisk: number = 0;
  readonly ids: InputRows | undefined;
  /** JSON, which takes less memory than a list. */
  readonly #json: string;

  constructor(
    json: string,
    { length, byteLength, ids }: Pick<InputRows, "length" | "byteLength" | "ids">,
  ) {
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
