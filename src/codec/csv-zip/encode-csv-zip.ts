import { Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { peekFirst } from "../../core/peek-first.ts";
import type { NamedColumn, RowSource } from "../../core/rows/row.ts";
import { rowCell } from "../row-cell.ts";
import { CsvWriter } from "./csv-writer.ts";

/** A constant, so that equal rows give equal bytes: the start of the ZIP calendar, in UTC. */
const ENTRY_DATE = new Date("1980-01-01T00:00:00.000Z");

/** The fastest level. Level 6 took eight times as long and saved only 9%. */
const DEFLATE_LEVEL = 1;

const CHUNK_BYTES = 64 * 1024;

/** A ZIP archive of one RFC 4180 CSV file, in one pass over the rows. Throws what the rows throw. */
export async function* encodeCsvZip(
  rows: RowSource,
  options: { readonly columns: readonly NamedColumn[]; readonly entryName: string },
): AsyncIterable<Uint8Array> {
  const { ZipArchive } = await import("archiver");
  // Runs before the archive's own first bytes, so that no archive is started if no row can be made.
  const chunks = await peekFirst(csvChunks(rows, options.columns));
  const archive = new ZipArchive({ zlib: { level: DEFLATE_LEVEL } });
  const csv = Readable.from(chunks);
  // archiver pipes its source through another stream, which doesn't propagate errors.
  csv.on("error", (error) => archive.destroy(error));
  archive.append(csv, { name: options.entryName, date: ENTRY_DATE });
  // The iteration below throws the archive's errors; handling them here would report them twice.
  archive.finalize().catch(() => undefined);
  try {
    yield* archive as AsyncIterable<Uint8Array>;
  } finally {
    archive.destroy();
    csv.destroy();
    // Then its source has been released.
    await finished(csv).catch(() => undefined);
  }
}

/** An RFC 4180 CSV file with a header, in chunks of at least 64 KB and one pass over the rows. */
async function* csvChunks(
  rows: RowSource,
  columns: readonly NamedColumn[],
): AsyncGenerator<Uint8Array> {
  const writer = new CsvWriter();
  writer.addLine(columns.map(({ name }) => name));
  for await (const batch of rows()) {
    for (const row of batch) {
      writer.addLine(columns.map(({ column }) => rowCell(row, column)));
      if (writer.length >= CHUNK_BYTES) yield writer.take();
    }
  }
  yield writer.take();
}
