import type { JsonObject } from "../../core/json.ts";
import type { RowInput } from "../../core/rows/row.ts";
import type { Scenario } from "../../core/scenario.ts";
import type { FileBytes } from "../file-bytes.ts";
import type { InputRows } from "../input-rows.ts";
import type { StateEvent } from "../state-event.ts";
import type { RowsSummary } from "./blobs.ts";
import { batchesOf } from "./row-batches.ts";

/** What the references in an entry stand for. */
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
  /** The rows, or their blob. */
  readonly place: number | readonly RowInput[];
  readonly ids?: RowsData;
};

type SubmittedData = {
  readonly submission: { readonly jsonSchema?: string };
  readonly model: string;
  readonly profile: string;
  readonly rowRules?: string;
  readonly assumptions: string;
};

/** The data of an entry; its kind determines which of these it has. */
type EntryData = {
  readonly fact: SubmittedData;
  readonly rows?: RowsData;
  readonly addedAt: number;
  readonly files: readonly FileData[];
  readonly file: FileData;
  readonly scenario: string;
};

/** The events of an entry: applied in the order of their positions, those of all entries make the state. */
export function readEntry(kind: string, json: string, source: EntrySource): StateEvent[] {
  const data: EntryData = JSON.parse(json);
  // `entryOf` wrote it, so each kind has its own data.
  const event = (parts: object): StateEvent =>
    ({ ...data, ...parts, kind }) as unknown as StateEvent;
  switch (kind as StateEvent["kind"]) {
    case "jobSubmitted":
      return [event({ fact: submitted(data.fact, source) })];
    case "inputsRead":
      return [event({ rows: data.rows && rowsOf(data.rows, source) })];
    case "datasetFilled": {
      const files = data.files.map((file) => fileOf(file, source));
      return [event({ at: data.addedAt, files: [] }), event({ files })];
    }
    case "filePlaced":
      return [event({ file: fileOf(data.file, source) })];
    case "scenarioPlayed":
      return [event({ scenario: source.scenarioOf(data.scenario) })];
    default:
      return [event({})];
  }
}

function submitted(fact: SubmittedData, { sharedValue }: EntrySource): object {
  const { submission, model, profile, rowRules, assumptions } = fact;
  const { jsonSchema } = submission;
  return {
    ...fact,
    submission:
      jsonSchema === undefined
        ? submission
        : { ...submission, jsonSchema: sharedValue(jsonSchema) },
    model: sharedValue(model),
    profile: sharedValue(profile),
    ...(rowRules === undefined ? {} : { rowRules: sharedValue(rowRules) }),
    assumptions: sharedValue(assumptions),
  };
}

function rowsOf({ length, byteLength, place, ids }: RowsData, source: EntrySource): InputRows {
  const about = { length, byteLength, ...(ids && { ids: rowsOf(ids, source) }) };
  if (typeof place === "number") return source.rowsIn(place, about);
  // A string takes less memory than a list.
  const json = JSON.stringify(place);
  return {
    ...about,
    bytesOnDisk: 0,
    batches: (from, size) => batchesOf((JSON.parse(json) as RowInput[]).slice(from), size),
  };
}

function fileOf({ byteLength, bytes, ...file }: FileData, { bytesIn }: EntrySource): object {
  return { ...(file as JsonObject), bytes: bytesIn(bytes, byteLength) };
}
