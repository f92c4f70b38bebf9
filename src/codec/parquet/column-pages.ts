import { Buffer } from "node:buffer";
import { CellBounds, type ExtremeCells } from "./cell-bounds.ts";

/**
 * A page ends before a cell with which its cells would have this size; their lengths don't count.
 */
const PAGE_BYTES = 1024 * 1024;

/** A larger buffer, which is for a large cell, is not kept for the next row group. */
const KEPT_BYTES = 2 * PAGE_BYTES;

const FIRST_BYTES = 4 * 1024;

/** Before each string, as a little-endian number. */
const LENGTH_BYTES = Uint32Array.BYTES_PER_ELEMENT;

/** A data page of one column. */
export type PackedPage = {
  readonly cellCount: number;
  /** Size before compression. */
  readonly byteLength: number;
  readonly compressed: Uint8Array;
};

/** A column of a row group. */
export type PackedColumn = { readonly pages: readonly PackedPage[]; readonly bounds: ExtremeCells };

/**
 * Packs a column's cells into compressed pages as they are added, in Parquet's encoding PLAIN.
 * Cells thus don't stay in memory until their row group ends, which then takes little time to
 * write.
 */
export class ColumnPages {
  readonly #compress: (bytes: Uint8Array) => Uint8Array;
  #bytes: Buffer = Buffer.alloc(0);
  #used = 0;
  /** Size of the page's cells, and their number. */
  #cellBytes = 0;
  #cellCount = 0;
  #pages: PackedPage[] = [];
  #bounds = new CellBounds();

  constructor(compress: (bytes: Uint8Array) => Uint8Array) {
    this.#compress = compress;
  }

  /** Adds a cell, and returns its size in bytes. */
  add(cell: string | number): number {
    const isText = typeof cell === "string";
    const byteLength = isText ? Buffer.byteLength(cell) : Float64Array.BYTES_PER_ELEMENT;
    const isFull = this.#cellBytes + byteLength >= PAGE_BYTES;
    if (isFull && this.#cellCount > 0) this.#endPage();
    this.#makeRoom(LENGTH_BYTES + byteLength);
    if (isText) this.#write(cell, byteLength);
    else this.#used = this.#bytes.writeDoubleLE(cell, this.#used);
    this.#cellBytes += byteLength;
    this.#cellCount++;
    this.#bounds.add(cell);
    return byteLength;
  }

  /** Returns the cells since the last call, and begins a new row group. */
  take(): PackedColumn {
    this.#endPage();
    const column = { pages: this.#pages, bounds: this.#bounds.found };
    this.#pages = [];
    this.#bounds = new CellBounds();
    if (this.#bytes.length > KEPT_BYTES) this.#bytes = Buffer.alloc(0);
    return column;
  }

  #write(text: string, byteLength: number): void {
    const start = this.#bytes.writeUInt32LE(byteLength, this.#used);
    this.#used = start + this.#bytes.write(text, start);
  }

  #makeRoom(byteLength: number): void {
    const needed = this.#used + byteLength;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.alloc(Math.max(needed, 2 * this.#bytes.length, FIRST_BYTES));
    larger.set(this.#bytes.subarray(0, this.#used));
    this.#bytes = larger;
  }

  #endPage(): void {
    const bytes = this.#bytes.subarray(0, this.#used);
    const cellCount = this.#cellCount;
    this.#pages.push({ cellCount, byteLength: bytes.length, compressed: this.#compress(bytes) });
    this.#used = 0;
    this.#cellBytes = 0;
    this.#cellCount = 0;
  }
}
