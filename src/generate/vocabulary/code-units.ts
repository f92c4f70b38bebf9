import { Buffer } from "node:buffer";

/** Maximum number of characters of an input or a prompt that are read. */
export const READ_CHARACTERS = 4000;

/** A buffer for the code units of one string after another: reading them here takes a quarter of the time of `charCodeAt`. */
export class CodeUnits {
  readonly units: Uint16Array;
  /** The same units in pairs. */
  readonly pairs: Int32Array;
  readonly #bytes: Buffer;

  /** The capacity is a multiple of 8. */
  constructor(capacity: number) {
    const bytes = new ArrayBuffer(2 * (capacity + UNITS_TO_CLEAR));
    this.units = new Uint16Array(bytes);
    this.pairs = new Int32Array(bytes);
    this.#bytes = Buffer.from(bytes, 0, 2 * capacity);
  }

  /** Reads a string up to the capacity, returns the number of code units, and sets the next 8 to 0. */
  read(text: string): number {
    const length = this.#bytes.write(text, "utf16le") >> 1;
    for (let i = length; i < length + UNITS_TO_CLEAR; i++) this.units[i] = 0;
    return length;
  }
}

const UNITS_TO_CLEAR = 8;
