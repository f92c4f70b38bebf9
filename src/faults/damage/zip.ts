import { lastIndexOfBytes, withInverted } from "./bytes.ts";

/**
 * Number of bytes at the end of a single-entry ZIP that contain its central directory, with room
 * for a long name.
 */
export const ZIP_TAIL_BYTES = 4096;

/** "PK" 1 2: the signature of a central directory entry. */
const CENTRAL_ENTRY: readonly number[] = [0x50, 0x4b, 0x01, 0x02];

/**
 * "PK" 7 8: the signature of the data descriptor, the checksum and sizes after the entry's bytes.
 */
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
