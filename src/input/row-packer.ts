import { Buffer } from "node:buffer";
import {
  cellTooLong,
  MAX_CELL_BYTES,
  NO_ROW_LIMITS,
  type RowLimits,
  tooManyRows,
  tooMuchDecoded,
} from "../codec/row-limits.ts";
import type { JsonValue } from "../core/json.ts";
import { PackedRows, ROW_END } from "./packed-rows.ts";
import { isOnDisk, moveToDisk, type StoredChunk } from "./row-chunk.ts";
import type { RowFile } from "./row-file.ts";

const FIRST_CHUNK_BYTES = 1024;
const MAX_CHUNK_BYTES = 1024 * 1024;
const MAX_CHUNK_ROWS = 64 * 1024;

/** Maximum size, in bytes, of rows to keep in memory; larger lists are moved to disk. */
export const MOST_BYTES_IN_MEMORY: number = 8 * 1024 ** 2;

/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const MAX_BYTES_A_UNIT = 3;

const NO_ROOM = Buffer.alloc(0);

/**
 * Builds `PackedRows` row by row. Lone surrogates become U+FFFD. Chunks start small and double in
 * size, so a one-row job takes only a few kilobytes.
 */
export class RowPacker {
  readonly #limits: RowLimits;
  readonly #file: RowFile | undefined;
  #length = 0;
  /** UTF-8 bytes of the rows appended so far. */
  #byteLength = 0;
  #chunks: StoredChunk[] = [];
  /** Number of leading chunks that are on disk. */
  #onDisk = 0;
  /** Bytes of the complete chunks that are in memory. */
  #bytesInMemory = 0;
  #open: Buffer = NO_ROOM;
  #view: DataView | undefined;
  /** A buffer to reuse, from a chunk that was moved to disk. */
  #spare: Buffer | undefined;
  #used = 0;
  #ends: number[] = [];
  #nextChunkBytes = FIRST_CHUNK_BYTES;
  #isFinished = false;

  /** `file` holds rows that are too large for memory. Without `file`, all rows stay in memory. */
  constructor(limits: RowLimits = NO_ROW_LIMITS, file?: RowFile) {
    this.#limits = limits;
    this.#file = file;
  }

  get length(): number {
    return this.#length;
  }

  get bytesInMemory(): number {
    return this.#bytesInMemory + this.#open.length;
  }

  /** Offset in the reserved buffer at which the next row begins. */
  get used(): number {
    return this.#used;
  }

  /** Adds a row, as JSON if it isn't a string. Throws a RowLimitError, or an Error if finished. */
  append(value: JsonValue): void {
    const text = typeof value === "string" ? value : JSON.stringify(value);
    if (this.#isFinished) throw new Error("Failed to append a row: packing has ended.");
    if (this.#length >= this.#limits.maxRows) throw tooManyRows(this.#limits);
    if (isTooLong(text)) throw cellTooLong(this.#length);
    if (!this.#hasRoomFor(text)) this.#startChunk(Buffer.byteLength(text));
    this.#end(this.#used + this.#open.write(text, this.#used, "utf8"), typeof value !== "string");
  }

  /** A buffer with room for `byteLength` bytes at `used`; valid until another row is added. */
  reserve(byteLength: number): DataView {
    const isFull = this.#ends.length >= MAX_CHUNK_ROWS;
    if (isFull || this.#open.length - this.#used <= byteLength) this.#startChunk(byteLength);
    const { buffer, byteOffset, length } = this.#open;
    this.#view ??= new DataView(buffer, byteOffset, length);
    return this.#view;
  }

  /** Adds the row written to the reserved buffer up to `end`. Throws a RowLimitError. */
  commit(end: number): void {
    if (this.#length >= this.#limits.maxRows) throw tooManyRows(this.#limits);
    if (end - this.#used > MAX_CELL_BYTES) throw cellTooLong(this.#length);
    this.#end(end, false);
  }

  /** Moves rows to disk if they take too much memory; call this often. Rejects with `SIM_DISK`. */
  async settle(): Promise<void> {
    const most = this.#onDisk > 0 ? 0 : MOST_BYTES_IN_MEMORY;
    if (this.#file === undefined || this.#bytesInMemory <= most) return;
    for (; this.#onDisk < this.#chunks.length; this.#onDisk++) {
      const chunk = this.#chunks[this.#onDisk];
      if (chunk === undefined || isOnDisk(chunk)) continue;
      this.#chunks[this.#onDisk] = await moveToDisk(chunk, this.#file);
      this.#bytesInMemory -= chunk.bytes.length + chunk.ends.byteLength;
      this.#spare = Buffer.from(chunk.bytes.buffer);
    }
  }

  finish(ids?: PackedRows): PackedRows {
    this.#closeChunk();
    this.#spare = undefined;
    this.#isFinished = true;
    return new PackedRows(this.#chunks, ids);
  }

  #end(end: number, isJson: boolean): void {
    this.#byteLength += end - this.#used;
    this.#ends.push(isJson ? 2 * end + 1 : 2 * end);
    this.#open[end] = ROW_END;
    this.#used = end + 1;
    this.#length += 1;
    if (this.#byteLength > this.#limits.maxDecodedBytes) throw tooMuchDecoded(this.#limits);
  }

  #hasRoomFor(text: string): boolean {
    if (this.#ends.length >= MAX_CHUNK_ROWS) return false;
    const room = this.#open.length - this.#used - 1;
    if (text.length * MAX_BYTES_A_UNIT <= room) return true;
    return text.length <= room && Buffer.byteLength(text) <= room;
  }

  #startChunk(rowBytes: number): void {
    this.#closeChunk();
    const byteLength = Math.max(this.#nextChunkBytes, rowBytes + 1);
    this.#open = this.#spare?.length === byteLength ? this.#spare : Buffer.alloc(byteLength);
    this.#spare = undefined;
    this.#nextChunkBytes = Math.min(this.#nextChunkBytes * 2, MAX_CHUNK_BYTES);
  }

  #closeChunk(): void {
    if (this.#ends.length > 0) {
      const hasJson = this.#ends.some((end) => end % 2 === 1);
      const bytes = this.#trimmed();
      const ends = new Uint32Array(this.#ends);
      this.#chunks.push({ bytes, ends, hasJson });
      this.#bytesInMemory += bytes.length + ends.byteLength;
    }
    this.#open = NO_ROOM;
    this.#view = undefined;
    this.#used = 0;
    this.#ends = [];
  }

  /** The used part of the buffer; a copy, to free the buffer, if more than an eighth is unused. */
  #trimmed(): Buffer {
    const used = this.#open.subarray(0, this.#used);
    if (this.#open.length - this.#used <= this.#open.length / 8) return used;
    const copy = Buffer.alloc(used.length);
    copy.set(used);
    return copy;
  }
}

function isTooLong(text: string): boolean {
  if (text.length * MAX_BYTES_A_UNIT <= MAX_CELL_BYTES) return false;
  return text.length > MAX_CELL_BYTES || Buffer.byteLength(text) > MAX_CELL_BYTES;
}
