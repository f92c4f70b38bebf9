import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { csvLine } from "../codec/csv-zip/encode-csv-zip.ts";
import { openParquet } from "../codec/parquet/open-parquet.ts";
import { cellText } from "../codec/row-cell.ts";
import { NO_ROW_LIMITS } from "../codec/row-limits.ts";
import { SimulatorError } from "../core/errors.ts";
import type { DatasetRow, Scenario, ScenarioDataset } from "../core/scenario.ts";
import { type OpenedUpload, openUpload } from "./read-rows.ts";

export type ReadyDataset = {
  readonly datasetId: string;
  readonly files: readonly (OpenedUpload & { readonly bytes: Uint8Array })[];
};

/** No limits, because a scenario's author is trusted. */
const READING = { limits: NO_ROW_LIMITS, openParquet };

/** The column for rows that are plain strings. */
const TEXT_COLUMN = "inputs";

/** Opens all datasets' files. Rejects with a SimulatorError that names each unreadable file. */
export async function openScenarioDatasets(
  datasets: Scenario["datasets"],
): Promise<readonly ReadyDataset[]> {
  const issues: { path: string; message: string }[] = [];
  const ready: ReadyDataset[] = [];
  for (const [datasetId, dataset] of Object.entries(datasets)) {
    const files: ReadyDataset["files"][number][] = [];
    for (const { fileName, bytes } of await bytesOf(dataset)) {
      const opened = await openUpload({ fileName, bytes, contentType: "" }, READING);
      if (opened.kind === "opened") files.push({ ...opened.file, bytes });
      else issues.push({ path: `datasets.${datasetId}`, message: opened.reason });
    }
    ready.push({ datasetId, files });
  }
  if (issues.length === 0) return ready;
  const lines = issues.map(({ path, message }) => `${path}: ${message}`);
  throw new SimulatorError("SIM_SCENARIO", lines.join("\n"), { issues });
}

async function bytesOf(dataset: ScenarioDataset) {
  if (dataset.kind === "rows") return [{ fileName: "rows.csv", bytes: csvOf(dataset.rows) }];
  return Promise.all(
    dataset.paths.map(async (path) => ({ fileName: basename(path), bytes: await readFile(path) })),
  );
}

/** Writes rows as CSV, with the columns of all rows in order of first appearance. */
function csvOf(rows: readonly DatasetRow[]): Uint8Array {
  const records = rows.map((row) => (typeof row === "string" ? { [TEXT_COLUMN]: row } : row));
  const found = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const columns = found.length === 0 ? [TEXT_COLUMN] : found;
  const lines = records.map((record) =>
    csvLine(columns.map((key) => cellText(Object.hasOwn(record, key) ? record[key] : ""))),
  );
  return Buffer.from([csvLine(columns), ...lines].join(""));
}
