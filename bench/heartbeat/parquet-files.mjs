// Parquet files that are small, but decode to much more.

import { gzipSync } from "node:zlib";
import { ByteWriter } from "hyparquet-writer";
import { writePageHeader } from "hyparquet-writer/src/datapage.js";
import { writeMetadata } from "hyparquet-writer/src/metadata.js";

const MIB = 1024 ** 2;
const LEVELS = { definition_level_encoding: "RLE", repetition_level_encoding: "RLE" };

/**
 * A file with a column of strings, `inputs`, and the given pages, which have `rows` rows in total. Other columns refer to the
 * same pages.
 */
function fileOf(pages, rows, codec = "UNCOMPRESSED", otherColumns = 0) {
  const writer = new ByteWriter();
  writer.appendBytes(Buffer.from("PAR1"));
  for (const { header, data } of pages) {
    writePageHeader(writer, header);
    writer.appendBytes(data);
  }
  const size = BigInt(writer.offset - 4);
  const offsets = {
    data_page_offset: 4n,
    dictionary_page_offset: codec === "GZIP" ? undefined : 4n,
  };
  const names = ["inputs", ...Array.from({ length: otherColumns }, (_, i) => `column ${i}`)];
  const columns = names.map((name) => ({
    file_offset: 4n,
    meta_data: {
      ...{ type: "BYTE_ARRAY", encodings: ["PLAIN"], path_in_schema: [name], codec, ...offsets },
      ...{ num_values: BigInt(rows), total_uncompressed_size: size, total_compressed_size: size },
    },
  }));
  const text = { type: "BYTE_ARRAY", repetition_type: "REQUIRED", converted_type: "UTF8" };
  writeMetadata(writer, {
    version: 2,
    schema: [
      { name: "root", num_children: names.length },
      ...names.map((name) => ({ name, ...text })),
    ],
    num_rows: BigInt(rows),
    row_groups: [{ columns, total_byte_size: size, num_rows: BigInt(rows) }],
  });
  writer.appendBytes(Buffer.from("PAR1"));
  return Buffer.from(writer.getBuffer());
}

function plain(text) {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, Buffer.from(text)]);
}

/** One row many times: a dictionary of one string, and a run. */
function repeated(text, rows) {
  const dictionary = plain(text);
  const run = [1];
  let rest = rows * 2;
  for (; rest >= 128; rest = Math.floor(rest / 128)) run.push((rest % 128) + 128);
  run.push(rest);
  const data = Buffer.from([...run, 0]);
  const sizes = ({ length }) => ({ uncompressed_page_size: length, compressed_page_size: length });
  return fileOf(
    [
      {
        header: {
          ...{ type: "DICTIONARY_PAGE", ...sizes(dictionary) },
          dictionary_page_header: { num_values: 1, encoding: "PLAIN" },
        },
        data: dictionary,
      },
      {
        header: {
          ...{ type: "DATA_PAGE", ...sizes(data) },
          data_page_header: { num_values: rows, encoding: "RLE_DICTIONARY", ...LEVELS },
        },
        data,
      },
    ],
    rows,
  );
}

/** Equal pages with copies of a string, compressed. */
function compressed(text, copies, pages) {
  return paged({ text, copies, pages, codec: "GZIP" });
}

/** Equal pages with copies of a string, and optionally other columns and a claim of rows that don't exist. */
export function paged({ text, copies, pages, codec, otherColumns, missing = 0 }) {
  const decoded = Buffer.concat(Array.from({ length: copies }, () => plain(text)));
  const data = codec === "GZIP" ? gzipSync(decoded) : decoded;
  const sizes = { uncompressed_page_size: decoded.length, compressed_page_size: data.length };
  const page = { num_values: copies, encoding: "PLAIN", ...LEVELS };
  const header = { type: "DATA_PAGE", ...sizes, data_page_header: page };
  return fileOf(
    Array.from({ length: pages }, () => ({ header, data })),
    copies * pages + missing,
    codec,
    otherColumns,
  );
}

/** For each name, a function that makes the file, and the statuses of its upload and of a job. */
export const PARQUET_FILES = {
  "400 million equal rows": [() => repeated("equal", 400_000_000), 413],
  "5 million equal rows": [() => repeated("equal", 5_000_000), 200, 200],
  "40 strings of 100 MB": [() => compressed("x".repeat(100_000_000), 1, 40), 200, 413],
  "a page of 200 MB": [() => compressed("x".repeat(1000), 200_000, 1), 200, 200],
  "strings of 15 MB": [() => compressed("x".repeat(15 * MIB), 1, 4), 200, 200],
};
