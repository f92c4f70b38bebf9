import { Buffer } from "node:buffer";
import { readSync } from "node:fs";
import { tmpdir } from "node:os";
import { diskError, diskReadError } from "./disk-error.ts";
import { openTempFile, type TempFile } from "./temp-file.ts";

/**
 * A temporary file for rows that would take too much memory; it is created with the first ones. Its maker calls `release`
 * once the rows are read, which closes it unless `keep` was called: then the owner of the rows calls `close`.
 */
export class RowFile {
  readonly #givenFolder: string | undefined;
  #file: TempFile | undefined;
  #byteLength = 0;
  #isKept = false;
  #isClosed = false;

  constructor(tempFolder?: string) {
    this.#givenFolder = tempFolder;
  }

  /** Looked up only for a file: every request has an object of this class. */
  get #tempFolder(): string {
    return this.#givenFolder ?? tmpdir();
  }

  /** Bytes written so far. */
  get byteLength(): number {
    return this.#byteLength;
  }

  /** Appends bytes; calls must not overlap. Resolves with their offset. Rejects with a `SimulatorError` (`SIM_DISK`) if they can't be stored. */
  async append(parts: readonly Uint8Array[]): Promise<number> {
    const start = this.#byteLength;
    try {
      this.#file ??= await openTempFile(this.#tempFolder);
      for (const bytes of parts) {
        await this.#file.handle.appendFile(bytes);
        this.#byteLength += bytes.byteLength;
      }
    } catch (error) {
      throw diskError(this.#tempFolder, error);
    }
    return start;
  }

  /**
   * Reads bytes, into a new buffer unless one is given, which takes less than a millisecond per megabyte unless the system has
   * evicted them from memory. Throws a `SimulatorError` (`SIM_DISK`).
   */
  read(start: number, byteLength: number, bytes: Buffer = Buffer.alloc(byteLength)): Buffer {
    try {
      if (this.#file === undefined || this.#isClosed) throw new Error("it is closed");
      for (let filled = 0; filled < byteLength; ) {
        const { fd } = this.#file.handle;
        const count = readSync(fd, bytes, filled, byteLength - filled, start + filled);
        if (count === 0) throw new Error("it is too short");
        filled += count;
      }
    } catch (error) {
      throw diskReadError(this.#tempFolder, error);
    }
    return bytes;
  }

  /** Leaves the file open on `release`. */
  keep(): void {
    this.#isKept = true;
  }

  /** Closes and removes the file, unless it is kept. */
  async release(): Promise<void> {
    if (!this.#isKept) await this.close();
  }

  /** Closes and removes the file; can be called repeatedly. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#file?.dispose();
  }
}
