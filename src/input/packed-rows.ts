import { Buffer } from "node:buffer";
import type { RowInput } from "../core/rows/row.ts";
import {
  bytesOf,
  endOf,
  endsOf,
  inMemory,
  inputOf,
  isOnDisk,
  type RowChunk,
  rowCountOf,
  type StoredChunk,
  startOf,
  textBytesOf,
} from "./row-chunk.ts";
import type { RowFile } from "./row-file.ts";

/** Ends every row. UTF-8 never contains this byte, so it can't be part of a row. */
export const ROW_END = 0xff;

/** Size, in bytes, at which a batch of rows ends, so that a batch of long rows stays small. */
const BATCH_BYTES = 1024 ** 2;

/** Maximum bytes of a list that is stored as a string. This saves 600 bytes, a chunk's overhead. */
const MAX_COMPACT_BYTES = 1024;

/** Rows in chunks. If the only chunk is small, it is a string with a character for each byte. */
type StoredRows = string | readonly StoredChunk[];

/**
 * An immutable list of rows: well-formed strings or, rarely, other JSON values. It stores them as
 * UTF-8 outside the JavaScript heap, with about 5 bytes of overhead per row, or in temporary files;
 * a short list of strings is stored in one string. Methods that read rows throw a `SimulatorError`
 * (`SIM_DISK`) if a file can't be read.
 */
export class PackedRows {
  readonly length: number;
  readonly areStrings: boolean;
  /** Total UTF-8 bytes of all rows. */
  readonly byteLength: number;
  /** UTF-8 bytes of the rows on disk. */
  readonly bytesOnDisk: number;
  /** The temporary files that hold the rows, but not those that hold the rows' IDs. */
  readonly files: ReadonlySet<RowFile>;
  readonly ids: PackedRows | undefined;
  readonly #stored: StoredRows;

  constructor(chunks: readonly StoredChunk[], ids?: PackedRows) {
    const onDisk = chunks.filter(isOnDisk);
    this.length = sum(chunks, rowCountOf);
    this.ids = ids;
    this.areStrings = !chunks.some(({ hasJson }) => hasJson);
    this.byteLength = sum(chunks, textBytesOf);
    this.bytesOnDisk = sum(onDisk, textBytesOf);
    this.files = new Set(onDisk.map(({ file }) => file));
    this.#stored = compactOf(chunks) ?? chunks;
  }

  get #chunks(): readonly StoredChunk[] {
    return typeof this.#stored === "string" ? [chunkOf(this.#stored)] : this.#stored;
  }

  /** Shares the lists' bytes instead of copying them. */
  static concat(lists: readonly PackedRows[]): PackedRows {
    const ids = lists.flatMap((list) => list.ids ?? []);
    return new PackedRows(
      lists.flatMap((list) => list.#chunks),
      ids.length === 0 ? undefined : PackedRows.concat(ids),
    );
  }

  /** The rows' lengths in UTF-8 bytes, in lists of at most 65,536; doesn't decode the rows. */
  *byteLengths(): Generator<Uint32Array, void> {
    for (const chunk of this.#chunks) {
      let start = 0;
      yield endsOf(chunk).map((end) => {
        const byteLength = endOf(end) - start;
        start = endOf(end) + 1;
        return byteLength;
      });
    }
  }

  /** The rows from index `from` on, in lists of at most `size` rows and about 1 MiB. */
  *batches(from = 0, size = 256): Generator<readonly RowInput[], void> {
    let batch: RowInput[] = [];
    let byteLength = 0;
    let numRows = 0;
    for (const stored of this.#chunks) {
      const firstRow = Math.max(0, from - numRows);
      numRows += rowCountOf(stored);
      if (numRows <= from) continue;
      const chunk = inMemory(stored);
      for (let row = firstRow; row < chunk.ends.length; row++) {
        batch.push(inputOf(chunk, row));
        byteLength += startOf(chunk, row + 1) - startOf(chunk, row);
        if (batch.length < size && byteLength < BATCH_BYTES) continue;
        yield batch;
        batch = [];
        byteLength = 0;
      }
    }
    if (batch.length > 0) yield batch;
  }

  /** The bytes of all rows, each followed by `ROW_END`. A piece is valid until the next is read. */
  *bytes(): Generator<Uint8Array, void> {
    const chunks = this.#chunks;
    const lengths = chunks.map((chunk) => (isOnDisk(chunk) ? chunk.byteLength : 0));
    const buffer = Buffer.alloc(lengths.reduce((most, length) => Math.max(most, length), 0));
    for (const [index, chunk] of chunks.entries())
      yield bytesOf(chunk, buffer.subarray(0, lengths[index]));
  }
}

function sum(chunks: readonly StoredChunk[], sizeOf: (chunk: StoredChunk) => number): number {
  return chunks.reduce((total, chunk) => total + sizeOf(chunk), 0);
}

function compactOf([only, ...others]: readonly StoredChunk[]): string | undefined {
  if (only === undefined || others.length > 0 || isOnDisk(only) || only.hasJson) return undefined;
  return only.bytes.length > MAX_COMPACT_BYTES ? undefined : only.bytes.toString("latin1");
}

function chunkOf(compact: string): RowChunk {
  const bytes = Buffer.from(compact, "latin1");
  const ends: number[] = [];
  for (let end = bytes.indexOf(ROW_END); end !== -1; end = bytes.indexOf(ROW_END, end + 1))
    ends.push(2 * end);
  return { bytes, ends: Uint32Array.from(ends), hasJson: false };
}
