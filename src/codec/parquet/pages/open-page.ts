import type { CompressionCodec, DecodedArray } from "hyparquet";
import { tooMuchDecoded } from "../../row-limits.ts";
import { decoding } from "../parquet-error.ts";
import { type Page, readPages } from "../parquet-pages.ts";
import type { Leaf } from "../parquet-part.ts";
import { endOfPage, HybridReader } from "./hybrid-reader.ts";
import { openRawValues } from "./raw-values.ts";

/** A data page whose values are decoded on demand. */
export type OpenPage = {
  /** Number of remaining values, including nulls. */
  left: number;
  /** The next value's repetition level: 0 in a new row, or the level of the list it continues. */
  readonly repetition: () => number;
  /** The next value's definition level: the number of optional parts of its path that exist. */
  readonly definition: () => number;
  /** The next value that is not null. */
  readonly value: () => unknown;
};

const SLICE_VALUES = 1024;

/** Maximum size of a decimal number, because conversion takes quadratic time. */
const MAX_DECIMAL_BYTES = 64;

const DICTIONARY_ENCODINGS = new Set(["PLAIN_DICTIONARY", "RLE_DICTIONARY"]);

/** Opens a data page. This and the returned functions throw an Error for damaged bytes. */
function openPage(page: Page, leaf: Leaf, dictionary: DecodedArray | undefined): OpenPage {
  const bytes = pageBytes(page, leaf);
  const { maxRepetition, maxDefinition } = leaf;
  return {
    left: page.valueCount,
    repetition: levels(bytes.repetition, maxRepetition),
    definition: levels(bytes.definition, maxDefinition),
    value: DICTIONARY_ENCODINGS.has(bytes.encoding)
      ? lookedUp(bytes.values, dictionary ?? [])
      : converted(bytes, leaf, definedCount(page, bytes, maxDefinition)),
  };
}

/** Decodes a dictionary. Throws an Error for damaged bytes. */
function openDictionary(page: Page, leaf: Leaf): DecodedArray {
  const { values } = pageBytes(page, leaf);
  const count = page.header.dictionary_page_header?.num_values ?? 0;
  const next = converted({ values, encoding: "PLAIN" }, leaf, count);
  return Array.from({ length: count }, next);
}

function levels(bytes: Uint8Array, most: number): () => number {
  if (most === 0) return () => 0;
  const reader = new HybridReader(bytes, Math.ceil(Math.log2(most + 1)));
  return () => reader.next();
}

function definedCount(page: Page, { definition }: PageBytes, maxDefinition: number): number {
  const nulls = page.header.data_page_header_v2?.num_nulls;
  if (nulls !== undefined) return page.valueCount - nulls;
  if (maxDefinition === 0) return page.valueCount;
  const next = levels(definition, maxDefinition);
  let count = 0;
  for (let index = 0; index < page.valueCount; index++) if (next() === maxDefinition) count++;
  return count;
}

function lookedUp(bytes: Uint8Array, dictionary: DecodedArray): () => unknown {
  const indexes = new HybridReader(bytes.subarray(1), bytes[0] ?? 0);
  return () => {
    const index = indexes.next();
    if (index < dictionary.length) return dictionary[index];
    throw new Error("a page refers to a value that is not in the dictionary");
  };
}

function converted(
  { values, encoding }: Pick<PageBytes, "values" | "encoding">,
  leaf: Leaf,
  count: number,
): () => unknown {
  const { part, decoder } = leaf;
  const read = openRawValues(values, encoding, leaf, count);
  let left = count;
  let slice: DecodedArray = [];
  let at = 0;
  return () => {
    if (at === slice.length) {
      if (left === 0) throw new Error("a page has more values than its header says");
      const stored = read(Math.min(left, SLICE_VALUES));
      left -= Math.min(left, stored.length);
      if (decoder.element.converted_type === "DECIMAL") checkDecimals(stored);
      slice = part.library.convert(stored, decoder);
      at = 0;
    }
    return slice[at++];
  };
}

function checkDecimals(values: DecodedArray): void {
  for (const value of values) {
    if (value instanceof Uint8Array && value.length > MAX_DECIMAL_BYTES)
      throw new Error(`a decimal number has ${value.length} bytes (maximum: ${MAX_DECIMAL_BYTES})`);
  }
}

/** A column chunk's data pages, one at a time. Throws a FileFormatError or a RowLimitError. */
export async function* openPages(leaf: Leaf): AsyncGenerator<OpenPage> {
  const { part, chunk } = leaf;
  let dictionary: DecodedArray | undefined;
  for await (const page of readPages(part, chunk)) {
    part.budget.left -= page.header.uncompressed_page_size;
    if (part.budget.left < 0) throw tooMuchDecoded(part.limits);
    if (page.header.type === "DICTIONARY_PAGE") {
      dictionary = decoding(part.name, () => openDictionary(page, leaf));
    } else yield decoding(part.name, () => openPage(page, leaf, dictionary));
  }
}

type PageBytes = ReturnType<typeof pageBytes>;

/** Maximum decoded bytes per compressed byte. Pages that claim more are rejected. */
const MOST_EXPANSION: { readonly [Codec in CompressionCodec]?: number } = {
  UNCOMPRESSED: 1,
  SNAPPY: 32,
  LZ4: 256,
  LZ4_RAW: 256,
  GZIP: 1100,
};

const NONE = new Uint8Array();

/** Decompresses a page, and splits it into its parts. Throws an Error for damaged bytes. */
function pageBytes({ header, data }: Page, leaf: Leaf) {
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
    return { repetition: NONE, definition: NONE, values: bytes, encoding: "PLAIN" as const };
  const [repetition, afterRepetition] = levelsIn(bytes, leaf.maxRepetition);
  const [definition, values] = levelsIn(afterRepetition, leaf.maxDefinition);
  return { repetition, definition, values, encoding: page.encoding };
}

function decompress(bytes: Uint8Array, size: number, { part, decoder }: Leaf): Uint8Array {
  const { codec, compressors } = decoder;
  const most = bytes.length * (MOST_EXPANSION[codec] ?? Number.POSITIVE_INFINITY);
  if (size < 0 || size > most)
    throw new Error(`a page of size ${bytes.length} can't expand to size ${size} with ${codec}`);
  if (size === 0) return NONE;
  return part.library.decompressPage(bytes, size, codec, compressors);
}

/** Returns the levels, which are stored after their 4-byte length, and the remaining bytes. */
function levelsIn(bytes: Uint8Array, maxLevel: number): readonly [Uint8Array, Uint8Array] {
  if (maxLevel === 0) return [NONE, bytes];
  if (bytes.length < 4) throw endOfPage();
  const end = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  if (end > bytes.length) throw endOfPage();
  return [bytes.subarray(4, end), bytes.subarray(end)];
}
