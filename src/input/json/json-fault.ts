import { isUtf8 } from "node:buffer";

/** The expected input and the kind of token, by the start of the tokenizer's state name. */
const EXPECTED_IN_TOKEN: readonly (readonly [RegExp, string, string])[] = [
  [/^STRING_DEFAULT/, "control characters in a string to be escaped", "string"],
  [/^STRING_AFTER/, "an escape such as `\\n`, `\\\\` or `\\u00e9`", "string"],
  [/^STRING_UNICODE/, "four hexadecimal digits after `\\u`", "string"],
  [/^STRING/, "a whole UTF-8 character", "string"],
  [/^NUMBER/, "a digit", "number"],
  [/^TRUE/, "`true`", "literal"],
  [/^FALSE/, "`false`", "literal"],
  [/^NULL/, "`null`", "literal"],
];

/** A parsed tokenizer message: the absolute offset where it stopped, and its state. */
export type TokenizerFault = {
  readonly offset: number | undefined;
  /** What was expected there; undefined between tokens. */
  readonly expected: string | undefined;
  /** The kind of token that it was reading. */
  readonly token: string | undefined;
};

/** Parses a tokenizer message, because the tokenizer gives its position and state only in its text. */
export function readTokenizerFault(message: string): TokenizerFault {
  const offset = /absolute position "(\d+)"/.exec(message)?.[1];
  const state = /\bstate:? (\w+)/.exec(message)?.[1] ?? "";
  const entry = EXPECTED_IN_TOKEN.find(([pattern]) => pattern.test(state));
  return {
    offset: offset === undefined ? undefined : Number(offset),
    expected: entry?.[1],
    token: entry?.[2],
  };
}

/** A byte for a message: as a character if it is visible. */
export function describeByte(byte: number | undefined): string {
  if (byte === undefined) return "the end of the body";
  if (byte > 0x20 && byte < 0x7f && byte !== 0x60) return `\`${String.fromCharCode(byte)}\``;
  const hex = byte.toString(16).toUpperCase();
  return byte < 0x80 ? `U+${hex.padStart(4, "0")}` : `the byte 0x${hex}`;
}

/** A token for a message; long strings are shortened. */
export function describeToken(value: string | number | boolean | null, isString: boolean): string {
  const text = isString ? JSON.stringify(value) : String(value);
  return text.length <= 40 ? `\`${text}\`` : `\`${text.slice(0, 40)}\`…`;
}

/**
 * Offset of the first byte that is not UTF-8; undefined if there is none.
 * The first character may start before these bytes, and the last one may end after them.
 */
export function findInvalidUtf8(bytes: Uint8Array): number | undefined {
  let index = 0;
  while (index < 3 && isContinuation(bytes[index])) index += 1;
  while (index < bytes.length) {
    const length = sequenceLength(bytes[index] ?? 0);
    const isCut = index + length > bytes.length;
    if (!isCut && !isUtf8(bytes.subarray(index, index + length))) return index;
    index += length;
  }
  return undefined;
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && byte >> 6 === 0b10;
}

function sequenceLength(leadByte: number): number {
  if (leadByte < 0xc0) return 1;
  if (leadByte < 0xe0) return 2;
  return leadByte < 0xf0 ? 3 : 4;
}
