import type { CompressionCodec, FileMetaData, PageHeader, SchemaElement } from "hyparquet";
import { ByteWriter } from "hyparquet-writer";
import { writePageHeader } from "hyparquet-writer/src/datapage.js";
import { writeMetadata } from "hyparquet-writer/src/metadata.js";

// Parquet files whose numbers may be false.

/** A page with the sizes and counts that its header claims. */
export type CraftedPage = { readonly header: PageHeader; readonly data: Uint8Array };

/** The claims of a crafted file. */
export type Crafted = {
  readonly pages: readonly CraftedPage[];
  readonly numRows: number;
  /** Default: the number of rows. */
  readonly numValues?: number;
  readonly codec?: CompressionCodec;
  /** The column's schema, from its root on. Default: required strings. */
  readonly column?: readonly SchemaElement[];
  readonly path?: readonly string[];
  /** Number of row groups that claim the same pages. Default: 1. */
  readonly rowGroups?: number;
};

/** A column of required strings. */
export const STRINGS: readonly SchemaElement[] = [
  { name: "inputs", type: "BYTE_ARRAY", repetition_type: "REQUIRED", converted_type: "UTF8" },
];

/** A Parquet file with one column, `inputs`, in one row group. */
export function craftedParquet(crafted: Crafted): Buffer {
  const { pages, numRows, numValues = numRows, codec = "UNCOMPRESSED" } = crafted;
  const { column = STRINGS, path = ["inputs"], rowGroups = 1 } = crafted;
  const isFlat = column.every(({ num_children: children }) => children === undefined);
  const writer = new ByteWriter();
  writer.appendBytes(Buffer.from("PAR1"));
  for (const { header, data } of pages) {
    writePageHeader(writer, header);
    writer.appendBytes(data);
  }
  const size = BigInt(writer.offset - 4);
  const hasDictionary = pages[0]?.header.type === "DICTIONARY_PAGE";
  const metadata: FileMetaData = {
    version: 2,
    schema: [{ name: "root", num_children: isFlat ? column.length : 1 }, ...column],
    num_rows: BigInt(numRows * rowGroups),
    row_groups: Array.from({ length: rowGroups }, () => ({
      columns: [
        {
          file_offset: 4n,
          meta_data: {
            type: column.at(-1)?.type ?? "BYTE_ARRAY",
            encodings: ["PLAIN"],
            path_in_schema: [...path],
            codec,
            num_values: BigInt(numValues),
            total_uncompressed_size: size,
            total_compressed_size: size,
            data_page_offset: 4n,
            ...(hasDictionary ? { dictionary_page_offset: 4n } : {}),
          },
        },
      ],
      total_byte_size: size,
      num_rows: BigInt(numRows),
    })),
    metadata_length: 0,
  };
  writeMetadata(writer, metadata);
  writer.appendBytes(Buffer.from("PAR1"));
  return Buffer.from(writer.getBuffer());
}

/** A page of strings in the encoding PLAIN, or the bytes that they are compressed to. */
export function plainPage(texts: readonly string[], compress = same): CraftedPage {
  const bytes = plainBytes(texts);
  const data = compress(bytes);
  const encodings = { definition_level_encoding: "RLE", repetition_level_encoding: "RLE" } as const;
  return {
    header: {
      type: "DATA_PAGE",
      uncompressed_page_size: bytes.length,
      compressed_page_size: data.length,
      data_page_header: { num_values: texts.length, encoding: "PLAIN", ...encodings },
    },
    data,
  };
}

/** A dictionary, and a page in which its first entry occurs this many times. */
export function repeated(text: string, count: number): readonly CraftedPage[] {
  const dictionary = plainBytes([text]);
  const run = Buffer.from([1, ...varInt(count * 2), 0]);
  return [
    {
      header: {
        type: "DICTIONARY_PAGE",
        uncompressed_page_size: dictionary.length,
        compressed_page_size: dictionary.length,
        dictionary_page_header: { num_values: 1, encoding: "PLAIN" },
      },
      data: dictionary,
    },
    dataPage({ data: run, count, encoding: "RLE_DICTIONARY" }),
  ];
}

/** A data page with these bytes, uncompressed. */
export function dataPage(page: {
  readonly data: Uint8Array;
  readonly count: number;
  readonly encoding: "PLAIN" | "RLE_DICTIONARY" | "DELTA_BYTE_ARRAY" | "DELTA_BINARY_PACKED";
}): CraftedPage {
  const { data, count, encoding } = page;
  const levels = { definition_level_encoding: "RLE", repetition_level_encoding: "RLE" } as const;
  return {
    header: {
      type: "DATA_PAGE",
      uncompressed_page_size: data.length,
      compressed_page_size: data.length,
      data_page_header: { num_values: count, encoding, ...levels },
    },
    data,
  };
}

/** A number in seven bits per byte, as Parquet writes it. */
export function varInt(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return [...bytes, rest];
}

function plainBytes(texts: readonly string[]): Buffer {
  return Buffer.concat(
    texts.flatMap((text) => {
      const length = Buffer.alloc(4);
      length.writeUInt32LE(Buffer.byteLength(text));
      return [length, Buffer.from(text)];
    }),
  );
}

function same(bytes: Uint8Array): Uint8Array {
  return bytes;
}
