import type { JsonValue } from "./json.ts";
import { LazyList } from "./lazy-list.ts";

/** Settings for writing JSON. */
type Form = {
  /** Length at which the pending text becomes a piece. */
  readonly pieceLength: number;
  readonly keysOf: (object: object) => readonly string[];
  /** Number of levels that are written in pieces; deeper values are written whole. */
  readonly depth: number;
  /** Maximum length of a list whose items are written in pieces. */
  readonly mostItems: number;
};

const CANONICAL: Form = {
  pieceLength: 16 * 1024,
  keysOf: (object) => Object.keys(object).sort(),
  depth: Number.POSITIVE_INFINITY,
  mostItems: Number.POSITIVE_INFINITY,
};

/** A few levels are enough, because large lists are near the top. */
const USUAL = { keysOf: Object.keys, depth: 3, mostItems: 64 };

/**
 * Text that is still too short to be a piece. All levels append to the same text, because yielding
 * each short text through the generators of all outer levels would be slow.
 */
type Pending = Form & { text: string };

/** The text of `canonicalJson` in pieces, so that the caller can pause between pieces. */
export function canonicalPieces(value: JsonValue): Generator<string, void> {
  return inPieces(value, CANONICAL);
}

/** The output of `JSON.stringify` for a value without `toJSON`, in pieces of about this length. */
export function jsonPieces(value: unknown, pieceLength: number): Generator<string, void> {
  return inPieces(value, { ...USUAL, pieceLength });
}

function* inPieces(value: unknown, form: Form): Generator<string, void> {
  const pending = { ...form, text: "" };
  yield* write(value, form.depth, pending);
  yield pending.text;
}

function* write(value: unknown, depth: number, pending: Pending): Generator<string, void> {
  if (depth > 0 && typeof value === "object" && value !== null) {
    if (Array.isArray(value) || value instanceof LazyList) yield* writeList(value, depth, pending);
    else yield* writeObject(value, depth, pending);
  } else if (typeof value === "string" && value.length > pending.pieceLength)
    yield* writeLong(value, pending);
  else pending.text += JSON.stringify(value) ?? "null";
  if (pending.text.length < pending.pieceLength) return;
  yield pending.text;
  pending.text = "";
}

/** Writes a long string in pieces, none of which ends within a surrogate pair. */
function* writeLong(value: string, pending: Pending): Generator<string, void> {
  yield `${pending.text}"`;
  for (let start = 0, end = 0; start < value.length; start = end) {
    end = start + pending.pieceLength;
    const last = value.charCodeAt(end - 1);
    if (last >= 0xd800 && last <= 0xdbff) end++;
    yield JSON.stringify(value.slice(start, end)).slice(1, -1);
  }
  pending.text = '"';
}

function* writeList(
  items: readonly unknown[] | LazyList<unknown>,
  depth: number,
  pending: Pending,
): Generator<string, void> {
  const depthOfItems = items.length > pending.mostItems ? 0 : depth - 1;
  let separator = "[";
  for (const item of items) {
    pending.text += separator;
    yield* write(item, depthOfItems, pending);
    separator = ",";
  }
  pending.text += separator === "[" ? "[]" : "]";
}

function* writeObject(object: object, depth: number, pending: Pending): Generator<string, void> {
  let separator = "{";
  for (const key of pending.keysOf(object)) {
    const value = (object as Readonly<Record<string, unknown>>)[key];
    if (value === undefined) continue;
    pending.text += `${separator}${JSON.stringify(key)}:`;
    yield* write(value, depth - 1, pending);
    separator = ",";
  }
  pending.text += separator === "{" ? "{}" : "}";
}
