import { Buffer } from "node:buffer";

/** A page ends before the cell with which its cells reach this size, without their lengths. */
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

/** The least and the greatest cell of a column, and the number of NaNs, which are neither. */
export type ExtremeCells = {
  readonly least: string | number | undefined;
  readonly greatest: string | number | undefined;
  readonly nanCount: number;
};

/** From here on, code units and UTF-8 are in different orders. */
const FIRST_SURROGATE = 0xd800;

/** Finds the bounds of cells that are all strings, ordered by their UTF-8, or all numbers. */
class CellBounds {
  #least: string | number | undefined;
  #greatest: string | number | undefined;
  #nanCount = 0;

  /** The bounds of the cells so far. */
  get found(): ExtremeCells {
    return { least: this.#least, greatest: this.#greatest, nanCount: this.#nanCount };
  }

  add(cell: string | number): void {
    if (Number.isNaN(cell)) this.#nanCount++;
    else if (this.#least === undefined || this.#greatest === undefined)
      this.#least = this.#greatest = cell;
    else if (compare(cell, this.#least) < 0) this.#least = cell;
    else if (compare(cell, this.#greatest) > 0) this.#greatest = cell;
  }
}

function compare(left: string | number, right: string | number): number {
  if (typeof left === "string" && typeof right === "string") return compareTexts(left, right);
  return Number(left) - Number(right);
}

function compareTexts(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) {
    const [a, b] = [left.charCodeAt(at), right.charCodeAt(at)];
    if (a === b) continue;
    if (a < FIRST_SURROGATE && b < FIRST_SURROGATE) return a - b;
    return Buffer.compare(Buffer.from(left), Buffer.from(right));
  }
  return left.length - right.length;
}
