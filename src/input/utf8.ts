import { isUtf8 } from "node:buffer";

/** Length of a character in UTF-8, from its first byte. */
function sequenceLength(leadByte: number): number {
  if (leadByte < 0xc0) return 1;
  if (leadByte < 0xe0) return 2;
  return leadByte < 0xf0 ? 3 : 4;
}

/** Number of bytes in complete characters: all bytes, unless the last character is incomplete. */
export function wholeCharacters(bytes: Uint8Array): number {
  const { length } = bytes;
  for (let at = length - 1; at >= 0 && at >= length - 3; at--) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return at + sequenceLength(byte) > length ? at : length;
  }
  return length;
}

/** Offset of the first invalid byte, or -1. The bytes must begin with a complete character. */
export function invalidUtf8At(bytes: Uint8Array): number {
  if (isUtf8(bytes)) return -1;
  let at = 0;
  for (let next = 0; at < bytes.length; at = next) {
    next = at + sequenceLength(bytes[at] ?? 0);
    if (!isUtf8(bytes.subarray(at, next))) break;
  }
  return at;
}
