/** Bytes at the end of a single-entry ZIP that contain its directory, with room for a long name. */
export const ZIP_TAIL_BYTES = 4096;

/** "PK" 1 2: the signature of a central directory entry. */
const CENTRAL_ENTRY: readonly number[] = [0x50, 0x4b, 0x01, 0x02];

/** "PK" 7 8: the signature of the data descriptor after the entry's bytes. */
const DATA_DESCRIPTOR: readonly number[] = [0x50, 0x4b, 0x07, 0x08];

const CHECKSUM_BYTES = 4;

/** The end of a single-entry ZIP, with both copies of its CRC-32 wrong. */
export function withWrongChecksum(tail: Uint8Array): Uint8Array {
  const entry = lastIndexOfBytes(tail, CENTRAL_ENTRY);
  if (entry < 0) return tail;
  const checksum = entry + 16;
  const inDirectory = withInverted(tail, checksum, checksum + CHECKSUM_BYTES);
  const descriptor = lastIndexOfBytes(tail.subarray(0, entry), DATA_DESCRIPTOR);
  if (descriptor < 0) return inDirectory;
  return withInverted(inDirectory, descriptor + 4, descriptor + 4 + CHECKSUM_BYTES);
}

/** The end of a single-entry ZIP, without the central directory and everything after it. */
export function withoutDirectory(tail: Uint8Array): Uint8Array {
  const entry = lastIndexOfBytes(tail, CENTRAL_ENTRY);
  return entry < 0 ? tail : tail.subarray(0, entry);
}

/** Number of bytes at the end of a Parquet file that are read: most footers are shorter. */
export const PARQUET_TAIL_BYTES: number = 64 * 1024;

/** Bytes at the beginning of a Parquet file that contain the beginning of its first page. */
export const PARQUET_HEAD_BYTES = 4096;

/** Size in bytes of the footer's length and "PAR1". */
const TRAILER_BYTES = 8;

/** The magic number of a zstd frame. */
const ZSTD_FRAME: readonly number[] = [0x28, 0xb5, 0x2f, 0xfd];

/** Longer than the frame's header, so that no reader can treat the damage as another frame. */
const WRONG_BYTES = 8;

/** The end of a Parquet file, truncated in the middle of the footer. */
export function withCutFooter(tail: Uint8Array): Uint8Array {
  const cut = TRAILER_BYTES + Math.ceil(footerLengthOf(tail) / 2);
  return tail.subarray(0, Math.max(0, tail.length - cut));
}

/** The beginning of a zstd-compressed Parquet file, with wrong bytes in its first page's data. */
export function withWrongFirstPage(head: Uint8Array): Uint8Array {
  const frame = indexOfBytes(head, ZSTD_FRAME);
  return frame < 0 ? head : withInverted(head, frame, frame + WRONG_BYTES);
}

/** A complete Parquet file with wrong bytes halfway to the footer, and therefore in a page. */
export function withWrongPage(file: Uint8Array): Uint8Array {
  const end = file.length - TRAILER_BYTES - footerLengthOf(file);
  const middle = Math.floor((TRAILER_BYTES / 2 + end) / 2);
  return withInverted(file, middle, Math.min(middle + WRONG_BYTES, end));
}

function footerLengthOf(tail: Uint8Array): number {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  return tail.length < TRAILER_BYTES ? 0 : view.getUint32(tail.length - TRAILER_BYTES, true);
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** The number of records in a CSV, including its header. */
export function countRecords(csv: Uint8Array): number {
  return recordEnds(csv).length;
}

/** A CSV without one of its records; the header is record 0. */
export function withoutRecord(csv: Uint8Array, index: number): Uint8Array {
  const ends = recordEnds(csv);
  const start = ends[index - 1] ?? 0;
  const end = ends[index] ?? csv.length;
  const shorter = new Uint8Array(csv.length - (end - start));
  shorter.set(csv.subarray(0, start));
  shorter.set(csv.subarray(end), start);
  return shorter;
}

/** Where each record ends: a line break within quotes is part of its field. */
function recordEnds(csv: Uint8Array): readonly number[] {
  const ends: number[] = [];
  let isQuoted = false;
  for (let index = 0; index < csv.length; index++) {
    const byte = csv[index];
    if (byte === QUOTE) isQuoted = !isQuoted;
    if (byte === LINE_FEED && !isQuoted) ends.push(index + 1);
  }
  if (csv.length > (ends.at(-1) ?? 0)) ends.push(csv.length);
  return ends;
}

/** Index of the first occurrence of a byte sequence; -1 if there is none. */
function indexOfBytes(bytes: Uint8Array, sequence: readonly number[]): number {
  for (let start = 0; start + sequence.length <= bytes.length; start++) {
    if (sequence.every((byte, offset) => bytes[start + offset] === byte)) return start;
  }
  return -1;
}

/** Index of the last occurrence of a byte sequence; -1 if there is none. */
function lastIndexOfBytes(bytes: Uint8Array, sequence: readonly number[]): number {
  for (let start = bytes.length - sequence.length; start >= 0; start--) {
    if (sequence.every((byte, offset) => bytes[start + offset] === byte)) return start;
  }
  return -1;
}

/** A copy with every bit of a range inverted. */
function withInverted(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const copy = new Uint8Array(bytes);
  for (const [offset, byte] of bytes.subarray(start, end).entries()) copy[start + offset] = ~byte;
  return copy;
}
