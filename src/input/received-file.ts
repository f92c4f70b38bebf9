import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { BodyTooLargeError } from "./body-chunks.ts";
import { LineSplitter } from "./lines/line-splitter.ts";
import type { FileSink } from "./multipart/parse-multipart.ts";
import type { RowFile } from "./row-file.ts";

/** Bytes that are kept in memory, or written at once. */
const MEMORY_BYTES = 1024 ** 2;

/** How a file is received. */
export type Receiving = {
  /** For a file that is too large for memory. */
  readonly rowFile: RowFile;
  readonly maxBytes: number;
  /** Called with each line and the byte at which it starts; calls don't overlap. */
  readonly onLine: ((line: string, start: number) => void | Promise<void>) | undefined;
};

/** Stores a file as it arrives, in memory or on disk, with its hash, and passes its lines on. */
export class ReceivedFile implements FileSink {
  readonly #receiving: Receiving;
  readonly #hash = createHash("sha256");
  readonly #splitter = new LineSplitter();
  #chunks: Uint8Array[] = [];
  #chunkBytes = 0;
  #byteLength = 0;
  #start: number | undefined;
  #sha256 = "";

  constructor(receiving: Receiving) {
    this.#receiving = receiving;
  }

  /** SHA-256 in hex, once the file has ended. */
  get sha256(): string {
    return this.#sha256;
  }

  /** Adds bytes. Rejects with a `BodyTooLargeError`, or a `SimulatorError` (`SIM_DISK`). */
  async write(chunk: Uint8Array): Promise<void> {
    const { maxBytes, onLine } = this.#receiving;
    this.#byteLength += chunk.byteLength;
    if (this.#byteLength > maxBytes) throw new BodyTooLargeError(maxBytes);
    this.#hash.update(chunk);
    this.#chunks.push(chunk);
    this.#chunkBytes += chunk.byteLength;
    if (onLine !== undefined) await this.#passOn(this.#splitter.push(chunk), onLine);
    if (this.#chunkBytes > MEMORY_BYTES) await this.#writeOut();
  }

  /** The file has ended. */
  async end(): Promise<void> {
    const { onLine } = this.#receiving;
    if (onLine !== undefined) await this.#passOn(this.#splitter.end(), onLine);
    if (this.#start !== undefined) await this.#writeOut();
    this.#sha256 = this.#hash.digest("hex");
  }

  /** The bytes; those on disk are there as long as the row file is open. */
  bytes(): Uint8Array | FileOnDisk {
    if (this.#start === undefined) return Buffer.concat(this.#chunks);
    return new FileOnDisk(this.#receiving.rowFile, this.#start, this.#byteLength);
  }

  async #writeOut(): Promise<void> {
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#chunkBytes = 0;
    const start = await this.#receiving.rowFile.append([Buffer.concat(chunks)]);
    this.#start ??= start;
  }

  async #passOn(lines: Iterable<string>, onLine: NonNullable<Receiving["onLine"]>): Promise<void> {
    for (const line of lines) {
      const taking = onLine(line, this.#splitter.start);
      if (taking instanceof Promise) await taking;
    }
  }
}

/** Bytes that are read at once. */
const READ_BYTES = 256 * 1024;

/** Some bytes of a temporary file, read anew each time. */
class FileOnDisk implements AsyncIterable<Uint8Array> {
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
