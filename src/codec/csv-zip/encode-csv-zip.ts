import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { peekFirst } from "../../core/peek-first.ts";
import type { NamedColumn, RowSource } from "../../core/rows/row.ts";
import { rowCell } from "../row-cell.ts";
import { type TextBatches, utf8Chunks } from "../utf8-chunks.ts";

/** The earliest date that ZIP supports. Constant, so that identical rows give identical bytes. */
const ENTRY_DATE = new Date("1980-01-01T00:00:00.000Z");

/** The fastest level. Level 6 took eight times as long, and files were only 9% smaller. */
const DEFLATE_LEVEL = 1;

/** Writes a ZIP file that contains one CSV file (RFC 4180), in one pass over the rows. */
export async function* encodeCsvZip(
  rows: RowSource,
  options: { readonly columns: readonly NamedColumn[]; readonly entryName: string },
): AsyncIterable<Uint8Array> {
  const { ZipArchive } = await import("archiver");
  // Encodes the first chunk before starting the archive, so that a failure produces no bytes.
  const chunks = await peekFirst(utf8Chunks(csvLines(rows, options.columns)));
  const archive = new ZipArchive({ zlib: { level: DEFLATE_LEVEL } });
  const csv = Readable.from(chunks);
  // archiver pipes its source through another stream, and piping doesn't propagate errors.
  csv.on("error", (error) => archive.destroy(error));
  archive.append(csv, { name: options.entryName, date: ENTRY_DATE });
  // Ignores errors here, because the iteration below also throws them.
  archive.finalize().catch(() => undefined);
  try {
    yield* archive as AsyncIterable<Uint8Array>;
  } finally {
    archive.destroy();
    csv.destroy();
    // Waits until the stream has closed its source.
    await finished(csv).catch(() => undefined);
  }
}

/** The lines of an RFC 4180 CSV file with a header, in one pass over the rows. */
async function* csvLines(rows: RowSource, columns: readonly NamedColumn[]): TextBatches {
  yield [csvLine(columns.map(({ name }) => name))];
  for await (const batch of rows())
    yield batch.map((row) => csvLine(columns.map(({ column }) => rowCell(row, column))));
}

/** A line of an RFC 4180 CSV file, with the CRLF that ends it. */
export function csvLine(cells: readonly (string | number)[]): string {
  const texts = cells.map((cell) =>
    // Empty strings are quoted, because unquoted ones may be read as null or as a blank line.
    // For millions of quotation marks, `replaceAll` takes five times as long and uses more memory.
    typeof cell === "string" && /^$|[",\r\n]/.test(cell) ? `"${cell.split('"').join('""')}"` : cell,
  );
  return `${texts.join(",")}\r\n`;
}
