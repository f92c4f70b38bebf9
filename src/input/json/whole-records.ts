import { Buffer } from "node:buffer";
import { type JsonValue, parseJson } from "../../core/json.ts";
import { mayBeSpecial, skipWhitespace } from "./plain-rows.ts";

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPENING = [0x5b, 0x7b] as const;
const CLOSING = [0x5d, 0x7d] as const;

/** How deep an object may be nested, and how many keys and values it may have. */
export type RecordSize = { readonly depth: number; readonly values: number };

/** Objects that follow an item of an array, and where the last one ends. */
export type WholeRecords = { readonly rows: readonly JsonValue[]; readonly end: number };

/**
 * Reads the objects that follow an item of an array: a comma and an object, repeatedly. The bytes must be UTF-8. It only looks for
 * where objects end, and leaves the rest to the engine, which is several times as fast as the tokenizer. It stops before anything
 * else, such as an object that ends later or may be too large. Undefined if one of the objects is malformed.
 */
export function readWholeRecords(
  bytes: Uint8Array,
  start: number,
  most: RecordSize,
): WholeRecords | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let first = start;
  let end = start;
  for (;;) {
    const comma = skipWhitespace(bytes, end);
    if (bytes[comma] !== COMMA) break;
    const open = skipWhitespace(bytes, comma + 1);
    const next = bytes[open] === OPENING[1] ? endOfObject(view, open, most) : 0;
    if (next === 0) break;
    if (end === start) first = open;
    end = next;
  }
  if (end === start) return { rows: [], end };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + first, end - first).toString("utf8");
  const rows = parseJson(`[${text}]`) as readonly JsonValue[] | undefined;
  return rows && { rows, end };
}

/** The offset after the bracket that closes the first one; 0 if there is none, or if there may be too much before it. */
function endOfObject(view: DataView, start: number, most: RecordSize): number {
  let depth = 0;
  let values = 0;
  for (let at = start; at < view.byteLength; ) {
    const byte = view.getUint8(at++);
    if (byte === QUOTE) {
      at = endOfString(view, at);
    } else if (byte === COMMA || byte === COLON) {
      // Each key and each value follows one of these, or an opening bracket.
      values++;
    } else if (byte === OPENING[0] || byte === OPENING[1]) {
      depth++;
      values++;
    } else if (byte === CLOSING[0] || byte === CLOSING[1]) {
      depth--;
      if (depth === 0) return at;
    }
    if (at === 0 || depth > most.depth || values > most.values) return 0;
  }
  return 0;
}

/** The offset after the closing quote; 0 if there is none. */
function endOfString(view: DataView, start: number): number {
  const length = view.byteLength;
  let at = start;
  while (at < length) {
    while (at + 4 <= length && !mayBeSpecial(view.getInt32(at, true))) at += 4;
    if (at >= length) return 0;
    const byte = view.getUint8(at++);
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at++;
  }
  return 0;
}
