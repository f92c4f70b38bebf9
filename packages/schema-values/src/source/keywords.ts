import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { isSchema, type Schema } from "./schema.ts";

export function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}

/** Keywords of drafts 04 to 2020-12, grouped by the kind of their values. */
const KINDS = {
  /** One schema, or a list of schemas, for the value or a part of it. */
  schemas: words(
    "additionalItems additionalProperties allOf anyOf contains contentSchema else if items not oneOf prefixItems propertyNames then unevaluatedItems unevaluatedProperties",
  ),
  /** Schemas by name, for the value or a part of it. */
  maps: words("dependencies dependentSchemas patternProperties properties"),
  /** Schemas by name that apply only if referred to. */
  definitions: words("$defs definitions"),
  /** Other limits on values, and references to other schemas. */
  limits: words(
    "$dynamicRef $recursiveRef $ref const dependentRequired enum exclusiveMaximum exclusiveMinimum format maxContains maximum maxItems maxLength maxProperties minContains minimum minItems minLength minProperties multipleOf pattern required type uniqueItems",
  ),
  /** The identity of a schema or its dialect. */
  names: words("$anchor $dynamicAnchor $id $recursiveAnchor $schema $vocabulary id"),
  /** Annotations, which no value can violate. */
  notes: words(
    "$comment contentEncoding contentMediaType default deprecated description examples readOnly title writeOnly",
  ),
};

function all(...kinds: readonly (keyof typeof KINDS)[]): string[] {
  return kinds.flatMap((kind) => [...KINDS[kind]]);
}

/** Keywords that can make a value invalid. */
export const BINDING_KEYWORDS: readonly string[] = all("schemas", "maps", "definitions", "limits");

/** All keywords of the drafts of JSON Schema from 04 on. */
export const KEYWORDS: ReadonlySet<string> = new Set([
  ...BINDING_KEYWORDS,
  ...all("names", "notes"),
]);

/** Keywords that don't constrain values, in JSON Schema and in OpenAPI. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...all("names", "notes", "definitions"),
  ...["contentSchema", "discriminator", "example", "externalDocs", "xml"],
]);

/** A schema's keywords that constrain values. */
export function assertionsOf(schema: Schema): string[] {
  return Object.keys(schema).filter((name) => !ANNOTATIONS.has(name) && !name.startsWith("x-"));
}

export type Subschema = { readonly schema: Schema; readonly tokens: readonly string[] };

/** The direct subschemas that apply to a value or to a part of it. */
export function applicatorsOf(schema: Schema): Schema[] {
  const applied = subschemasOf(schema).filter((sub) => !KINDS.definitions.has(`${sub.tokens[0]}`));
  return applied.map((sub) => sub.schema);
}

/** All direct subschemas, including definitions. */
export function subschemasOf(schema: Schema): Subschema[] {
  return Object.entries(schema).flatMap(([name, value]): Subschema[] => {
    if (KINDS.schemas.has(name) && isSchema(value)) return [{ schema: value, tokens: [name] }];
    if (!hasInner(name, value)) return [];
    return Object.entries(value).flatMap(([key, item]) =>
      isSchema(item) ? [{ schema: item, tokens: [name, key] }] : [],
    );
  });
}

/** Whether a keyword's value is a list or a map of schemas. */
function hasInner(name: string, value: JsonValue): value is JsonObject | readonly JsonValue[] {
  return Array.isArray(value)
    ? KINDS.schemas.has(name)
    : isJsonObject(value) && (KINDS.maps.has(name) || KINDS.definitions.has(name));
}

/** Applies a change to a schema and all its subschemas, the innermost first. */
export function mapSchemas(
  schema: JsonObject,
  change: (subschema: JsonObject) => JsonObject,
): JsonObject {
  const mapAny = (value: JsonValue): JsonValue =>
    isJsonObject(value) ? mapSchemas(value, change) : value;
  const entries = Object.entries(schema).map(([name, value]): [string, JsonValue] => {
    if (Array.isArray(value) && hasInner(name, value)) return [name, value.map(mapAny)];
    if (KINDS.schemas.has(name)) return [name, mapAny(value)];
    if (!isJsonObject(value) || !hasInner(name, value)) return [name, value];
    const inner = Object.entries(value).map(([key, item]) => [key, mapAny(item)]);
    return [name, Object.fromEntries(inner)];
  });
  return change(Object.fromEntries(entries));
}

/** The schema in a wrapper of the form `{ name, strict, schema }`, or the schema itself. */
export function unwrapped(schema: JsonObject): JsonObject {
  const { name, schema: inner, description: _, ...others } = schema;
  if (typeof name !== "string" || !isJsonObject(inner)) return schema;
  return Object.keys(others).some((key) => KEYWORDS.has(key)) ? schema : inner;
}
