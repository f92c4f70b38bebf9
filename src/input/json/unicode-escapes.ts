import { Buffer } from "node:buffer";

const BACKSLASH = 0x5c;
const LETTER_U = 0x75;
/** Length of `\uXXXX`. */
const ESCAPE_LENGTH = 6;
const FIRST_NON_ASCII = 0x80;
/** A longer run is copied by the engine. */
const SHORT_RUN = 64;

/** The value of each hexadecimal digit; -1 for other bytes. */
const HEX_VALUES: Int8Array = Int8Array.from({ length: 256 }, (_, byte) => {
  const value = Number.parseInt(String.fromCharCode(byte), 16);
  return Number.isNaN(value) ? -1 : value;
});

/** Bytes saved in a piece: by the replacements before each position, and before the piece. */
type Savings = {
  readonly marks: { position: number; saved: number }[];
  readonly before: number;
};

/**
 * Replaces `\uXXXX` by UTF-8 in pieces of JSON, because the tokenizer is ten times as fast on the latter. Escapes of ASCII and
 * of lone surrogates remain, and so do invalid ones. Between strings, a non-ASCII character is as invalid as an escape.
 */
export class UnicodeEscapes {
  /** Bytes at the end of the last piece that may be part of an escape. */
  #held: Uint8Array = new Uint8Array();
  /** Bytes returned so far, and before the current piece. */
  #position = 0;
  #start = 0;
  #saved = 0;
  #savings: Savings = { marks: [], before: 0 };
  /** Savings in the piece in which the unfinished token began. */
  #earlier: Savings = this.#savings;

  /**
   * The next bytes as they were sent, which don't end within an escape, and the same bytes with escapes replaced. `isInToken`
   * tells that the token at the end of the previous piece began before that piece.
   */
  write(
    piece: Uint8Array,
    isInToken: boolean,
  ): { readonly sent: Uint8Array; readonly replaced: Uint8Array } {
    const all = this.#held.length === 0 ? piece : Buffer.concat([this.#held, piece]);
    const sent = all.subarray(0, all.length - heldLength(all));
    this.#held = all.subarray(sent.length);
    if (!isInToken) this.#earlier = this.#savings;
    this.#savings = { marks: [], before: this.#saved };
    this.#start = this.#position;
    const replaced = sent.includes(BACKSLASH) ? this.#replace(sent) : sent;
    this.#position += replaced.length;
    return { sent, replaced };
  }

  /** The bytes that are still held, after the last piece. */
  end(): Uint8Array {
    const held = this.#held;
    this.#held = new Uint8Array();
    return held;
  }

  /** Offset in the bytes as sent, for an offset in all returned bytes: of the current piece, or where the current token began. */
  sentOffset(offset: number): number {
    const { marks, before } = offset < this.#start ? this.#earlier : this.#savings;
    const mark = marks.findLast(({ position }) => position <= offset);
    return offset + (mark?.saved ?? before);
  }

  #replace(sent: Uint8Array): Uint8Array {
    const replaced = Buffer.allocUnsafe(sent.length);
    let length = 0;
    let copied = 0;
    let at = sent.indexOf(BACKSLASH);
    while (at !== -1) {
      const code = codeAt(sent, at);
      const next = at + (code > 0xffff ? 2 * ESCAPE_LENGTH : code < 0 ? 2 : ESCAPE_LENGTH);
      if (code >= FIRST_NON_ASCII) {
        const start = copyRange(
          sent,
          { start: copied, end: at },
          { bytes: replaced, start: length },
        );
        length = writeUtf8(code, replaced, start);
        this.#mark(start, length, next - at);
        copied = next;
      }
      at = nextBackslash(sent, next);
    }
    const rest = { start: copied, end: sent.length };
    return replaced.subarray(0, copyRange(sent, rest, { bytes: replaced, start: length }));
  }

  /** Notes a replacement; adjacent ones share a mark. */
  #mark(start: number, end: number, sentLength: number): void {
    this.#saved += sentLength - (end - start);
    const { marks } = this.#savings;
    const last = marks.at(-1);
    const position = this.#start + end;
    if (last === undefined || last.position !== this.#start + start) {
      marks.push({ position, saved: this.#saved });
      return;
    }
    last.position = position;
    last.saved = this.#saved;
  }
}

