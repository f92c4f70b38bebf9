/** A file that can be read in any order, as often as needed. Its errors pass through the readers as they are. */
export type RandomAccessFile = {
  readonly byteLength: number;
  /** The bytes in [start, end), both within the file. */
  slice(start: number, end: number): Promise<Uint8Array>;
  /** All the bytes from the start; each call is a new pass. */
  stream(): AsyncIterable<Uint8Array>;
};
