import { counted } from "../../core/counted.ts";
import { FileFormatError } from "../table.ts";

/** Maximum number of characters in a record. Limits memory use if a quote is never closed. */
const MAX_RECORD_LENGTH = 16 * 1024 * 1024;

const MAX_COLUMNS = 16_384;

const QUOTE = 0x22;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;

/** The scanner's state: in a cell, within quotes, or after a quote that may end them. */
type State = "cell" | "quoted" | "afterQuote";

/**
 * Splits the text of a CSV file into records as it arrives. Skips blank lines. All records must
 * have as many cells as the first. Accepts quoted line breaks, and any mix of CRLF, LF, and CR.
 */
export class CsvScanner {
  /** Number of cells in each record; 0 until the first record is complete. */
  width = 0;
  /** Number of complete records, including the header. */
  recordCount = 0;
  readonly #wanted: number | undefined;
  #cells: string[] = [];
  #state: State = "cell";
  /** The current cell's text so far: from earlier calls to `write`, or within quotes. */
  #begun = "";
  /** Index of the current cell in its record. */
  #index = 0;
  #line = 1;
  #wasReturn = false;
  /** Number of the current record's characters in earlier calls to `write`. */
  #recordLength = 0;
  #recordStart = 0;

  /** Keeps only the cells of the column with index `wanted`, or all cells if it is undefined. */
  constructor(wanted: number | undefined) {
    this.#wanted = wanted;
  }

  /** Returns the cells found since the last call, in order, and forgets them. */
  take(): readonly string[] {
    const cells = this.#cells;
    this.#cells = [];
    return cells;
  }

  /** Scans text. Throws a FileFormatError for invalid CSV; `take` still returns earlier cells. */
  write(text: string): void {
    let at = 0;
    this.#recordStart = 0;
    while (at < text.length) {
      if (this.#isBlank()) at = this.#skipBlankLines(text, at);
      if (at === text.length) break;
      if (this.#state === "cell") at = this.#scanCell(text, at);
      else if (this.#state === "quoted") at = this.#scanQuoted(text, at);
      else at = this.#endQuotes(text, at);
    }
    this.#recordLength += text.length - this.#recordStart;
    this.#checkLength(0);
  }

  /** Ends the last record. Throws a FileFormatError if that record is invalid. */
  end(): void {
    if (this.#state === "quoted") {
      const found = `opens a quote that is never closed (the file ends on line ${this.#line})`;
      throw problem(`${this.#record} ${found}`);
    }
    if (!this.#isBlank()) this.#endRecord("", 0);
  }

  /** The current record's name in messages. The header is record 0, so row 1 is record 1. */
  get #record(): string {
    return this.recordCount === 0 ? "the header" : `row ${this.recordCount}`;
  }

  #skipBlankLines(text: string, start: number): number {
    let at = start;
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      if (code !== LINE_FEED && code !== RETURN) break;
      if (code === RETURN || !this.#wasReturn) this.#line++;
      this.#wasReturn = code === RETURN;
    }
    this.#recordStart = at;
    return at;
  }

  #scanCell(text: string, start: number): number {
    const { length } = text;
    let at = start;
    let code = 0;
    for (; at < length; at++) {
      code = text.charCodeAt(at);
      if (code === COMMA || code === LINE_FEED || code === RETURN || code === QUOTE) break;
    }
    this.#wasReturn = false;
    if (at === length) {
      this.#begun += text.slice(start);
      return at;
    }
    if (code === QUOTE) this.#openQuote(text.slice(start, at));
    else this.#endCell(code, text.slice(start, at), at);
    return at + 1;
  }

  #openQuote(before: string): void {
    if (this.#begun !== "" || before !== "") {
      const value = JSON.stringify(this.#begun + before);
      const found = `cell ${this.#index + 1} has a quote after ${value}, but does not begin with one`;
      throw problem(`${this.#place} is not valid CSV: ${found}`);
    }
    this.#state = "quoted";
    this.#wasReturn = false;
  }

  #scanQuoted(text: string, start: number): number {
    const { length } = text;
    let at = start;
    let hasDoubled = false;
    for (; at < length; at++) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) {
        if (text.charCodeAt(at + 1) !== QUOTE) break;
        hasDoubled = true;
        at++;
      }
      if (code === RETURN || (code === LINE_FEED && !this.#wasReturn)) this.#line++;
      this.#wasReturn = code === RETURN;
    }
    const found = text.slice(start, at);
    this.#begun += hasDoubled ? found.split('""').join('"') : found;
    if (at === length) return at;
    this.#state = "afterQuote";
    this.#wasReturn = false;
    return at + 1;
  }

  #endQuotes(text: string, at: number): number {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      this.#begun += '"';
      this.#state = "quoted";
    } else if (code === COMMA || code === LINE_FEED || code === RETURN) {
      this.#endCell(code, "", at);
    } else {
      const found = `a closing quote is followed by ${JSON.stringify(text[at])} instead of a comma or a line break`;
      throw problem(`${this.#place} is not valid CSV: ${found}`);
    }
    return at + 1;
  }

  #endCell(code: number, rest: string, at: number): void {
    this.#wasReturn = code === RETURN;
    if (code === COMMA) this.#keep(rest);
    else {
      this.#endRecord(rest, at + 1);
      this.#line++;
    }
  }

  #isBlank(): boolean {
    return this.#index === 0 && this.#begun === "" && this.#state === "cell";
  }

  #endRecord(rest: string, end: number): void {
    this.#checkLength(end - this.#recordStart);
    this.#keep(rest);
    if (this.recordCount === 0) this.width = this.#index;
    else if (this.#index !== this.width) {
      const found = counted(this.#index, "cell");
      throw problem(`${this.#place} has ${found}, but the header has ${this.width}`);
    }
    this.recordCount++;
    this.#index = 0;
    this.#recordLength = 0;
    this.#recordStart = end;
  }

  #keep(rest: string): void {
    const isWanted = this.#wanted === undefined || this.#wanted === this.#index;
    if (isWanted) this.#cells.push(this.#begun === "" ? rest : this.#begun + rest);
    this.#begun = "";
    this.#state = "cell";
    this.#index++;
    if (this.#index <= MAX_COLUMNS) return;
    throw problem(`${this.#place} exceeds the limit of ${MAX_COLUMNS} cells`);
  }

  #checkLength(more: number): void {
    if (this.#recordLength + more <= MAX_RECORD_LENGTH) return;
    throw problem(
      `${this.#record} is longer than ${MAX_RECORD_LENGTH} characters (at line ${this.#line}), perhaps because a quote is never closed`,
    );
  }

  get #place(): string {
    return `${this.#record} (line ${this.#line})`;
  }
}

function problem(text: string): FileFormatError {
  return new FileFormatError("CSV", text);
}
