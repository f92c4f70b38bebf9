import { isJsonObject, type JsonObject, type JsonValue, mapValues } from "../core/json.ts";
import type { RecordPlaces } from "../core/rows/input-places.ts";
import { asObject } from "./document-place.ts";

/** The parts of an input that pointers locate. */
export const POINTER_PARTS: readonly (keyof RecordPlaces)[] = [
  "id",
  "prompt",
  "system",
  "model",
  "maxTokens",
  "jsonSchema",
  "echo",
];

/** The keys whose values are pointers, in `row` and in its parts. */
const POINTER_KEYS: ReadonlySet<string> = new Set([
  ...POINTER_PARTS,
  ...["list", "name", "schema", "chosen", "dimensions"],
]);

/** The places in an operation's checked `row`; undefined if the operation has no `row`. */
export function placesOfRecord(row: JsonValue | undefined): RecordPlaces | undefined {
  if (!isJsonObject(row)) return undefined;
  const { check: _, checks, tools, vector, ...others } = row;
  const { schema: __, ...lineChecks } = asObject(checks);
  const places = {
    prompt: [],
    ...withLists(others),
    ...(tools !== undefined && { tools: withLists(asObject(tools)) }),
    ...(vector !== undefined && { vector: withLists(asObject(vector)) }),
    // Schemas are compiled separately.
    ...(checks !== undefined && { checks: lineChecks }),
  };
  return places as unknown as RecordPlaces;
}

/** Wraps each single pointer of a part in a list. */
function withLists(part: JsonObject): JsonObject {
  return mapValues(part, (value, key) => (POINTER_KEYS.has(key) ? [value].flat() : value));
}
