import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { DEFINITION_KEYWORDS, LIST_KEYWORDS, MAP_KEYWORDS, SCHEMA_KEYWORDS } from "./schema.ts";

/**
 * Rebuilds a schema from the inside out: `change` gets each subschema after its own subschemas were
 * changed.
 */
export function mapSchemas(
  schema: JsonObject,
  change: (subschema: JsonObject) => JsonObject,
): JsonObject {
  const mapAny = (value: JsonValue): JsonValue =>
    isJsonObject(value) ? mapSchemas(value, change) : value;
  const entries = Object.entries(schema).map(([keyword, value]): [string, JsonValue] => {
    if (LIST_KEYWORDS.has(keyword) && Array.isArray(value)) return [keyword, value.map(mapAny)];
    if (SCHEMA_KEYWORDS.has(keyword)) return [keyword, mapAny(value)];
    const isMap = MAP_KEYWORDS.has(keyword) || DEFINITION_KEYWORDS.has(keyword);
    if (!isMap || !isJsonObject(value)) return [keyword, value];
    return [keyword, fromEntries(Object.entries(value).map(([name, sub]) => [name, mapAny(sub)]))];
  });
  return change(fromEntries(entries));
}

/**
 * An object with these own properties; assigning to a name such as `__proto__` would not create
 * one.
 */
export function fromEntries(entries: readonly (readonly [string, JsonValue])[]): JsonObject {
  return Object.fromEntries(entries);
}

/**
 * JSON Pointer of the first place, in document order, for which `matches` holds; undefined if
 * nothing matches.
 */
export function findPointer(
  value: JsonValue,
  matches: (keyword: string, value: JsonValue) => boolean,
): string | undefined {
  const children = Array.isArray(value) || isJsonObject(value) ? Object.entries(value) : [];
  for (const [key, child] of children) {
    const step = `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (matches(key, child)) return step;
    const deeper = findPointer(child, matches);
    if (deeper !== undefined) return step + deeper;
  }
  return undefined;
}

/** The value at a JSON Pointer; undefined if there is none. */
export function schemaPartAt(value: JsonValue, pointer: string): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const step of pointer.split("/").slice(1)) {
    const key = step.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof found !== "object" || found === null) return undefined;
    found = Object.hasOwn(found, key) ? (found as JsonObject)[key] : undefined;
  }
  return found;
}
