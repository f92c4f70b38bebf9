import type { CompressionCodec, Encoding } from "hyparquet";
import type { Page } from "../parquet-pages.ts";
import type { Leaf } from "../parquet-part.ts";
import { endOfPage } from "./hybrid-reader.ts";

export type PageBytes = {
  readonly repetition: Uint8Array;
  readonly definition: Uint8Array;
  readonly values: Uint8Array;
  readonly encoding: Encoding;
};

/** Maximum number of bytes that one byte can expand to; larger claims get no memory. */
const MOST_EXPANSION: { readonly [Codec in CompressionCodec]?: number } = {
  UNCOMPRESSED: 1,
  SNAPPY: 32,
  LZ4: 256,
  LZ4_RAW: 256,
  GZIP: 1100,
};

const NONE = new Uint8Array();

/** Decompresses a page, and takes it apart. Throws an Error for damaged bytes. */
export function pageBytes({ header, data }: Page, leaf: Leaf): PageBytes {
  const size = header.uncompressed_page_size;
  if (header.data_page_header_v2 !== undefined) {
    const page = header.data_page_header_v2;
    const repetitionEnd = page.repetition_levels_byte_length;
    const levelsEnd = repetitionEnd + page.definition_levels_byte_length;
    const values = data.subarray(levelsEnd);
    return {
      repetition: data.subarray(0, repetitionEnd),
      definition: data.subarray(repetitionEnd, levelsEnd),
      values: page.is_compressed === false ? values : decompress(values, size - levelsEnd, leaf),
      encoding: page.encoding,
    };
  }
  const bytes = decompress(data, size, leaf);
  const page = header.data_page_header;
  if (page === undefined)
    return { repetition: NONE, definition: NONE, values: bytes, encoding: "PLAIN" };
  const repetition = leaf.maxRepetition > 0 ? sized(bytes) : NONE;
  const afterRepetition = bytes.subarray(sizeWithPrefix(repetition, leaf.maxRepetition));
  const definition = leaf.maxDefinition > 0 ? sized(afterRepetition) : NONE;
  const values = afterRepetition.subarray(sizeWithPrefix(definition, leaf.maxDefinition));
  return { repetition, definition, values, encoding: page.encoding };
}

function decompress(bytes: Uint8Array, size: number, { library, decoder }: Leaf): Uint8Array {
  const { codec, compressors } = decoder;
  const most = bytes.length * (MOST_EXPANSION[codec] ?? Number.POSITIVE_INFINITY);
  if (size < 0 || size > most)
    throw new Error(`a page of ${bytes.length} bytes can't expand to ${size} with ${codec}`);
  if (size === 0) return NONE;
  return library.decompressPage(bytes, size, codec, compressors);
}

/** Levels, after their length in bytes. */
function sized(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 4) throw endOfPage();
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  if (4 + length > bytes.length) throw endOfPage();
  return bytes.subarray(4, 4 + length);
}

function sizeWithPrefix(levels: Uint8Array, maxLevel: number): number {
  return maxLevel > 0 ? 4 + levels.length : 0;
}
