import { Buffer } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import { tmpdir } from "node:os";
import type { RandomAccessFile } from "../../codec/table.ts";
import { diskError } from "../disk-error.ts";
import { fileInMemory } from "../file-in-memory.ts";
import { openTempFile, type TempFile } from "../temp-file.ts";

const DEFAULT_MEMORY_BYTES = 1024 * 1024;
const READ_BYTES = 256 * 1024;

export type SpoolOptions = {
  /** Maximum number of bytes to keep in memory; 1 MB by default. */
  readonly memoryBytes?: number;
  /** Folder for the temporary file; the system's by default. */
  readonly tempFolder?: string;
};

/**
 * Stores bytes as they arrive, and gives them back as a file: in memory up to a limit, otherwise in a
 * temporary file that only this user can read. `dispose` must always be called.
 */
export class Spool {
  readonly #memoryBytes: number;
  readonly #tempFolder: string;
  #byteLength = 0;
  #chunks: Uint8Array[] = [];
  #file: TempFile | undefined;
  #writing: Promise<void> = Promise.resolve();
  #isDisposed = false;

  constructor({ memoryBytes = DEFAULT_MEMORY_BYTES, tempFolder = tmpdir() }: SpoolOptions = {}) {
    this.#memoryBytes = memoryBytes;
    this.#tempFolder = tempFolder;
  }

  /** Bytes written so far. */
  get byteLength(): number {
    return this.#byteLength;
  }

  /** Appends bytes; calls must not overlap. Rejects with a `SimulatorError` (`SIM_DISK`) if they can't be stored. */
  write(chunk: Uint8Array): Promise<void> {
    this.#byteLength += chunk.length;
    this.#chunks.push(chunk);
    if (this.#byteLength > this.#memoryBytes) this.#writing = this.#writeOut();
    return this.#writing;
  }

  /** The stored bytes as a file, readable until `dispose`. */
  finish(): RandomAccessFile {
    return this.#file
      ? fileOnDisk(this.#file.handle, this.#byteLength)
      : fileInMemory(Buffer.concat(this.#chunks));
  }

  /** Removes the stored bytes after any pending write; can be called repeatedly. */
  async dispose(): Promise<void> {
    this.#isDisposed = true;
    await Promise.allSettled([this.#writing]);
    const file = this.#file;
    this.#file = undefined;
    this.#chunks = [];
    await file?.dispose();
  }

  async #writeOut(): Promise<void> {
    if (this.#isDisposed) throw new Error("Failed to write to a spool: it was disposed of.");
    try {
      this.#file ??= await openTempFile(this.#tempFolder);
      const chunks = this.#chunks;
      this.#chunks = [];
      for (const bytes of chunks) await this.#file.handle.appendFile(bytes);
    } catch (error) {
      throw diskError(this.#tempFolder, error);
    }
  }
}

function fileOnDisk(handle: FileHandle, byteLength: number): RandomAccessFile {
  const slice = async (start: number, end: number): Promise<Uint8Array> => {
    const bytes = Buffer.alloc(end - start);
    let filled = 0;
    while (filled < bytes.length) {
      const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, start + filled);
      if (bytesRead === 0)
        throw new RangeError(`Expected ${byteLength} bytes, got ${start + filled}.`);
      filled += bytesRead;
    }
    return bytes;
  };
  return {
    byteLength,
    slice,
    async *stream() {
      for (let start = 0; start < byteLength; start += READ_BYTES) {
        yield await slice(start, Math.min(start + READ_BYTES, byteLength));
      }
    },
  };
}
