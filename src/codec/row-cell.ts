import type { JsonValue } from "../core/json.ts";
import type { ResultColumn, Row } from "../core/rows/row.ts";

/** A cell in a format that can hold any JSON value. */
export function jsonCell(row: Row, column: ResultColumn): JsonValue {
  if (column === "inputs" && row.value !== undefined) return row.value;
  if (column === "ids") return row.id ?? null;
  if (column === "outputs" && row.vector !== undefined) return row.vector;
  return rowCell(row, column);
}

/** A cell for formats that have only strings and numbers. Other values become JSON text. */
export function rowCell(row: Row, column: ResultColumn): string | number {
  switch (column) {
    case "ids":
      return cellText(row.id);
    case "confidenceScores":
      return row.confidence ?? 0;
    case "inputs":
      return row.value === undefined ? row.input : JSON.stringify(row.value);
    case "outputs":
      return row.output;
    case "cumulativeLogprobs":
      // Adding zero turns -0 into 0. JSON and CSV write -0 as 0, but Parquet would keep it.
      return row.cumulativeLogprob + 0;
  }
}

export function isScore(column: ResultColumn): boolean {
  return column === "cumulativeLogprobs" || column === "confidenceScores";
}

/** Writes a decoded value as text, in the format that `Table.read` describes. */
export function cellText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "object") return JSON.stringify(value, jsonReplacer);
  return String(value);
}

/** Turns integers that a JSON number can't hold exactly into strings, and bytes into arrays. */
function jsonReplacer(_key: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return Array.from(value);
  if (typeof value !== "bigint") return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}
