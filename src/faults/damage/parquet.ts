import { indexOfBytes, withInverted } from "./bytes.ts";

/** Number of bytes at the end of a Parquet file that are read: most footers are shorter. */
export const PARQUET_TAIL_BYTES: number = 64 * 1024;

/**
 * Number of bytes at the beginning of a Parquet file that contain the beginning of its first page.
 */
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

/**
 * The beginning of a zstd-compressed Parquet file, with wrong bytes where its first page's data
 * begins.
 */
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
