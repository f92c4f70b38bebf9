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
  /** The rows as JSON, which takes less memory than a list, or their blob. */
  readonly place: number | string;
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
export type EntryData = {
  readonly fact: SubmittedData;
  readonly rows?: RowsData;
  readonly addedAt: number;
  readonly files: readonly FileData[];
  readonly file: FileData;
  readonly scenario: string;
};

/** The events of an entry: applied in the order of their positions, those of all entries make the state. */
export function readEntry(kind: string, data: EntryData, source: EntrySource): StateEvent[] {
  // `entryOf` wrote it, so each kind has its own data. Nothing else has it, and copies of 100,000 entries take a while.
  const event = (parts: object): StateEvent =>
    Object.assign(data, parts, { kind }) as unknown as StateEvent;
  switch (kind as StateEvent["kind"]) {
    case "jobSubmitted":
      return [event({ fact: submitted(data.fact, source) })];
    case "inputsRead":
      return [event({ rows: data.rows && rowsOf(data.rows, source) })];
    case "datasetFilled": {
      const files = data.files.map((file) => fileOf(file, source));
      const added = { ...data, kind, at: data.addedAt, files: [] } as unknown as StateEvent;
      return [added, event({ files })];
    }
    case "filePlaced":
      return [event({ file: fileOf(data.file, source) })];
    case "scenarioPlayed":
      return [event({ scenario: source.scenarioOf(data.scenario) })];
    default:
      return [event({})];
  }
}

/** Replaces the references in a fact with what they stand for. */
function submitted(fact: SubmittedData, { sharedValue }: EntrySource): object {
  const { submission, model, profile, rowRules, assumptions } = fact;
  const { jsonSchema } = submission;
  if (jsonSchema !== undefined) Object.assign(submission, { jsonSchema: sharedValue(jsonSchema) });
  if (rowRules !== undefined) Object.assign(fact, { rowRules: sharedValue(rowRules) });
  return Object.assign(fact, {
    model: sharedValue(model),
    profile: sharedValue(profile),
    assumptions: sharedValue(assumptions),
  });
}

function rowsOf({ length, byteLength, place, ids }: RowsData, source: EntrySource): InputRows {
  const others = ids && { ids: rowsOf(ids, source) };
  if (typeof place === "number") return source.rowsIn(place, { length, byteLength, ...others });
  const batches = (from: number, size: number): Iterable<readonly RowInput[]> =>
    batchesOf((JSON.parse(place) as RowInput[]).slice(from), size);
  const rows = { length, byteLength, bytesOnDisk: 0, batches };
  return others === undefined ? rows : { ...rows, ...others };
}

function fileOf({ byteLength, bytes, ...file }: FileData, { bytesIn }: EntrySource): object {
  return { ...(file as JsonObject), bytes: bytesIn(bytes, byteLength) };
}
