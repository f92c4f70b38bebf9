import { identityOf, isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { cloneJson } from "./clone-json.ts";
import type { Dialect } from "./dialect.ts";
import { DEFINITION_KEYWORDS, LIST_KEYWORDS, MAP_KEYWORDS, SCHEMA_KEYWORDS } from "./keywords.ts";
import { isSchema, keyword, type Schema, textOf } from "./schema.ts";

type Options = { readonly dialect: Dialect; readonly stripIds: boolean };

/**
 * A copy of the schema without parts that have no meaning but confuse a validator: `$schema` (the draft
 * is known), `$async`, the other draft's id, repeated enum values, and `nullable`. Optionally
 * removes every id.
 */
export function normalize(schema: Schema, options: Options): Schema {
  return typeof schema === "boolean" ? schema : normalizeObject(schema, options);
}

function normalizeObject(schema: JsonObject, options: Options): JsonObject {
  const out: { [key: string]: JsonValue } = {};
  for (const [name, value] of Object.entries(schema)) {
    if (isDropped(schema, name, options)) continue;
    define(out, name, normalizeKeyword(name, value, options));
  }
  return out;
}

function isDropped(schema: JsonObject, name: string, options: Options): boolean {
  const other = options.dialect.idKeyword === "id" ? "$id" : "id";
  if (name === "$schema" || name === "$async" || name === other) return true;
  if (name === options.dialect.idKeyword) {
    // Before draft 2019-09, everything next to `$ref` is ignored, including an `$id`.
    const isIgnored = !options.dialect.hasUnevaluated && textOf(schema, "$ref") !== undefined;
    return options.stripIds || isIgnored;
  }
  return name === "nullable" && !isNullAlone(schema);
}

/**
 * Only OpenAPI 3.0 has `nullable`, and validators of JSON Schema reject null despite it. Null is
 * therefore used only if no other value is possible.
 */
function isNullAlone(schema: JsonObject): boolean {
  if (keyword(schema, "type") === undefined) return false;
  const values = keyword(schema, "enum") ?? [keyword(schema, "const")];
  return Array.isArray(values) && values.length > 0 && values.every((value) => value === null);
}

function normalizeKeyword(name: string, value: JsonValue, options: Options): JsonValue {
  if (name === "enum" && Array.isArray(value)) return withoutRepeats(value);
  if (LIST_KEYWORDS.has(name) && Array.isArray(value)) {
    return value.map((item) => (isSchema(item) ? normalize(item, options) : item));
  }
  if (SCHEMA_KEYWORDS.has(name) && isSchema(value)) return normalize(value, options);
  const isMap = MAP_KEYWORDS.has(name) || DEFINITION_KEYWORDS.has(name);
  if (isMap && isJsonObject(value)) {
    const out: { [key: string]: JsonValue } = {};
    for (const [key, item] of Object.entries(value)) {
      define(out, key, isSchema(item) ? normalize(item, options) : item);
    }
    return out;
  }
  return cloneJson(value);
}

function withoutRepeats(values: readonly JsonValue[]): JsonValue[] {
  const seen = new Set<ReturnType<typeof identityOf>>();
  return values.filter((value) => seen.size < seen.add(identityOf(value)).size);
}

/** Sets an own property, even if its name is `__proto__`. */
function define(out: { [key: string]: JsonValue }, name: string, value: JsonValue): void {
  Object.defineProperty(out, name, { value, enumerable: true, writable: true, configurable: true });
}
