import { Buffer } from "node:buffer";
import { readSync } from "node:fs";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getSystemErrorMap } from "node:util";
import { SimulatorError } from "../core/errors.ts";

/**
 * A temporary file for bytes that don't fit in memory. The first write creates it. Once the bytes
 * have been read, the file's creator calls `release`, which closes the file. If `keep` was called,
 * the file stays open, and the owner of the bytes calls `close` later.
 */
export class RowFile {
  readonly #givenFolder: string | undefined;
  #file: Awaited<ReturnType<typeof openTempFile>> | undefined;
  #byteLength = 0;
  #appending: Promise<unknown> = Promise.resolve();
  #isKept = false;
  #isClosed = false;

  constructor(tempFolder?: string) {
    this.#givenFolder = tempFolder;
  }

  /** Found only when needed: every request has a `RowFile`, but few requests write to it. */
  get #tempFolder(): string {
    return this.#givenFolder ?? tmpdir();
  }

  get byteLength(): number {
    return this.#byteLength;
  }

  /** Resolves with the bytes' offset. Rejects with a `SimulatorError` (`SIM_DISK`). */
  async append(parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<number> {
    if (this.#isClosed) throw new Error("Failed to write to a temporary file: it is closed.");
    const appending = this.#appending.then(() => this.#append(parts));
    this.#appending = appending.catch(() => {});
    return appending;
  }

  async #append(parts: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<number> {
    const start = this.#byteLength;
    try {
      this.#file ??= await openTempFile(this.#tempFolder);
      const { handle } = this.#file;
      for await (const bytes of parts) {
        // Writes at an explicit position, because a failed write may have left bytes behind.
        for (let done = 0; done < bytes.byteLength; ) {
          const at = this.#byteLength + done;
          done += (await handle.write(bytes, done, bytes.byteLength - done, at)).bytesWritten;
        }
        this.#byteLength += bytes.byteLength;
      }
    } catch (error) {
      const advice = "Free up space there, or set `TMPDIR` to a writable folder";
      throw diskError(`write a temporary file to \`${this.#tempFolder}\``, error, advice);
    }
    return start;
  }

  /**
   * Reads bytes, into a new buffer unless one is given. Takes less than a millisecond per megabyte
   * unless the system must read the disk. Throws a `SimulatorError` (`SIM_DISK`).
   */
  read(start: number, byteLength: number, bytes: Buffer = Buffer.alloc(byteLength)): Buffer {
    try {
      const { fd } = this.#handle;
      for (let filled = 0; filled < byteLength; )
        filled += someOf(readSync(fd, bytes, filled, byteLength - filled, start + filled));
    } catch (error) {
      throw this.#readError(error);
    }
    return bytes;
  }

  /** Like `read`, but asynchronous, because there can be many bytes. */
  async readLater(start: number, byteLength: number): Promise<Buffer> {
    const bytes = Buffer.alloc(byteLength);
    try {
      for (let filled = 0; filled < byteLength; ) {
        const rest = byteLength - filled;
        const { bytesRead } = await this.#handle.read(bytes, filled, rest, start + filled);
        filled += someOf(bytesRead);
      }
    } catch (error) {
      throw this.#readError(error);
    }
    return bytes;
  }

  /** Makes `release` leave the file open. */
  keep(): void {
    this.#isKept = true;
  }

  /** Closes and removes the file, unless `keep` was called. */
  async release(): Promise<void> {
    if (!this.#isKept) await this.close();
  }

  /** Closes and removes the file after pending writes; can be called repeatedly. */
  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    await this.#appending;
    await this.#file?.dispose();
  }

  get #handle(): FileHandle {
    if (this.#file === undefined || this.#isClosed) throw new Error("it is closed");
    return this.#file.handle;
  }

  #readError(error: unknown): SimulatorError {
    const advice = "Check the disk, or set `TMPDIR` to a folder on another disk";
    return diskError(`read a temporary file in \`${this.#tempFolder}\``, error, advice);
  }
}

/** Creates a temporary file that only this user can read. */
async function openTempFile(parent: string) {
  const folder = await mkdtemp(join(parent, "batch-sim-"));
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  const handle = await open(join(folder, "input"), "wx+", 0o600);
  // Removes the folder immediately: an open file remains usable, and even a killed process leaves
  // nothing behind, except on Windows.
  if (process.platform !== "win32") await remove();
  return {
    handle,
    dispose: async () => {
      await handle.close();
      await remove();
    },
  };
}

function someOf(count: number): number {
  if (count === 0) throw new Error("it is too short");
  return count;
}

/** Makes a SimulatorError, because only the simulator has temporary files, not the service. */
function diskError(task: string, cause: unknown, advice: string): SimulatorError {
  const message = `Failed to ${task}: ${reasonOf(cause)}. ${advice}.`;
  return new SimulatorError("SIM_DISK", message, { cause });
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const { errno, code, message } = cause as NodeJS.ErrnoException;
  const [, meaning = message] = getSystemErrorMap().get(errno ?? 0) ?? [];
  return code === undefined ? meaning : `${meaning} (${code})`;
}
