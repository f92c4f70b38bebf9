import type { DecodedArray, Encoding } from "hyparquet";
import { cellTooLong, MAX_CELL_BYTES } from "../../row-limits.ts";
import type { ParquetLibrary } from "../parquet-library.ts";
import type { Leaf } from "../parquet-part.ts";
import { endOfPage, HybridReader } from "./hybrid-reader.ts";

/** Reads 1 to `most` values, or up to 7 more if they are booleans. Throws for damaged bytes. */
type RawReader = (most: number) => DecodedArray;

/** A slice of byte arrays ends with the value that reaches this total size in bytes. */
const SLICE_BYTES = 1024 ** 2;

type Reader = { readonly view: DataView; offset: number };

/** Maximum number of miniblocks per block. No writer makes this many. */
const MAX_MINIBLOCKS = 1024;

/** Makes a reader for `count` values that aren't dictionary indexes. Throws for damaged bytes. */
export function openRawValues(
  bytes: Uint8Array,
  encoding: Encoding,
  leaf: Leaf,
  count: number,
): RawReader {
  const { library } = leaf.part;
  const { type } = leaf.decoder;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const reader = { view, offset: 0 };
  const lengths = (): Int32Array => unpack(library, reader, new Int32Array(count));
  const rest = (): Uint8Array => bytes.subarray(reader.offset);
  switch (encoding) {
    case "PLAIN":
      return type === "BYTE_ARRAY" ? plainByteArrays(bytes, reader) : plainValues(leaf, reader);
    case "RLE":
      return flags(bytes.subarray(4));
    case "DELTA_BINARY_PACKED":
      return type === "INT32"
        ? slicesOf(lengths())
        : slicesOf(unpack(library, reader, new BigInt64Array(count)));
    case "DELTA_LENGTH_BYTE_ARRAY": {
      const each = lengths();
      return deltaByteArrays(rest(), each);
    }
    case "DELTA_BYTE_ARRAY": {
      const [prefixes, suffixes] = [lengths(), lengths()];
      return prefixedByteArrays(rest(), prefixes, suffixes);
    }
    case "BYTE_STREAM_SPLIT":
      return slicesOf(streams(leaf, reader, count));
    default:
      throw new Error(`unsupported encoding: ${encoding}`);
  }
}

function plainValues({ part, decoder }: Leaf, reader: Reader): RawReader {
  const { type, element } = decoder;
  const { type_length: typeLength = 0 } = element;
  if (typeLength < 0 || typeLength > MAX_CELL_BYTES) throw new Error("its type length is invalid");
  const mostFixed = Math.ceil(SLICE_BYTES / Math.max(typeLength, 1));
  return (most) => {
    // Eight booleans share a byte, so only the last slice may end within a byte.
    const count = type === "BOOLEAN" ? Math.ceil(most / 8) * 8 : Math.min(most, mostFixed);
    const values = part.library.readPlain(reader, type, count, typeLength);
    if (reader.offset > reader.view.byteLength) throw endOfPage();
    return values;
  };
}

/** Booleans that are stored as runs (encoding RLE). */
function flags(bytes: Uint8Array): RawReader {
  const runs = new HybridReader(bytes, 1);
  return (most) => Array.from({ length: most }, () => runs.next() === 1);
}

function streams({ part, decoder }: Leaf, reader: Reader, count: number): DecodedArray {
  const { type, element } = decoder;
  const { type_length: typeLength } = element;
  const least = type === "FIXED_LEN_BYTE_ARRAY" ? (typeLength ?? 0) : 4;
  if (count * least > reader.view.byteLength) throw endOfPage();
  return part.library.byteStreamSplit(reader, count, type, typeLength);
}

function unpack<Numbers extends Int32Array | BigInt64Array>(
  library: ParquetLibrary,
  reader: Reader,
  numbers: Numbers,
): Numbers {
  if (numbers.length === 0) return numbers;
  const header = { view: reader.view, offset: reader.offset };
  const blockSize = library.readVarInt(header);
  const miniblocks = library.readVarInt(header);
  const isPlausible = miniblocks > 0 && miniblocks <= MAX_MINIBLOCKS && blockSize >= miniblocks;
  if (!isPlausible || blockSize % miniblocks !== 0)
    throw new Error(`a page has invalid blocks: size ${blockSize}, miniblocks ${miniblocks}`);
  library.deltaBinaryUnpack(reader, numbers.length, numbers);
  return numbers;
}

function slicesOf(values: DecodedArray): RawReader {
  let start = 0;
  return (most) => {
    const slice = values.slice(start, start + most);
    start += slice.length;
    return slice;
  };
}

/** Byte arrays, each after its length (encoding PLAIN). */
function plainByteArrays(page: Uint8Array, reader: Reader): RawReader {
  return slices(() => {
    const start = reader.offset + 4;
    if (start > page.length) throw endOfPage();
    reader.offset = start + reader.view.getUint32(reader.offset, true);
    return cellAt(page, start, reader.offset);
  });
}

/** Byte arrays after all of their lengths (encoding DELTA_LENGTH_BYTE_ARRAY). */
function deltaByteArrays(page: Uint8Array, lengths: Int32Array): RawReader {
  let offset = 0;
  let index = 0;
  return slices(() => {
    const start = offset;
    offset = start + (lengths[index++] ?? 0);
    return cellAt(page, start, offset);
  });
}

/** Byte arrays that share prefixes with their predecessors (encoding DELTA_BYTE_ARRAY). */
function prefixedByteArrays(
  page: Uint8Array,
  prefixLengths: Int32Array,
  suffixLengths: Int32Array,
): RawReader {
  const suffixes = deltaByteArrays(page, suffixLengths);
  let previous = new Uint8Array();
  let index = 0;
  return slices(() => {
    const prefixLength = prefixLengths[index++] ?? 0;
    const prefix = cellAt(previous, 0, prefixLength);
    const [suffix] = suffixes(1) as [Uint8Array];
    if (prefixLength + suffix.length > MAX_CELL_BYTES) throw cellTooLong();
    const value = new Uint8Array(prefixLength + suffix.length);
    value.set(prefix);
    value.set(suffix, prefixLength);
    previous = value;
    return value;
  });
}

function cellAt(bytes: Uint8Array, start: number, end: number): Uint8Array {
  if (end < start || end > bytes.length) throw endOfPage();
  if (end - start > MAX_CELL_BYTES) throw cellTooLong();
  return bytes.subarray(start, end);
}

function slices(next: () => Uint8Array): RawReader {
  return (most) => {
    const values: Uint8Array[] = [];
    let size = 0;
    while (values.length < most && size < SLICE_BYTES) {
      const value = next();
      values.push(value);
      size += value.length;
    }
    return values;
  };
}
