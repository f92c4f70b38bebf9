import type { JsonValue } from "../../core/json.ts";
import { isBlank, LineSplitter } from "./line-splitter.ts";

/** Characters after which a batch ends. */
const BATCH_LENGTH = 1024 ** 2;

/** Lines between two marks. */
export const LINES_A_MARK = 256;

/** The bytes of a file; some can be read from an offset on. */
type Bytes =
  | Uint8Array
  | (AsyncIterable<Uint8Array> & {
      readonly byteLength: number;
      readonly from?: (offset: number) => AsyncIterable<Uint8Array>;
    });

/** Facts about the lines: their number, and where every 256th begins. */
type Lines = { readonly numLines: number; readonly marks: readonly number[] };

type Batch = readonly JsonValue[];

/** The lines of a file of JSON lines as a job's inputs: they stay in the file, and are parsed each time. */
export class LineRows {
  readonly length: number;
  readonly byteLength: number;
  readonly bytesOnDisk: number;
  /** Its bytes count as its own, and not as the rows'. */
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
