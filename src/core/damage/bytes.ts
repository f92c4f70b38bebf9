/** Where a sequence of bytes begins first at or after an index; -1 where it doesn't. */
export function indexOfBytes(bytes: Uint8Array, sequence: readonly number[], from = 0): number {
  for (let start = from; start + sequence.length <= bytes.length; start++) {
    if (sequence.every((byte, offset) => bytes[start + offset] === byte)) return start;
  }
  return -1;
}

/** Where a sequence of bytes begins last; -1 where it doesn't. */
export function lastIndexOfBytes(bytes: Uint8Array, sequence: readonly number[]): number {
  for (let start = bytes.length - sequence.length; start >= 0; start--) {
    if (sequence.every((byte, offset) => bytes[start + offset] === byte)) return start;
  }
  return -1;
}

/** A copy with every bit of a range inverted. */
export function withInverted(bytes: Uint8Array, start: number, end: number): Uint8Array {
  const copy = new Uint8Array(bytes);
  for (const [offset, byte] of bytes.subarray(start, end).entries()) copy[start + offset] = ~byte;
  return copy;
}
