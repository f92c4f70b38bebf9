/**
 * A file that can be read in any order, any number of times. Readers pass its errors on unchanged.
 */
export type RandomAccessFile = {
  readonly byteLength: number;
  /** The bytes in [start, end), both within the file. */
  slice(start: number, end: number): Promise<Uint8Array>;
  /** The whole file from the start. Each call is a new pass, which may be stopped early. */
  stream(): AsyncIterable<Uint8Array>;
};
