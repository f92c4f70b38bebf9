const INITIAL_BYTES = 128 * 1024;
/** Maximum size in UTF-8 of a UTF-16 unit, and of a quotation mark, which is doubled. */
const BYTES_OF_A_UNIT = 3;
/** A cell's quotation marks, and the comma or line break after it. */
const MARK_BYTES = 4;

const QUOTE = 0x22;
const COMMA = 0x2c;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

/**
 * Writes the lines of an RFC 4180 CSV file as UTF-8. The floor for the JSON text of five short
 * fields, most of which are in quotation marks, is encoding it: 0.2 µs. Doubling the marks in the
 * same loop takes 0.4 µs; `replaceAll` took 1 µs.
 */
export class CsvWriter {
  #bytes = Buffer.allocUnsafe(INITIAL_BYTES);
  #length = 0;

  /** Number of bytes since the last call of `take`. */
  get length(): number {
    return this.#length;
  }

  /** Adds a line that ends in CRLF. */
  addLine(cells: readonly (string | number)[]): void {
    cells.forEach((cell, index) => {
      if (index > 0) this.#bytes[this.#length++] = COMMA;
      this.#addCell(String(cell), typeof cell === "string" && isQuoted(cell));
    });
    this.#bytes[this.#length++] = CARRIAGE_RETURN;
    this.#bytes[this.#length++] = LINE_FEED;
  }

  /** The bytes since the last call. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = Buffer.allocUnsafe(INITIAL_BYTES);
    this.#length = 0;
    return taken;
  }

  #addCell(text: string, isQuoted: boolean): void {
    this.#reserve(text.length * BYTES_OF_A_UNIT + MARK_BYTES);
    const bytes = this.#bytes;
    let at = this.#length;
    if (isQuoted) bytes[at++] = QUOTE;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code < 0x80) {
        bytes[at++] = code;
        if (code === QUOTE) bytes[at++] = QUOTE;
      } else if (code < 0x800) {
        bytes[at++] = 0xc0 | (code >> 6);
        bytes[at++] = 0x80 | (code & 0x3f);
      } else if (code >= 0xd800 && code < 0xe000) {
        // A pair, or half of one alone, which becomes U+FFFD.
        const units = (text.codePointAt(i) ?? 0) > 0xffff ? 2 : 1;
        at += bytes.write(text.slice(i, i + units), at);
        i += units - 1;
      } else {
        bytes[at++] = 0xe0 | (code >> 12);
        bytes[at++] = 0x80 | ((code >> 6) & 0x3f);
        bytes[at++] = 0x80 | (code & 0x3f);
      }
    }
    if (isQuoted) bytes[at++] = QUOTE;
    this.#length = at;
  }

  #reserve(count: number): void {
    const least = this.#length + count;
    if (least <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(least, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}

/**
 * Empty strings are quoted. Unquoted, they would turn a one-column row into a blank line, and
 * readers that distinguish null from empty would read them as null.
 */
function isQuoted(text: string): boolean {
  return text === "" || /[",\r\n]/.test(text);
}
