import { Work } from "../../codec/work.ts";
import { LazyList } from "../../core/lazy-list.ts";
import { jsonReply, type Reply, type ReplyStream, repeatable } from "../../core/reply.ts";

/** Length of the pieces in which large JSON is sent. Making one takes less than a millisecond. */
const PIECE_LENGTH = 64 * 1024;

/** Arrays and objects with more items than this are written item by item. */
const MANY_ITEMS = 64;

/** Levels below which values are written as a whole, because large lists are near the top. */
const MAX_DEPTH = 3;

/**
 * A JSON response. If it is large, it is made while it is sent, with pauses for other work; the
 * value must not change. `key` names the sandbox for which it is made.
 */
export function largeJsonReply(status: number, value: unknown, key: string): Reply {
  return { ...jsonReply(status, null), body: jsonBody(value, key) };
}

function jsonBody(value: unknown, key: string): string | ReplyStream {
  let text = "";
  for (const piece of jsonPieces(value, MAX_DEPTH)) {
    text += piece;
    if (text.length >= PIECE_LENGTH) return repeatable(() => streamOf(value, key));
  }
  return text;
}

async function* streamOf(value: unknown, key: string): AsyncGenerator<Uint8Array> {
  const work = new Work(key);
  let text = "";
  for (const piece of jsonPieces(value, MAX_DEPTH)) {
    text += piece;
    if (text.length < PIECE_LENGTH) continue;
    yield Buffer.from(text);
    text = "";
    await work.pause();
  }
  yield Buffer.from(text);
}

/** Yields the characters that `JSON.stringify` makes of a value without `toJSON`. */
function* jsonPieces(value: unknown, depth: number): Generator<string> {
  if (depth === 0 || typeof value !== "object" || value === null) yield JSON.stringify(value);
  else if (Array.isArray(value) || value instanceof LazyList) yield* listPieces(value, depth);
  else yield* objectPieces(value, depth);
}

function* listPieces(
  items: readonly unknown[] | LazyList<unknown>,
  depth: number,
): Generator<string> {
  let separator = "[";
  for (const item of items) {
    yield separator;
    if (item === undefined) yield "null";
    else if (items.length > MANY_ITEMS) yield JSON.stringify(item);
    else yield* jsonPieces(item, depth - 1);
    separator = ",";
  }
  yield items.length === 0 ? "[]" : "]";
}

function* objectPieces(object: object, depth: number): Generator<string> {
  let separator = "{";
  const record = object as Readonly<Record<string, unknown>>;
  for (const name of Object.keys(record)) {
    const value = record[name];
    if (value === undefined) continue;
    yield `${separator}${JSON.stringify(name)}:`;
    yield* jsonPieces(value, depth - 1);
    separator = ",";
  }
  yield separator === "{" ? "{}" : "}";
}
