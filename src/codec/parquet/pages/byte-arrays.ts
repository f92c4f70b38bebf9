import type { DecodedArray } from "hyparquet";
import { cellTooLong, MAX_CELL_BYTES } from "../../row-limits.ts";
import { endOfPage } from "./hybrid-reader.ts";

/** Reads at least one, and at most this many, of the next values. Throws an Error if none is left. */
export type RawReader = (most: number) => DecodedArray;

/** A slice ends with the value that reaches this size. */
export const SLICE_BYTES: number = 1024 ** 2;

/** Lengths of the byte arrays that follow each other in a page. */
type Lengths = Int32Array;

/** Byte arrays, each after its length (encoding PLAIN). */
export function plainByteArrays(page: Uint8Array): RawReader {
  const view = new DataView(page.buffer, page.byteOffset, page.byteLength);
  let offset = 0;
  return slices(() => {
    if (offset + 4 > page.length) throw endOfPage();
    const start = offset + 4;
    offset = start + view.getUint32(offset, true);
    return cellAt(page, start, offset);
  });
}

/** Byte arrays after all of their lengths (encoding DELTA_LENGTH_BYTE_ARRAY). */
export function deltaByteArrays(page: Uint8Array, lengths: Lengths): RawReader {
  let offset = 0;
  let index = 0;
  return slices(() => {
    const start = offset;
    offset = start + (lengths[index++] ?? 0);
    return cellAt(page, start, offset);
  });
}

/** Byte arrays that begin like the ones before them (encoding DELTA_BYTE_ARRAY). */
export function prefixedByteArrays(
  page: Uint8Array,
  prefixLengths: Lengths,
  suffixLengths: Lengths,
): RawReader {
  const nextSuffix = singles(deltaByteArrays(page, suffixLengths));
  let previous = new Uint8Array();
  let index = 0;
  return slices(() => {
    const prefixLength = prefixLengths[index++] ?? 0;
    const prefix = cellAt(previous, 0, prefixLength);
    const suffix = nextSuffix();
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

function singles(read: RawReader): () => Uint8Array {
  return () => read(1)[0] as Uint8Array;
}
