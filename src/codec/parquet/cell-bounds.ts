import { Buffer } from "node:buffer";

/**
 * The least and the greatest cell of a column, and the number of cells that are NaN, which is
 * neither.
 */
export type ExtremeCells = {
  readonly least: string | number | undefined;
  readonly greatest: string | number | undefined;
  readonly nanCount: number;
};

/**
 * From here on, code units are in another order than the code points, and thus UTF-8, to which they
 * belong.
 */
const FIRST_SURROGATE = 0xd800;

/** Finds the bounds of cells that are all strings, ordered by their UTF-8, or all numbers. */
export class CellBounds {
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
