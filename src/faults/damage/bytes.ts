/** Index of the first occurrence of a byte sequence; -1 if there is none. */
export function indexOfBytes(bytes: Uint8Array, sequence: readonly number[]): number {
  for (let start = 0; start + sequence.length <= bytes.length; start++) {
    if (sequence.every((byte, offset) => bytes[start + offset] === byte)) return start;
  }
  return -1;
}

/** Index of the last occurrence of a byte sequence; -1 if there is none. */
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
