import { encodeCsvZip } from "../codec/csv-zip/encode-csv-zip.ts";
import { encodeJson, type JsonSkeleton } from "../codec/json/encode-json.ts";
import { encodeParquet } from "../codec/parquet/encode-parquet.ts";
import type { NamedColumn, RowSource } from "../core/rows/row.ts";

/** What a results file looks like in one format. */
export type FileShape =
  | { readonly kind: "json"; readonly skeleton: JsonSkeleton }
  | { readonly kind: "csv"; readonly columns: readonly NamedColumn[]; readonly entryName: string }
  | { readonly kind: "parquet"; readonly columns: readonly NamedColumn[] };

/** The bytes of a results file, made while they are read; rows are never gathered. */
export function encodeResults(rows: RowSource, shape: FileShape): AsyncIterable<Uint8Array> {
  switch (shape.kind) {
    case "json":
      return encodeJson(rows, shape.skeleton);
    case "csv":
      return encodeCsvZip(rows, shape);
    case "parquet":
      return encodeParquet(rows, shape);
  }
}
