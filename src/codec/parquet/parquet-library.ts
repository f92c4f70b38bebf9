import { gunzipSync } from "node:zlib";

/** The Parquet library's functions. Some are internal, because only those read single pages. */
export type ParquetLibrary = Awaited<ReturnType<typeof loadParquetLibrary>>;

/** Loads the Parquet library, with every compression that it supports. */
export async function loadParquetLibrary() {
  const [parquet, column, conversion, others, zstd] = await Promise.all([
    import("hyparquet"),
    import("hyparquet/src/column.js"),
    import("hyparquet/src/convert.js"),
    import("hyparquet-compressors"),
    loadZstd(),
  ]);
  const [assembly, dataPage, delta, encoding, plain, schema, thrift] = await Promise.all([
    import("hyparquet/src/assemble.js"),
    import("hyparquet/src/datapage.js"),
    import("hyparquet/src/delta.js"),
    import("hyparquet/src/encoding.js"),
    import("hyparquet/src/plain.js"),
    import("hyparquet/src/schema.js"),
    import("hyparquet/src/thrift.js"),
  ]);
  return {
    parquetMetadata: parquet.parquetMetadata,
    parquetSchema: parquet.parquetSchema,
    parquetHeader: column.parquetHeader,
    convert: conversion.convert,
    decompressPage: dataPage.decompressPage,
    readPlain: plain.readPlain,
    readVarInt: thrift.readVarInt,
    deltaBinaryUnpack: delta.deltaBinaryUnpack,
    byteStreamSplit: encoding.byteStreamSplit,
    getTreePath: schema.getTreePath,
    getMaxRepetitionLevel: schema.getMaxRepetitionLevel,
    getMaxDefinitionLevel: schema.getMaxDefinitionLevel,
    assembleLists: assembly.assembleLists,
    assembleNested: assembly.assembleNested,
    compressors: { ...others.compressors, ZSTD: zstd.decompress, GZIP: gunzip },
    parsers: { ...conversion.DEFAULT_PARSERS, stringFromBytes: textOf, jsonFromBytes: textOf },
  };
}

function gunzip(bytes: Uint8Array, byteLength: number): Uint8Array {
  return gunzipSync(bytes, { maxOutputLength: Math.max(1, byteLength) });
}

// A byte order mark at the start of a cell is part of its text.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** Decodes text, but does not parse JSON. Returns undefined for a missing value. */
function textOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes && decoder.decode(bytes);
}

const LEVEL = 3;

/**
 * Loads Zstandard, compiled to WebAssembly. Node's own zstd (22.15 and later) compresses the same
 * input to different bytes, so files would differ between Node versions.
 */
export async function loadZstd() {
  const zstd = await import("@foxglove/wasm-zstd");
  await zstd.isLoaded;
  return {
    compress: (bytes: Uint8Array): Uint8Array => zstd.compress(bytes, LEVEL),
    /** Throws if the bytes are damaged or expand to more than `byteLength`. */
    decompress: (bytes: Uint8Array, byteLength: number): Uint8Array =>
      zstd.decompress(bytes, byteLength),
  };
}
