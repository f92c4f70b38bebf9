import type { JsonValue } from "../json.ts";

/** Which rows of a body are kept for validation: a sample if any string is valid; otherwise every row, unless a check can tell. */
export type RowSampling = "strings" | "all" | RowCheck;

/** Finds the rows that need no validation, and says how many rows may be sent. */
export type RowCheck = {
  readonly isValid: (row: JsonValue) => boolean;
  readonly mostRows: number;
};
