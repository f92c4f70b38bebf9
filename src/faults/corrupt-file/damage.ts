/** Number of final bytes to edit: enough for the directory of a ZIP with one long-named entry. */
export const ZIP_TAIL_BYTES = 4096;

const CENTRAL_ENTRY = "PK\x01\x02";

/** The signature of the data descriptor after the entry's bytes. */
const DATA_DESCRIPTOR = "PK\x07\x08";

const CHECKSUM_BYTES = 4;

/** The end of a single-entry ZIP, with both copies of its CRC-32 wrong. */
export function withWrongChecksum(tail: Buffer): Buffer {
  const entry = tail.lastIndexOf(CENTRAL_ENTRY, undefined, "latin1");
  if (entry < 0) return tail;
  const checksum = entry + 16;
  const inDirectory = withInverted(tail, checksum, checksum + CHECKSUM_BYTES);
  const descriptor = tail.subarray(0, entry).lastIndexOf(DATA_DESCRIPTOR, undefined, "latin1");
  if (descriptor < 0) return inDirectory;
  return withInverted(inDirectory, descriptor + 4, descriptor + 4 + CHECKSUM_BYTES);
}

/** The end of a single-entry ZIP, cut off before the central directory. */
export function withoutDirectory(tail: Buffer): Buffer {
  const entry = tail.lastIndexOf(CENTRAL_ENTRY, undefined, "latin1");
  return entry < 0 ? tail : tail.subarray(0, entry);
}

/** Number of bytes to read at the end of a Parquet file: most footers are shorter. */
export const PARQUET_TAIL_BYTES: number = 64 * 1024;

/** Number of bytes at the start of a Parquet file that include the start of its first page. */
export const PARQUET_HEAD_BYTES = 4096;

/** Size, in bytes, of the footer's length field and the "PAR1" that follows it. */
const TRAILER_BYTES = 8;

const ZSTD_FRAME = "\x28\xb5\x2f\xfd";

/** Number of bytes to damage: enough that no reader can mistake the result for another frame. */
const WRONG_BYTES = 8;

/** The end of a Parquet file, truncated in the middle of the footer. */
export function withCutFooter(tail: Buffer): Buffer {
  const cut = TRAILER_BYTES + Math.ceil(footerLengthOf(tail) / 2);
  return tail.subarray(0, Math.max(0, tail.length - cut));
}

/** The beginning of a zstd-compressed Parquet file, with wrong bytes in its first page's data. */
export function withWrongFirstPage(head: Buffer): Buffer {
  const frame = head.indexOf(ZSTD_FRAME, 0, "latin1");
  return frame < 0 ? head : withInverted(head, frame, frame + WRONG_BYTES);
}

/** A complete Parquet file with wrong bytes halfway to the footer, and therefore in a page. */
export function withWrongPage(file: Buffer): Buffer {
  const end = file.length - TRAILER_BYTES - footerLengthOf(file);
  const middle = Math.floor((TRAILER_BYTES / 2 + end) / 2);
  return withInverted(file, middle, Math.min(middle + WRONG_BYTES, end));
}

function footerLengthOf(tail: Buffer): number {
  return tail.length < TRAILER_BYTES ? 0 : tail.readUInt32LE(tail.length - TRAILER_BYTES);
}

const QUOTE = 0x22;
const LINE_FEED = 0x0a;

/** A CSV without one of its records; the header is record 0. */
export function withoutRecord(csv: Buffer, index: number): Buffer {
  const ends = recordEnds(csv);
  const start = ends[index - 1] ?? 0;
  const end = ends[index] ?? csv.length;
  return Buffer.concat([csv.subarray(0, start), csv.subarray(end)]);
}

/** Byte offset of the end of each record; a line break within quotes is part of a field. */
export function recordEnds(csv: Buffer): readonly number[] {
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

function withInverted(bytes: Buffer, start: number, end: number): Buffer {
  const copy = Buffer.from(bytes);
  for (const [offset, byte] of bytes.subarray(start, end).entries()) copy[start + offset] = ~byte;
  return copy;
}