/** Number of bytes at the end that may be the start of an escape, or of a pair of them. */
function heldLength(bytes: Uint8Array): number {
  const end = bytes.length;
  for (let at = Math.max(0, end - 2 * ESCAPE_LENGTH + 1); at < end; at++) {
    if (bytes[at] !== BACKSLASH || isEscaped(bytes, at)) continue;
    const isWhole = at + ESCAPE_LENGTH <= end || (at + 2 <= end && bytes[at + 1] !== LETTER_U);
    if (!isWhole) return end - at;
    const isPair = at + 2 * ESCAPE_LENGTH <= end || !isHighSurrogate(hexAt(bytes, at + 2));
    if (bytes[at + 1] === LETTER_U && !isPair) return end - at;
  }
  return 0;
}

/** Whether an odd number of backslashes precedes a byte. */
function isEscaped(bytes: Uint8Array, at: number): boolean {
  let start = at;
  while (bytes[start - 1] === BACKSLASH) start--;
  return (at - start) % 2 === 1;
}

/** The code point of the escape, or the pair of escapes, at a backslash; a lone surrogate is 0, and -1 is not such an escape. */
function codeAt(bytes: Uint8Array, at: number): number {
  if (bytes[at + 1] !== LETTER_U) return -1;
  const code = hexAt(bytes, at + 2);
  if (code < 0xd800 || code > 0xdfff) return code;
  if (!isHighSurrogate(code)) return 0;
  const second = at + ESCAPE_LENGTH;
  if (bytes[second] !== BACKSLASH || bytes[second + 1] !== LETTER_U) return 0;
  const low = hexAt(bytes, second + 2);
  if (low < 0xdc00 || low > 0xdfff) return 0;
  return 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}

/** Four hexadecimal digits; -1 if they are not. */
function hexAt(bytes: Uint8Array, at: number): number {
  let code = 0;
  for (let index = at; index < at + 4; index++) {
    const digit = HEX_VALUES[bytes[index] ?? 0] ?? -1;
    if (digit < 0) return -1;
    code = code * 16 + digit;
  }
  return code;
}

/** Most backslashes are near the one before; the engine's search takes as long as looking at dozens of bytes. */
function nextBackslash(bytes: Uint8Array, start: number): number {
  const end = Math.min(bytes.length, start + SHORT_RUN);
  for (let at = start; at < end; at++) if (bytes[at] === BACKSLASH) return at;
  return bytes.indexOf(BACKSLASH, end);
}

/** Returns where the copy ends. */
function copyRange(
  from: Uint8Array,
  { start, end }: { readonly start: number; readonly end: number },
  to: { readonly bytes: Uint8Array; readonly start: number },
): number {
  const shift = to.start - start;
  if (end - start >= SHORT_RUN) to.bytes.set(from.subarray(start, end), to.start);
  else for (let at = start; at < end; at++) to.bytes[at + shift] = from[at] ?? 0;
  return end + shift;
}

function writeUtf8(code: number, to: Uint8Array, start: number): number {
  const last = 0x80 | (code & 0x3f);
  const middle = 0x80 | ((code >> 6) & 0x3f);
  let at = start;
  if (code < 0x800) to[at++] = 0xc0 | (code >> 6);
  else if (code < 0x10000) {
    to[at++] = 0xe0 | (code >> 12);
    to[at++] = middle;
  } else {
    to[at++] = 0xf0 | (code >> 18);
    to[at++] = 0x80 | ((code >> 12) & 0x3f);
    to[at++] = middle;
  }
  to[at++] = last;
  return at;
}
