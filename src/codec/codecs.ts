import { repeatable } from "../core/reply.ts";
import type { FileLayout, LayoutPart, ResultsFile } from "../core/rows/file-layout.ts";
import { lineOf } from "../core/rows/line.ts";
import type { RowSource } from "../core/rows/row.ts";
import { encodeCsvZip } from "./csv-zip/encode-csv-zip.ts";
import { encodeLines, jsonLine } from "./encode-lines.ts";
import { encodeJson } from "./json/encode-json.ts";
import { encodeParquet } from "./parquet/encode-parquet.ts";

export type Codec = {
  /** Parts of the layout that the codec uses; the interface document must describe them. */
  readonly needs: readonly LayoutPart[];
  /** Generates a file's bytes as they are read, so that the rows are never all in memory. */
  readonly encode: (rows: RowSource, layout: FileLayout) => AsyncIterable<Uint8Array>;
};

/** All codecs, keyed by their names in `x-batch-sim`. */
export const CODECS = {
  json: codec(["body"], (rows, { body }) => encodeJson(rows, body)),
  jsonl: codec(["columns"], (rows, { columns }) =>
    encodeLines(rows, (row) => jsonLine(row, columns)),
  ),
  lines: codec(["lines"], (rows, { lines }) => encodeLines(rows, (row) => lineOf(row, lines))),
  "csv-zip": codec(["columns", "entryName"], encodeCsvZip),
  parquet: codec(["columns"], encodeParquet),
} as const;

export type CodecName = keyof typeof CODECS;

/** Returns the name of a file's codec. Throws a RangeError for an unknown codec. */
export function codecOf({ codec, contentType }: ResultsFile): CodecName {
  if (Object.hasOwn(CODECS, codec)) return codec as CodecName;
  throw new RangeError(
    `Expected a known codec for the file of type \`${contentType}\`, got \`${codec}\`.`,
  );
}

/** The bytes of a results file, encoded on each read. Identical rows give identical bytes. */
export function encodeResults(rows: RowSource, file: ResultsFile): AsyncIterable<Uint8Array> {
  const { encode } = CODECS[codecOf(file)];
  return repeatable(() => encode(rows, file));
}

/** Makes a codec. The compiler checks that it uses only the parts that it declares. */
function codec<Part extends LayoutPart>(
  needs: readonly Part[],
  encode: (rows: RowSource, layout: Pick<FileLayout, Part>) => AsyncIterable<Uint8Array>,
): Codec {
  return { needs, encode };
}
