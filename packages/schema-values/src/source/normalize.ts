import { identityOf, isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { Dialect } from "./dialect.ts";
import type { Registry } from "./registry.ts";
import {
  cloneJson,
  DEFINITION_KEYWORDS,
  isSchema,
  keyword,
  LIST_KEYWORDS,
  MAP_KEYWORDS,
  SCHEMA_KEYWORDS,
  type Schema,
  textOf,
} from "./schema.ts";

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

/** Keywords whose values are data, not schemas. */
const DATA: ReadonlySet<string> = new Set(["const", "default", "enum", "example", "examples"]);
const REFERENCES: ReadonlySet<string> = new Set(["$ref", "$dynamicRef", "$recursiveRef"]);
const NAMES: ReadonlySet<string> = new Set([
  ...["$id", "$anchor", "$dynamicAnchor", "$recursiveAnchor"],
]);

/**
 * A copy of a document in which references within it are JSON Pointers, and nothing has a URI or an
 * anchor: Ajv resolves neither relative URIs nor URNs, and rejects an `$id` that occurs twice, even
 * in an unknown keyword. Every reference must have a single target.
 */
export function localized(document: JsonObject, registry: Registry): JsonObject {
  return localizedObject(document, registry);
}

function localizedAny(value: JsonValue, registry: Registry): JsonValue {
  if (Array.isArray(value)) return value.map((item) => localizedAny(item, registry));
  return isJsonObject(value) ? localizedObject(value, registry) : value;
}

/** Unknown keywords and maps of schemas are treated like schemas without references. */
function localizedObject(value: JsonObject, registry: Registry): JsonObject {
  const isKnown = registry.isSchema(value);
  const entries = Object.entries(value).flatMap(([key, item]): [string, JsonValue][] => {
    if (isKnown && DATA.has(key)) return [[key, cloneJson(item)]];
    if (isNameOf(key, item, registry)) return [];
    if (isKnown && REFERENCES.has(key)) return [["$ref", pointerTo(value, key, registry)]];
    return [[key, localizedAny(item, registry)]];
  });
  return Object.fromEntries(entries);
}

function isNameOf(key: string, item: JsonValue, registry: Registry): boolean {
  const isName = NAMES.has(key) || key === registry.dialect.idKeyword;
  return isName && (typeof item === "string" || typeof item === "boolean");
}

function pointerTo(schema: JsonObject, keyword: string, registry: Registry): JsonValue {
  const reference = textOf(schema, keyword) ?? "";
  const target = registry.resolve(schema, reference);
  if (!isJsonObject(target) || !registry.isInDocument(target)) return reference;
  const { pointer } = registry.placeOf(target);
  return `#${pointer.split("/").map(encodeURIComponent).join("/")}`;
}
