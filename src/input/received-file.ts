import { createHash } from "node:crypto";
import { LineSplitter } from "../codec/line-rows.ts";
import { largerThan } from "./body-chunks.ts";
import type { RowFile } from "./row-file.ts";
import { type FileOnDisk, Spool } from "./spool.ts";

export type Receiving = {
  /** Holds a file that is too large for memory. */
  readonly rowFile: RowFile;
  readonly maxBytes: number;
  /** Called with each line and the offset of its first byte; calls don't overlap. */
  readonly onLine?: ((line: string, start: number) => void | Promise<void>) | undefined;
};

/** Stores a file as it arrives, in memory or on disk; computes its hash and passes on its lines. */
export class ReceivedFile {
  /** The file for bytes that are too large for memory. */
  readonly rowFile: RowFile;
  /** The content, once the file has ended; content on disk is readable while `rowFile` is open. */
  bytes: Uint8Array | FileOnDisk = new Uint8Array();
  /** SHA-256 in hex, once the file has ended. */
  sha256 = "";
  readonly #receiving: Receiving;
  readonly #hash = createHash("sha256");
  readonly #splitter = new LineSplitter();
  readonly #spool: Spool;
  #byteLength = 0;

  constructor(receiving: Receiving) {
    this.rowFile = receiving.rowFile;
    this.#receiving = receiving;
    this.#spool = new Spool(receiving.rowFile);
  }

  /** Calls must not overlap. Rejects with a `BodyTooLargeError` or a `SIM_DISK` error. */
  async write(chunk: Uint8Array): Promise<void> {
    const { maxBytes, onLine } = this.#receiving;
    this.#byteLength += chunk.byteLength;
    if (this.#byteLength > maxBytes) throw largerThan(maxBytes);
    this.#hash.update(chunk);
    if (onLine !== undefined) await this.#passOn(this.#splitter.push(chunk), onLine);
    await this.#spool.write(chunk);
  }

  async end(): Promise<void> {
    const { onLine } = this.#receiving;
    if (onLine !== undefined) await this.#passOn(this.#splitter.end(), onLine);
    this.bytes = await this.#spool.finish();
    this.sha256 = this.#hash.digest("hex");
  }

  async #passOn(lines: Iterable<string>, onLine: NonNullable<Receiving["onLine"]>): Promise<void> {
    for (const line of lines) {
      const taking = onLine(line, this.#splitter.start);
      if (taking instanceof Promise) await taking;
    }
  }
}
