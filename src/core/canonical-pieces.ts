import { isJsonObject, type JsonArray, type JsonObject, type JsonValue } from "./json.ts";

/** Minimum length of a piece. */
const PIECE_LENGTH = 16 * 1024;

/**
 * Text that isn't a piece yet. All levels share it, because each piece passes through the
 * generators of all levels above.
 */
type Pending = { text: string };

/** The text of `canonicalJson` in pieces, so that other work can run in between. */
export function* canonicalPieces(value: JsonValue): Generator<string, void> {
  const pending = { text: "" };
  yield* write(value, pending);
  yield pending.text;
}

function* write(value: JsonValue, pending: Pending): Generator<string, void> {
  if (Array.isArray(value)) yield* writeArray(value, pending);
  else if (isJsonObject(value)) yield* writeObject(value, pending);
  else if (typeof value === "string" && value.length > PIECE_LENGTH)
    yield* writeLong(value, pending);
  else pending.text += JSON.stringify(value);
  if (pending.text.length < PIECE_LENGTH) return;
  yield pending.text;
  pending.text = "";
}

/** Writes a long string in pieces, none of which ends within a surrogate pair. */
function* writeLong(value: string, pending: Pending): Generator<string, void> {
  yield `${pending.text}"`;
  for (let start = 0, end = 0; start < value.length; start = end) {
    end = start + PIECE_LENGTH;
    const last = value.charCodeAt(end - 1);
    if (last >= 0xd800 && last <= 0xdbff) end++;
    yield JSON.stringify(value.slice(start, end)).slice(1, -1);
  }
  pending.text = '"';
}

function* writeArray(items: JsonArray, pending: Pending): Generator<string, void> {
  pending.text += "[";
  for (const [index, item] of items.entries()) {
    if (index > 0) pending.text += ",";
    yield* write(item, pending);
  }
  pending.text += "]";
}

function* writeObject(object: JsonObject, pending: Pending): Generator<string, void> {
  pending.text += "{";
  for (const [index, key] of Object.keys(object).sort().entries()) {
    pending.text += `${index > 0 ? "," : ""}${JSON.stringify(key)}:`;
    yield* write(object[key] ?? null, pending);
  }
  pending.text += "}";
}
