import { Buffer, isUtf8 } from "node:buffer";

/** The bytes of a string are not UTF-8. */
export class NotUtf8Error extends Error {
  override readonly name = "NotUtf8Error";
}

/** How long a string or a number may be at this point, and the error for a longer one. */
export type TextLimit = { readonly maxBytes: number; readonly error: () => Error };

/**
 * Collects the text of a string token. It replaces the tokenizer's own accumulator, which
 * drops a U+FEFF at the start of any run of characters.
 */
export class StringPieces {
  /** Bytes appended since `reset`. */
  byteLength = 0;
  #text = "";
  #limit: TextLimit | undefined;
  readonly #limitHere: () => TextLimit;

  /** `limitHere` is called when a string starts. */
  constructor(limitHere: () => TextLimit) {
    this.#limitHere = limitHere;
  }

  /** Adds an ASCII character. */
  appendChar(code: number): void {
    this.#text += String.fromCharCode(code);
    this.#grow(1);
  }

  /** Adds complete characters, either all ASCII or all non-ASCII. Throws a `NotUtf8Error`. */
  appendBuf(bytes: Uint8Array, start = 0, end: number = bytes.length): void {
    const run = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
    const isAscii = (run[0] ?? 0) < 0x80;
    if (!isAscii && !isUtf8(run)) throw new NotUtf8Error();
    this.#text += run.toString(isAscii ? "latin1" : "utf8");
    this.#grow(run.length);
  }

  /** Adds a lone surrogate. */
  appendCharCode(code: number): void {
    this.#text += String.fromCharCode(code);
  }

  /** Throws the limit's error before the string takes more memory than it may. */
  #grow(bytes: number): void {
    this.byteLength += bytes;
    this.#limit ??= this.#limitHere();
    if (this.byteLength > this.#limit.maxBytes) throw this.#limit.error();
  }

  /** Starts a new string. */
  reset(): void {
    this.#text = "";
    this.#limit = undefined;
    this.byteLength = 0;
  }

  /** The string so far. */
  toString(): string {
    return this.#text;
  }
}
