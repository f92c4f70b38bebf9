import { Buffer } from "node:buffer";
import { type JsonValue, parseJson } from "../../core/json.ts";
import { endOfPlain, skipWhitespace } from "./plain-rows.ts";

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPENING = [0x5b, 0x7b] as const;
const CLOSING = [0x5d, 0x7d] as const;

/** The depth of an item, and its numbers of keys and values. */
export type ItemSize = { readonly depth: number; readonly values: number };

/** Items of an array, and the offset where the last one ends. */
export type WholeItems = { readonly items: readonly JsonValue[]; readonly end: number };

/**
 * Reads the strings, objects, and arrays that follow an item of an array, each after a comma. The
 * bytes must be UTF-8. It only finds the ends of items, and leaves the parsing to the engine, which
 * is several times as fast as the tokenizer. It stops before anything else, such as an incomplete
 * item or one that may be too large. Undefined if one of the items is malformed.
 */
export function readWholeItems(
  bytes: Uint8Array,
  start: number,
  most: ItemSize,
): WholeItems | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let first = start;
  let end = start;
  for (;;) {
    const comma = skipWhitespace(bytes, end);
    if (bytes[comma] !== COMMA) break;
    const open = skipWhitespace(bytes, comma + 1);
    const next = bytes[open] === QUOTE ? endOfString(view, open + 1) : endOfValue(view, open, most);
    if (next === 0) break;
    if (end === start) first = open;
    end = next;
  }
  if (end === start) return { items: [], end };
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + first, end - first).toString("utf8");
  const items = parseJson(`[${text}]`) as readonly JsonValue[] | undefined;
  return items && { items, end };
}

/**
 * The offset after the bracket that matches the first byte; 0 if there is none, or if there may be
 * too many values before it.
 */
function endOfValue(view: DataView, start: number, most: ItemSize): number {
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
    if (at === 0 || depth === 0 || depth > most.depth || values > most.values) return 0;
  }
  return 0;
}

/** The offset after the closing quote; 0 if there is none. */
function endOfString(view: DataView, start: number): number {
  let at = endOfPlain(view, start);
  while (at < view.byteLength) {
    const byte = view.getUint8(at);
    if (byte === QUOTE) return at + 1;
    at = endOfPlain(view, at + (byte === BACKSLASH ? 2 : 1));
  }
  return 0;
}
