import type { JsonValue } from "../core/json.ts";
import type { ResultColumn, Row } from "../core/rows/row.ts";
import { cellText } from "./cell-text.ts";

/** A row's cell in a format that can hold any JSON value. */
export function jsonCell(row: Row, column: ResultColumn): JsonValue {
  if (column === "inputs" && row.value !== undefined) return row.value;
  if (column === "ids") return row.id ?? null;
  if (column === "outputs" && row.vector !== undefined) return row.vector;
  return rowCell(row, column);
}

/**
 * A row's cell in a format of strings and numbers: an input or output that is not a string becomes
 * JSON text.
 */
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
