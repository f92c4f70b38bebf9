import { Buffer, isUtf8 } from "node:buffer";
import { parseJson } from "../../core/json.ts";
import type { MalformedBodyError } from "../body-chunks.ts";
import { invalidUtf8At, wholeCharacters } from "../utf8.ts";
import type { JsonAssembler } from "./json-assembler.ts";
import { describeByte, describeToken, malformedJson } from "./json-limits.ts";
import { nextNumberState, WHOLE_NUMBER } from "./number-states.ts";
import { endOfPlain, isEscapeLetter, skipWhitespace } from "./plain-rows.ts";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LETTER_U = 0x75;

const UNICODE_ESCAPE_LENGTH = 6;

const PUNCTUATION: ReadonlySet<number> = new Set(Buffer.from("{}[],:"));

const LITERALS = new Map([
  ["t".charCodeAt(0), { word: "true", value: true }],
  ["f".charCodeAt(0), { word: "false", value: false }],
  ["n".charCodeAt(0), { word: "null", value: null }],
]);

type TokenKind = "string" | "number" | "literal";

/** Splits pieces of UTF-8 into JSON tokens. Unusable after it throws a `MalformedBodyError`. */
export class JsonTokenizer {
  /** Whether the bytes to read are UTF-8, except for an incomplete last character. */
  isText = true;
  readonly #sink: JsonAssembler;
  readonly #checkLength: (byteLength: number) => void;
  /** The bytes to read: those retained from earlier pieces, and the latest piece. */
  #bytes: Buffer = Buffer.alloc(0);
  #view: DataView = new DataView(new ArrayBuffer(0));
  /** The offset at which reading stopped; an incomplete character or escape may follow. */
  #end = 0;
  /** The numbers of bytes and of line breaks before `#bytes`. */
  #offset = 0;
  #lineBreaks = 0;
  /** The kind of the token being read, and the offset of its first byte. */
  #kind: TokenKind | undefined;
  #tokenStart = 0;
  #text = "";
  #textBytes = 0;
  #numberState = 0;
  #literal: { readonly word: string; readonly value: boolean | null } = { word: "", value: null };

  /** `checkLength` throws if the string or number being read is already too long. */
  constructor(sink: JsonAssembler, checkLength: (byteLength: number) => void) {
    this.#sink = sink;
    this.#checkLength = checkLength;
  }

