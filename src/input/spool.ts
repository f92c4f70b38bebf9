import { Buffer } from "node:buffer";
import { buffer } from "node:stream/consumers";
import type { RandomAccessFile } from "../codec/table.ts";
import type { RowFile } from "./row-file.ts";

/** Maximum number of bytes to keep in memory; if there are more, the file stores all of them. */
const MEMORY_BYTES = 1024 ** 2;

const READ_BYTES = 256 * 1024;

/** Stores bytes as they arrive: in memory, or in a temporary file if there are many. */
export class Spool {
  readonly #file: RowFile;
  readonly #memoryBytes: number;
  #chunks: Uint8Array[] = [];
  #chunkBytes = 0;
  #byteLength = 0;
  /** Offset in the file where the bytes begin; undefined while all are in memory. */
  #start: number | undefined;

  constructor(file: RowFile, memoryBytes: number = MEMORY_BYTES) {
    this.#file = file;
    this.#memoryBytes = memoryBytes;
  }

  /** Calls must not overlap. Rejects with a `SimulatorError` (`SIM_DISK`). */
  async write(chunk: Uint8Array): Promise<void> {
    this.#byteLength += chunk.byteLength;
    this.#chunkBytes += chunk.byteLength;
    this.#chunks.push(chunk);
    if (this.#chunkBytes > this.#memoryBytes) await this.#writeOut();
  }

  /** Returns all bytes. Bytes on disk are readable only while the file is open. */
  async finish(): Promise<Uint8Array | FileOnDisk> {
    if (this.#start === undefined) return Buffer.concat(this.#chunks);
    await this.#writeOut();
    return new FileOnDisk(this.#file, this.#start, this.#byteLength);
  }

  async #writeOut(): Promise<void> {
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#chunkBytes = 0;
    const start = await this.#file.append([Buffer.concat(chunks)]);
    this.#start ??= start;
  }
}

/** Part of a temporary file; every use reads it again. */
export class FileOnDisk implements RandomAccessFile {
  readonly byteLength: number;
  readonly file: RowFile;
  readonly #start: number;

  constructor(file: RowFile, start: number, byteLength: number) {
    this.byteLength = byteLength;
    this.file = file;
    this.#start = start;
  }

  [Symbol.asyncIterator](): AsyncGenerator<Uint8Array, void> {
    return this.from(0);
  }

  slice(start: number, end: number): Promise<Uint8Array> {
    return this.file.readLater(this.#start + start, end - start);
  }

  async *from(offset: number): AsyncGenerator<Uint8Array, void> {
    for (let at = offset; at < this.byteLength; at += READ_BYTES)
      yield this.file.read(this.#start + at, Math.min(READ_BYTES, this.byteLength - at));
  }
}

/** Returns a file for random access. Reads a stream completely first. */
export async function inAnyOrder(
  bytes: Uint8Array | AsyncIterable<Uint8Array>,
): Promise<RandomAccessFile> {
  if (bytes instanceof Uint8Array) return fileInMemory(bytes);
  if (bytes instanceof FileOnDisk) return bytes;
  return fileInMemory(await buffer(bytes));
}

/** Returns a file whose content is these bytes, without copying them. */
export function fileInMemory(bytes: Uint8Array): RandomAccessFile {
  return {
    byteLength: bytes.length,
    slice: async (start, end) => bytes.subarray(start, end),
    async *[Symbol.asyncIterator]() {
      for (let start = 0; start < bytes.length; start += READ_BYTES)
        yield bytes.subarray(start, start + READ_BYTES);
    },
  };
}
