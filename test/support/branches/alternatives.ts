import {
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "../../../src/core/json.ts";
import type { SchemaDocument, SchemaNode } from "./schema-document.ts";

/** A decision for each value of a place, with the alternatives that a value can take. */
export type Options = {
  readonly kind: "value" | "type" | "member" | "size" | "presence" | "branch" | "depth";
  readonly alternatives: readonly string[];
  readonly taken: readonly string[];
};

/** Longer arrays are too long to expect one. */
const MOST_ITEMS = 1_000;

type Judge = Pick<SchemaDocument, "accepts">;

/** The choice between listed values, between true and false, or between types. */
export function valueOptions(
  judge: Judge,
  parts: readonly SchemaNode[],
  value: JsonValue,
): Options | undefined {
  const isPossible = (candidate: JsonValue): boolean =>
    parts.every((part) => judge.accepts(part, candidate));
  const listed = schemasOf(parts).find((schema) => Array.isArray(schema["enum"]))?.["enum"];
  if (listed !== undefined) {
    const alternatives = (listed as JsonArray)
      .filter(isPossible)
      .map((each) => JSON.stringify(each));
    return optionsOf("value", [...new Set(alternatives)], [JSON.stringify(value)]);
  }
  if (schemasOf(parts).some((schema) => Object.hasOwn(schema, "const"))) return undefined;
  if (typeof value === "boolean" && typesOf(parts)?.includes("boolean"))
    return optionsOf("value", [true, false].filter(isPossible).map(String), [String(value)]);
  return undefined;
}

/** The choice between several values of `type`. */
export function typeOptions(
  judge: Judge,
  parts: readonly SchemaNode[],
  value: JsonValue,
): Options | undefined {
  const isUnion = schemasOf(parts).some(
    (schema) =>
      schema["anyOf"] ?? schema["oneOf"] ?? schema["enum"] ?? Object.hasOwn(schema, "const"),
  );
  const types = typesOf(parts);
  if (isUnion || types === undefined) return undefined;
  const isPossible = (type: string): boolean =>
    type !== "null" || parts.every((part) => judge.accepts(part, null));
  const distinct = types.filter((type) => type !== "integer" || !types.includes("number"));
  return optionsOf("type", distinct.filter(isPossible), [typeOf(value, distinct)]);
}

/** The choice between no item, one, many, and the most. */
export function sizeOptions(
  parts: readonly SchemaNode[],
  items: readonly JsonValue[],
): Options | undefined {
  const schemas = schemasOf(parts);
  const isArrayPlace =
    typesOf(parts)?.includes("array") || schemas.some((schema) => "items" in schema);
  if (!isArrayPlace) return undefined;
  const least = Math.max(0, ...schemas.map((schema) => numberIn(schema, "minItems") ?? 0));
  const most = Math.min(...schemas.map(mostItemsOf));
  const isStated =
    schemas.some((schema) => numberIn(schema, "maxItems") === most) && most <= MOST_ITEMS;
  const sizes: readonly (readonly [name: string, from: number, to: number])[] = [
    ["empty", 0, 0],
    ["one", 1, 1],
    ["many", 2, isStated ? most - 1 : Number.POSITIVE_INFINITY],
    ["most", isStated ? Math.max(2, most) : Number.POSITIVE_INFINITY, isStated ? most : 0],
  ];
  const possible = sizes.filter(([, from, to]) => Math.max(from, least) <= Math.min(to, most));
  const taken = possible.filter(([, from, to]) => items.length >= from && items.length <= to);
  return optionsOf(
    "size",
    possible.map(([name]) => name),
    taken.map(([name]) => name),
  );
}

/** The choice of each optional property: absent or present. */
export function presenceOptions(
  parts: readonly SchemaNode[],
  object: JsonObject,
  required: ReadonlySet<string>,
): readonly (readonly [key: string, options: Options])[] {
  const properties = new Map<string, boolean>();
  for (const schema of schemasOf(parts)) {
    const own = schema["properties"];
    if (!isJsonObject(own)) continue;
    for (const [key, each] of Object.entries(own))
      properties.set(key, (properties.get(key) ?? true) && canExist(each));
  }
  return [...properties].flatMap(([key, isPossible]) => {
    if (required.has(key)) return [];
    const taken = Object.hasOwn(object, key) ? "present" : "absent";
    const options = optionsOf("presence", isPossible ? ["absent", "present"] : ["absent"], [taken]);
    return options === undefined ? [] : [[key, options] as const];
  });
}

/** Keys that every value of a place has, as far as its keywords and all members of a union show. */
export function requiredKeys(parts: readonly SchemaNode[]): readonly string[] {
  return schemasOf(parts).flatMap((schema) => {
    const lists = [schema["anyOf"], schema["oneOf"]].filter(Array.isArray) as JsonArray[];
    return [...keysIn(schema), ...lists.flatMap(sharedKeys)];
  });
}

function sharedKeys(members: JsonArray): readonly string[] {
  const [first, ...others] = members.map(keysIn);
  return (first ?? []).filter((key) => others.every((keys) => keys.includes(key)));
}

function keysIn(schema: JsonValue): readonly string[] {
  const required = isJsonObject(schema) ? schema["required"] : undefined;
  return Array.isArray(required) ? required.map(String) : [];
}

/** Whether a schema can have values; false if its bounds contradict each other. */
export function canExist(schema: JsonValue): boolean {
  if (!isJsonObject(schema)) return schema !== false;
  const isEmpty = (least: string, most: string): boolean =>
    (numberIn(schema, least) ?? 0) > (numberIn(schema, most) ?? Number.POSITIVE_INFINITY);
  const noValues = Array.isArray(schema["enum"]) && schema["enum"].length === 0;
  const bounds = [
    ["minItems", "maxItems"],
    ["minLength", "maxLength"],
    ["minProperties", "maxProperties"],
  ] as const;
  const minimum = numberIn(schema, "minimum") ?? Number.NEGATIVE_INFINITY;
  const hasRange = minimum <= (numberIn(schema, "maximum") ?? Number.POSITIVE_INFINITY);
  const own = schema["properties"];
  const hasKeys = keysIn(schema).every((key) => !isJsonObject(own) || canExist(own[key] ?? true));
  return !noValues && hasRange && hasKeys && !bounds.some(([least, most]) => isEmpty(least, most));
}

/** Undefined if there are fewer than two alternatives. */
export function optionsOf(
  kind: Options["kind"],
  alternatives: readonly string[],
  taken: readonly string[],
): Options | undefined {
  return alternatives.length < 2 ? undefined : { kind, alternatives, taken };
}

/** The schemas that are objects. */
export function schemasOf(parts: readonly SchemaNode[]): readonly JsonObject[] {
  return parts.map(({ schema }) => schema).filter(isJsonObject);
}

/** The types that all parts allow; undefined if none of them restricts types. */
export function typesOf(parts: readonly SchemaNode[]): readonly string[] | undefined {
  const lists = schemasOf(parts)
    .map((schema) => schema["type"])
    .filter((type) => type !== undefined)
    .map((type) => (Array.isArray(type) ? type.map(String) : [String(type)]));
  const [first, ...others] = lists;
  return first?.filter((type) => others.every((list) => list.includes(type)));
}

function typeOf(value: JsonValue, types: readonly string[]): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value !== "number") return typeof value;
  return types.includes("number") ? "number" : "integer";
}

function mostItemsOf(schema: JsonObject): number {
  const most = numberIn(schema, "maxItems") ?? Number.POSITIVE_INFINITY;
  const { items, prefixItems } = schema as { items?: JsonValue; prefixItems?: JsonArray };
  const first = prefixItems?.length ?? (Array.isArray(items) ? items.length : 0);
  const rest = Array.isArray(items) ? schema["additionalItems"] : items;
  const distinct = schema["uniqueItems"] === true ? distinctItems(items) : Number.POSITIVE_INFINITY;
  const fixed = rest !== undefined && !canExist(rest) ? first : Number.POSITIVE_INFINITY;
  return Math.min(most, distinct, fixed);
}

function distinctItems(items: JsonValue | undefined): number {
  if (!isJsonObject(items ?? null)) return Number.POSITIVE_INFINITY;
  const { enum: listed, type } = items as { enum?: JsonArray; type?: JsonValue };
  return listed?.length ?? (type === "boolean" ? 2 : Number.POSITIVE_INFINITY);
}

function numberIn(schema: JsonObject, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === "number" ? value : undefined;
}
