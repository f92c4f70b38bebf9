import type { RowLimits } from "../../row-limits.ts";
import type { Table } from "../../table.ts";

/** A worker's task: describe its file, or read a column. */
export type ParquetTask = {
  readonly byteLength: number;
  readonly limits: RowLimits;
  readonly columnName: string | undefined;
};

/** A message to a worker: the bytes that it asked for, or permission to send another batch. */
export type ToWorker = { readonly bytes: Uint8Array } | "next";

/** A message from a worker. After each, it waits for a reply, unless it is the last one. */
export type FromWorker =
  | { readonly kind: "slice"; readonly start: number; readonly end: number }
  | { readonly kind: "described"; readonly columns: Table["columns"]; readonly numRows: number }
  | { readonly kind: "batch"; readonly cells: readonly string[] }
  | { readonly kind: "end" }
  | { readonly kind: "failed"; readonly name: string; readonly message: string };
