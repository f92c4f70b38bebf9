import type { RowFile } from "./row-file.ts";

/** Bytes that are read at once. */
const READ_BYTES = 256 * 1024;

/** Some bytes of a temporary file, read anew each time. */
export class FileOnDisk implements AsyncIterable<Uint8Array> {
  readonly byteLength: number;
  readonly #file: RowFile;
  readonly #start: number;

  constructor(file: RowFile, start: number, byteLength: number) {
    this.byteLength = byteLength;
    this.#file = file;
    this.#start = start;
  }

  [Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    return this.from(0);
  }

  /** The bytes from an offset on. */
  async *from(offset: number): AsyncGenerator<Uint8Array, void> {
    for (let at = offset; at < this.byteLength; at += READ_BYTES)
      yield this.#file.read(this.#start + at, Math.min(READ_BYTES, this.byteLength - at));
  }
}
