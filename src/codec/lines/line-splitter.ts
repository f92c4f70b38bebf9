import { Buffer } from "node:buffer";

const LINE_FEED = 0x0a;

/** Longer lines are truncated: no JSON that a row can have is that long. */
const MAX_LINE_BYTES = 16 * 1024 ** 2;

/** Splits bytes into lines of UTF-8 as they arrive. Only a line feed ends a line. */
export class LineSplitter {
  #rest: Uint8Array[] = [];
  #restBytes = 0;
  #byteLength = 0;
  #nextStart = 0;
  #start = 0;

  /** Where the line began that was returned last, in bytes. */
  get start(): number {
    return this.#start;
  }

  /** The lines that end in a chunk. */
  *push(chunk: Uint8Array): Generator<string, void> {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const before = this.#byteLength;
    this.#byteLength += bytes.length;
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      const part = bytes.subarray(start, end);
      start = end + 1;
      this.#start = this.#nextStart;
      this.#nextStart = before + start;
      yield this.#restBytes === 0 ? part.toString() : this.#joined(part);
    }
    this.#keep(bytes.subarray(start));
  }

  /** The last line, if no line feed ends it. */
  *end(): Generator<string, void> {
    this.#start = this.#nextStart;
    if (this.#restBytes > 0) yield this.#joined(Buffer.alloc(0));
  }

  /** A copy: the chunk's buffer may be used again. */
  #keep(bytes: Buffer): void {
    if (bytes.length === 0 || this.#restBytes > MAX_LINE_BYTES) return;
    this.#rest.push(Uint8Array.from(bytes));
    this.#restBytes += bytes.length;
  }

  #joined(part: Buffer): string {
    const line = Buffer.concat([...this.#rest, part]).toString();
    this.#rest = [];
    this.#restBytes = 0;
    return line;
  }
}

/** Whether a line has nothing in it: such lines are skipped, but count. */
export function isBlank(line: string): boolean {
  return line.length < 100 && line.trim() === "";
}