  /** Adds bytes to those that are not read yet, and returns them all, for `read`. */
  take(piece: Uint8Array): Buffer {
    const held = this.#bytes.subarray(this.#end);
    this.#offset += this.#end;
    this.#lineBreaks += countLineBreaks(this.#bytes, this.#end);
    const whole = held.length === 0 ? piece : Buffer.concat([held, piece]);
    const { buffer, byteOffset, byteLength } = whole;
    this.#bytes = Buffer.from(buffer, byteOffset, byteLength);
    this.#view = new DataView(buffer, byteOffset, byteLength);
    this.#end = byteLength;
    this.isText = isUtf8(this.#bytes.subarray(0, wholeCharacters(this.#bytes)));
    return this.#bytes;
  }

  /** Reads until a token ends. Returns the index after it, or the length if the bytes end first. */
  read(from: number): number {
    if (this.#kind === "string") return this.#readString(from);
    if (this.#kind === "number") return this.#readNumber(from);
    return this.#kind === "literal" ? this.#readLiteral(from) : this.#begin(from);
  }

  /** Ends the last token, after all bytes have been read. */
  end(): void {
    if (this.#kind === "number" && WHOLE_NUMBER.has(this.#numberState))
      this.#endScalar(Number(this.#text));
    if (this.#kind !== undefined) throw malformedJson(`it ends within a ${this.#kind}`);
  }

  /** The error for the last token read. */
  unexpectedToken(found: string, expected: string = this.#sink.expected): MalformedBodyError {
    return this.#fault(this.#tokenStart - this.#offset, expected, found);
  }

  #begin(from: number): number {
    const at = skipWhitespace(this.#bytes, from);
    const byte = this.#bytes[at];
    if (byte === undefined) return at;
    this.#tokenStart = this.#offset + at;
    if (byte === QUOTE) return this.#beginText("string").#readString(at + 1);
    if (PUNCTUATION.has(byte)) {
      if (this.#sink.punctuation(byte)) return at + 1;
      throw this.unexpectedToken(describeToken(String.fromCharCode(byte)));
    }
    const literal = LITERALS.get(byte);
    if (literal !== undefined) {
      this.#literal = literal;
      return this.#beginText("literal").#readLiteral(at);
    }
    this.#numberState = 0;
    if (nextNumberState(0, byte) !== 0) return this.#beginText("number").#readNumber(at);
    if (this.#tokenStart === 0 && this.#bytes.toString("utf8", 0, 3) === "\ufeff")
      throw malformedJson("it begins with a byte order mark. Send UTF-8 without one");
    throw this.#faultAt(at, this.#sink.expected);
  }

  #beginText(kind: TokenKind): this {
    this.#kind = kind;
    this.#text = "";
    this.#textBytes = 0;
    return this;
  }

  #endScalar(value: string | number | boolean | null): void {
    this.#kind = undefined;
    if (this.#sink.scalar(value)) return;
    const found = typeof value === "string" ? JSON.stringify(value) : String(value);
    throw this.unexpectedToken(describeToken(found));
  }

  #readString(from: number): number {
    const { length } = this.#bytes;
    let lastEscape = -1;
    let at = endOfPlain(this.#view, from);
    for (; this.#bytes[at] === BACKSLASH; at = endOfPlain(this.#view, at + 2)) lastEscape = at;
    if (at < length) {
      this.#addText(from, at, lastEscape !== -1);
      if (this.#bytes[at] !== QUOTE)
        throw this.#faultAt(at, "an escape such as `\\n` instead of a control character");
      this.#endScalar(this.#text);
      return at + 1;
    }
    const escapeLength = this.#bytes[lastEscape + 1] === LETTER_U ? UNICODE_ESCAPE_LENGTH : 2;
    const isCut = lastEscape !== -1 && lastEscape + escapeLength > length;
    this.#end = isCut ? lastEscape : wholeCharacters(this.#bytes);
    this.#addText(from, this.#end, lastEscape !== -1);
    return length;
  }

  /** Adds decoded text. Finds an invalid escape's position, which `JSON.parse` doesn't report. */
  #addText(start: number, end: number, hasEscapes: boolean): void {
    const invalidAt = this.isText ? -1 : invalidUtf8At(this.#bytes.subarray(start, end));
    if (invalidAt !== -1) throw this.#faultAt(start + invalidAt, "UTF-8");
    const text = this.#bytes.toString("utf8", start, end);
    const found = hasEscapes ? parseJson(`"${text}"`) : text;
    if (typeof found !== "string") throw this.#faultyEscape(start);
    this.#text += found;
    this.#grow(hasEscapes ? Buffer.byteLength(found) : end - start);
  }

  #readNumber(from: number): number {
    let at = from;
    for (; at < this.#bytes.length; at++) {
      const next = nextNumberState(this.#numberState, this.#bytes[at] ?? 0);
      if (next === 0) break;
      this.#numberState = next;
    }
    this.#text += this.#bytes.toString("latin1", from, at);
    this.#grow(at - from);
    if (at === this.#bytes.length) return at;
    if (!WHOLE_NUMBER.has(this.#numberState)) throw this.#faultAt(at, "a digit");
    this.#endScalar(Number(this.#text));
    return at;
  }

  #readLiteral(from: number): number {
    const { word, value } = this.#literal;
    let at = from;
    for (; at < this.#bytes.length && this.#text.length < word.length; at++) {
      const char = String.fromCharCode(this.#bytes[at] ?? 0);
      if (word[this.#text.length] !== char) throw this.#faultAt(at, `\`${word}\``);
      this.#text += char;
    }
    if (this.#text.length === word.length) this.#endScalar(value);
    return at;
  }

  #grow(byteLength: number): void {
    this.#textBytes += byteLength;
    this.#checkLength(this.#textBytes);
  }

  #faultyEscape(start: number): MalformedBodyError {
    let at = start;
    for (;;) {
      at = this.#bytes.indexOf(BACKSLASH, at) + 1;
      if (this.#bytes[at] !== LETTER_U && !isEscapeLetter(this.#bytes[at]))
        return this.#faultAt(at, "an escape such as `\\n`, `\\\\`, or `\\u00e9`");
      const digits = this.#bytes.toString("latin1", at + 1, at + UNICODE_ESCAPE_LENGTH - 1);
      const wrong = this.#bytes[at] === LETTER_U ? digits.search(/[^\da-f]/i) : -1;
      if (wrong !== -1) return this.#faultAt(at + 1 + wrong, "four hexadecimal digits after `\\u`");
      at++;
    }
  }

  #faultAt(index: number, expected: string): MalformedBodyError {
    return this.#fault(index, expected, describeByte(this.#bytes[index]));
  }

  /** `index` is relative to the current bytes; negative if the token began earlier. */
  #fault(index: number, expected: string, found: string): MalformedBodyError {
    const line = this.#lineBreaks + countLineBreaks(this.#bytes, Math.max(0, index)) + 1;
    const place = `at byte ${this.#offset + index} (line ${line})`;
    return malformedJson(`expected ${expected} ${place}, got ${found}`);
  }
}

function countLineBreaks(bytes: Uint8Array, end: number): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at !== -1 && at < end; at = bytes.indexOf(10, at + 1))
    count += 1;
  return count;
}
