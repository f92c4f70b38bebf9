/** Decodes Parquet's RLE/bit-packing hybrid one number at a time, so that runs take no memory. */
export class HybridReader {
  readonly #bytes: Uint8Array;
  readonly #bitWidth: number;
  #offset = 0;
  #value = 0;
  /** How many numbers remain in the current run, and whether they are bit-packed. */
  #left = 0;
  #isPacked = false;
  /** Number of bits already read from the byte at the offset. */
  #bit = 0;

  /** The width is 0 to 32 bits; with a width of 0, every number is 0. */
  constructor(bytes: Uint8Array, bitWidth: number) {
    if (bitWidth > 32) throw new Error(`a page has ${bitWidth}-bit numbers (maximum: 32 bits)`);
    this.#bytes = bytes;
    this.#bitWidth = bitWidth;
  }

  /** The next number. Throws an Error if there is none. */
  next(): number {
    if (this.#bitWidth === 0) return 0;
    while (this.#left === 0) this.#startRun();
    this.#left--;
    return this.#isPacked ? this.#packed() : this.#value;
  }

  #startRun(): void {
    if (this.#bit > 0) this.#offset++;
    this.#bit = 0;
    const header = this.#varInt();
    this.#isPacked = header % 2 === 1;
    const count = Math.floor(header / 2);
    this.#left = this.#isPacked ? count * 8 : count;
    if (!this.#isPacked) this.#value = this.#runValue();
  }

  #runValue(): number {
    let value = 0;
    const byteCount = Math.ceil(this.#bitWidth / 8);
    for (let index = 0; index < byteCount; index++) value += this.#byte() * 256 ** index;
    return value;
  }

  #packed(): number {
    let value = 0;
    let found = 0;
    while (found < this.#bitWidth) {
      const byte = this.#bytes[this.#offset];
      if (byte === undefined) throw endOfPage();
      const count = Math.min(8 - this.#bit, this.#bitWidth - found);
      value |= ((byte >> this.#bit) & ((1 << count) - 1)) << found;
      found += count;
      this.#bit += count;
      if (this.#bit < 8) continue;
      this.#bit = 0;
      this.#offset++;
    }
    return value >>> 0;
  }

  #varInt(): number {
    let value = 0;
    for (let shift = 0; shift < 5; shift++) {
      const byte = this.#byte();
      value += (byte & 0x7f) * 128 ** shift;
      if (byte < 0x80) return value;
    }
    throw new Error("a page has a run that is too long");
  }

  #byte(): number {
    const byte = this.#bytes[this.#offset++];
    if (byte === undefined) throw endOfPage();
    return byte;
  }
}

/** An error for a page with fewer values than its header says. */
export function endOfPage(): Error {
  return new Error("a page is too short for its values");
}
