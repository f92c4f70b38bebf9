import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { cloneJson } from "./clone-json.ts";
import type { Registry } from "./registry.ts";
import { textOf } from "./schema.ts";

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
