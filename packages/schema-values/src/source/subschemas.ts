import { isJsonObject, type JsonObject } from "../json.ts";
import { DEFINITION_KEYWORDS, LIST_KEYWORDS, MAP_KEYWORDS, SCHEMA_KEYWORDS } from "./keywords.ts";
import { isSchema, keyword, type Schema } from "./schema.ts";

/** A subschema and its path in the schema. */
export type Subschema = { readonly schema: Schema; readonly tokens: readonly (string | number)[] };

/** The direct subschemas that apply to a value or to a part of it. */
export function applicatorsOf(schema: JsonObject): Subschema[] {
  const out: Subschema[] = [];
  for (const name of SCHEMA_KEYWORDS) {
    const value = keyword(schema, name);
    if (isSchema(value)) out.push({ schema: value, tokens: [name] });
  }
  for (const name of LIST_KEYWORDS) {
    const value = keyword(schema, name);
    if (!Array.isArray(value)) continue;
    for (const [index, item] of value.entries()) {
      if (isSchema(item)) out.push({ schema: item, tokens: [name, index] });
    }
  }
  return [...out, ...[...MAP_KEYWORDS].flatMap((name) => entriesOf(schema, name))];
}

/** All direct subschemas, including definitions. */
export function subschemasOf(schema: JsonObject): Subschema[] {
  return [
    ...applicatorsOf(schema),
    ...[...DEFINITION_KEYWORDS].flatMap((name) => entriesOf(schema, name)),
  ];
}

function entriesOf(schema: JsonObject, name: string): Subschema[] {
  const value = keyword(schema, name);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    isSchema(item) ? [{ schema: item, tokens: [name, key] }] : [],
  );
}
