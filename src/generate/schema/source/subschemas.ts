import { isJsonObject, type JsonObject } from "../../../core/json.ts";
import { isSchema, keyword, type Schema } from "./schema.ts";

const SINGLE = [
  "additionalItems",
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
];
const LISTS = ["allOf", "anyOf", "items", "oneOf", "prefixItems"];
const MAPS = ["dependencies", "dependentSchemas", "patternProperties", "properties"];
const DEFINITIONS = ["$defs", "definitions"];

/** A schema within a schema, and where it stands in it. */
export type Subschema = { readonly schema: Schema; readonly tokens: readonly (string | number)[] };

/** The schemas directly within a schema that apply to a value or to a part of it. */
export function applicatorsOf(schema: JsonObject): Subschema[] {
  const out: Subschema[] = [];
  for (const name of SINGLE) {
    const value = keyword(schema, name);
    if (isSchema(value)) out.push({ schema: value, tokens: [name] });
  }
  for (const name of LISTS) {
    const value = keyword(schema, name);
    if (!Array.isArray(value)) continue;
    for (const [index, item] of value.entries()) {
      if (isSchema(item)) out.push({ schema: item, tokens: [name, index] });
    }
  }
  return [...out, ...MAPS.flatMap((name) => entriesOf(schema, name))];
}

/** The schemas directly within a schema, those that only wait to be referred to included. */
export function subschemasOf(schema: JsonObject): Subschema[] {
  return [...applicatorsOf(schema), ...DEFINITIONS.flatMap((name) => entriesOf(schema, name))];
}

function entriesOf(schema: JsonObject, name: string): Subschema[] {
  const value = keyword(schema, name);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    isSchema(item) ? [{ schema: item, tokens: [name, key] }] : [],
  );
}
