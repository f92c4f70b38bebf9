import { Buffer, isUtf8 } from "node:buffer";
import type { JsonValue } from "../core/json.ts";

const LINE_FEED = 0x0a;

/** Maximum line length, in bytes. Longer lines are cut off; they exceed the limit for a row. */
const MAX_LINE_BYTES = 16 * 1024 ** 2;

/** Number of characters after which a batch ends. */
const BATCH_LENGTH = 1024 ** 2;

export const LINES_A_MARK = 256;

/** The bytes of a file. `from`, if present, starts reading at an offset. */
type Bytes =
  | Uint8Array
  | (AsyncIterable<Uint8Array> & {
      readonly byteLength: number;
      readonly from?: (offset: number) => AsyncIterable<Uint8Array>;
    });

/** The number of lines, and the byte offset of every 256th line. */
type Lines = { readonly numLines: number; readonly marks: readonly number[] };

type Batch = readonly JsonValue[];

/** A job's inputs, stored as the lines of a JSON Lines file. They are parsed on each use. */
export class LineRows {
  readonly length: number;
  readonly byteLength: number;
  readonly bytesOnDisk: number;
  /** The JSON Lines file. If several jobs share it, a sandbox counts its bytes only once. */
  readonly file: { readonly bytes: Bytes; readonly marks: readonly number[] };

  constructor(bytes: Bytes, { numLines, marks }: Lines) {
    this.length = numLines;
    this.byteLength = bytes.byteLength;
    this.bytesOnDisk = bytes instanceof Uint8Array ? 0 : bytes.byteLength;
    this.file = { bytes, marks };
  }

  /** The rows from index `from` on, in lists of at most `size`; lists of long rows are shorter. */
  batches(from: number, size: number): Iterable<Batch> | AsyncIterable<Batch> {
    const { bytes, marks } = this.file;
    const mark = Math.min(Math.floor(from / LINES_A_MARK), Math.max(0, marks.length - 1));
    const offset = marks[mark] ?? 0;
    const reader = new BatchReader(from - mark * LINES_A_MARK, size);
    if (bytes instanceof Uint8Array) return batchesIn(bytes.subarray(offset), reader);
    if (bytes.from !== undefined) return batchesOf(bytes.from(offset), reader);
    return batchesOf(bytes, new BatchReader(from, size));
  }
}

function* batchesIn(bytes: Uint8Array, reader: BatchReader): Generator<Batch, void> {
  yield* reader.push(bytes);
  yield* reader.end();
}

async function* batchesOf(
  bytes: AsyncIterable<Uint8Array>,
  reader: BatchReader,
): AsyncGenerator<Batch, void> {
  for await (const chunk of bytes) yield* reader.push(chunk);
  yield* reader.end();
}

class BatchReader {
  readonly #splitter = new LineSplitter();
  readonly #size: number;
  #toSkip: number;
  #batch: JsonValue[] = [];
  #length = 0;

  constructor(from: number, size: number) {
    this.#toSkip = from;
    this.#size = size;
  }

  *push(chunk: Uint8Array): Generator<Batch, void> {
    for (const line of this.#splitter.push(chunk)) yield* this.#add(line);
  }

  *end(): Generator<Batch, void> {
    for (const line of this.#splitter.end()) yield* this.#add(line);
    if (this.#batch.length > 0) yield this.#batch;
  }

  *#add(line: string): Generator<Batch, void> {
    if (isBlank(line) || this.#toSkip-- > 0) return;
    this.#batch.push(JSON.parse(line) as JsonValue);
    this.#length += line.length;
    if (this.#batch.length < this.#size && this.#length < BATCH_LENGTH) return;
    yield this.#batch;
    this.#batch = [];
    this.#length = 0;
  }
}

/** Splits bytes into lines of UTF-8 as they arrive. Only a line feed ends a line. */
export class LineSplitter {
  /** Byte offset of the most recently yielded line. */
  start = 0;
  #rest: Uint8Array[] = [];
  #restBytes = 0;
  #byteLength = 0;
  #nextStart = 0;

  /** Adds a chunk, and yields the lines that end in it. */
  *push(chunk: Uint8Array): Generator<string, void> {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    const before = this.#byteLength;
    this.#byteLength += bytes.length;
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      const part = bytes.subarray(start, end);
      start = end + 1;
      this.start = this.#nextStart;
      this.#nextStart = before + start;
      yield this.#restBytes === 0 ? textOf(part) : this.#joined(part);
    }
    this.#keep(bytes.subarray(start));
  }

  /** Yields the last line if it doesn't end with a line feed. */
  *end(): Generator<string, void> {
    this.start = this.#nextStart;
    if (this.#restBytes > 0) yield this.#joined(Buffer.alloc(0));
  }

  /** Copies the bytes, because the chunk's buffer may be reused. */
  #keep(bytes: Buffer): void {
    if (bytes.length === 0 || this.#restBytes > MAX_LINE_BYTES) return;
    this.#rest.push(Uint8Array.from(bytes));
    this.#restBytes += bytes.length;
  }

  #joined(part: Buffer): string {
    const line = textOf(Buffer.concat([...this.#rest, part]));
    this.#rest = [];
    this.#restBytes = 0;
    return line;
  }
}

/** Decodes a line. Invalid UTF-8 gets the prefix U+FFFD, so that it isn't valid JSON. */
function textOf(line: Buffer): string {
  const text = line.toString();
  return text.includes("\ufffd") && !isUtf8(line) ? `\ufffd${text}` : text;
}

/** Whether a line has fewer than 100 characters, all whitespace. Such a line is not a row. */
export function isBlank(line: string): boolean {
  return line.length < 100 && line.trim() === "";
}
