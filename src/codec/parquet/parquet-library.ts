import { gunzipSync } from "node:zlib";
import type {
  Compressors,
  ParquetParsers,
  parquetMetadata,
  parquetScan,
  parquetSchema,
} from "hyparquet";
import type { parquetHeader, readPage } from "hyparquet/src/column.js";
import type { convert } from "hyparquet/src/convert.js";
import { loadZstd } from "./zstd.ts";

/**
 * The functions of the Parquet reader that we use. Some are internal and may change with any
 * version; only they can read page by page.
 */
export type ParquetLibrary = {
  readonly parquetMetadata: typeof parquetMetadata;
  readonly parquetSchema: typeof parquetSchema;
  readonly parquetScan: typeof parquetScan;
  readonly parquetHeader: typeof parquetHeader;
  readonly readPage: typeof readPage;
  readonly convert: typeof convert;
  readonly compressors: Compressors;
  readonly parsers: ParquetParsers;
};

/** The reader with every compression that it supports. */
export async function loadParquetLibrary(): Promise<ParquetLibrary> {
  const [{ parquetMetadata, parquetSchema, parquetScan }, column, conversion, others, zstd] =
    await Promise.all([
      import("hyparquet"),
      import("hyparquet/src/column.js"),
      import("hyparquet/src/convert.js"),
      import("hyparquet-compressors"),
      loadZstd(),
    ]);
  return {
    parquetMetadata,
    parquetSchema,
    parquetScan,
    parquetHeader: column.parquetHeader,
    readPage: column.readPage,
    convert: conversion.convert,
    compressors: { ...others.compressors, ZSTD: zstd.decompress, GZIP: gunzip },
    parsers: { ...conversion.DEFAULT_PARSERS, stringFromBytes: textOf, jsonFromBytes: textOf },
  };
}

function gunzip(bytes: Uint8Array, byteLength: number): Uint8Array {
  return gunzipSync(bytes, { maxOutputLength: Math.max(1, byteLength) });
}

// A byte order mark at the start of a cell is part of its text.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The text as is, including JSON columns; missing values stay missing. */
function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes && decoder.decode(bytes);
}
