import type { Instant } from "../core/time.ts";
import type { FileBytes } from "./file-bytes.ts";

/** A file in a dataset, as uploaded. */
export type DatasetFile = {
  readonly fileName: string;
  readonly bytes: FileBytes;
  readonly format: "csv" | "parquet";
  readonly numRows: number;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
};

/** A dataset: its files in order of upload. */
export type Dataset = {
  readonly datasetId: string;
  readonly addedAt: Instant;
  readonly updatedAt: Instant;
  readonly files: readonly DatasetFile[];
};
