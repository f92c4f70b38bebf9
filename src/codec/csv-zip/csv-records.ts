import { pipeline, Readable } from "node:stream";
import type { CsvError } from "csv-parse";
import { closeStream } from "../close-stream.ts";
import { FileFormatError } from "../file-format-error.ts";
import type { RandomAccessFile } from "../random-access-file.ts";

/** Limits memory use when a quote is never closed. */
const MAX_RECORD_BYTES = 16 * 1024 * 1024;

const BATCH_RECORDS = 1000;

const BATCH_LENGTH = 1_000_000;

/**
 * The records of a CSV file in batches, header first. All records have the same length, and blank
 * lines are skipped. Accepts a BOM, quoted line breaks, and any mix of CRLF, LF, and CR. Throws a
 * FileFormatError.
 */
export async function* csvRecords(
  file: RandomAccessFile,
): AsyncGenerator<readonly (readonly string[])[]> {
  const { CsvError, parse } = await import("csv-parse");
  const source = Readable.from(file.stream());
  const parser = parse({
    bom: true,
    record_delimiter: ["\r\n", "\n", "\r"],
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_BYTES,
  });
  // The iteration below throws errors from either stream.
  pipeline(source, parser, () => undefined);
  try {
    yield* inBatches(parser);
  } catch (error) {
    if (error instanceof CsvError)
      throw new FileFormatError("CSV", problemOf(error), { cause: error });
    throw error;
  } finally {
    parser.destroy();
    await closeStream(source);
  }
}

async function* inBatches(
  records: AsyncIterable<readonly string[]>,
): AsyncGenerator<readonly (readonly string[])[]> {
  let batch: (readonly string[])[] = [];
  let length = 0;
  for await (const record of records) {
    batch.push(record);
    for (const cell of record) length += cell.length;
    if (batch.length < BATCH_RECORDS && length < BATCH_LENGTH) continue;
    yield batch;
    batch = [];
    length = 0;
  }
  if (batch.length > 0) yield batch;
}

/**
 * The parser counts the header as a record, so its count of complete records is the number of the
 * invalid row.
 */
function problemOf(error: CsvError): string {
  const row = error["records"] === 0 ? "the header" : `row ${error["records"]}`;
  const line = `line ${error["lines"]}`;
  switch (error.code) {
    case "CSV_RECORD_INCONSISTENT_FIELDS_LENGTH":
      return error.message.replace(
        /^Invalid Record Length: expect (\d+), got (\d+) on line (\d+)$/,
        `${row} (line $3) has $2 cells, but the header has $1`,
      );
    case "CSV_QUOTE_NOT_CLOSED":
      return `${row} opens a quote that is never closed (the file ends on ${line})`;
    case "CSV_MAX_RECORD_SIZE":
      return `${row} is longer than ${MAX_RECORD_BYTES} bytes (at ${line}), perhaps because a quote is never closed`;
    default:
      return `${row} (${line}) is not valid CSV: ${error.message}`;
  }
}
