import type { FileLayout, LayoutPart } from "../core/rows/file-layout.ts";
import type { RowSource } from "../core/rows/row.ts";
import { encodeCsvZip } from "./csv-zip/encode-csv-zip.ts";
import { encodeJson } from "./json/encode-json.ts";
import { encodeJsonl } from "./jsonl/encode-jsonl.ts";
import { encodeParquet } from "./parquet/encode-parquet.ts";

/** A format of results files. */
export type Codec = {
  /** The parts of a layout that it uses, which the document must describe. */
  readonly needs: readonly LayoutPart[];
  /** The bytes of a file, made while they are read; the rows are never collected. */
  readonly encode: (rows: RowSource, layout: FileLayout) => AsyncIterable<Uint8Array>;
};

/** All codecs, by the name that `codec` has in the document. */
export const CODECS = {
  json: codec(["body"], (rows, { body }) => encodeJson(rows, body)),
  jsonl: codec(["columns"], encodeJsonl),
  "csv-zip": codec(["columns", "entryName"], encodeCsvZip),
  parquet: codec(["columns"], encodeParquet),
} as const;

/** Name of a codec. */
export type CodecName = keyof typeof CODECS;

/** Whether a name is a codec's. */
export function isCodecName(name: string): name is CodecName {
  return Object.hasOwn(CODECS, name);
}

/** The compiler checks that a codec uses only the parts that it declares. */
function codec<Part extends LayoutPart>(
  needs: readonly Part[],
  encode: (rows: RowSource, layout: Pick<FileLayout, Part>) => AsyncIterable<Uint8Array>,
): Codec {
  return { needs, encode };
}
