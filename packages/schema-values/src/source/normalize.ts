import { identityOf, type JsonObject, type JsonValue } from "../json.ts";
import type { Dialect } from "./dialect.ts";
import { fromEntries, keyword, mapSchemas, type Schema } from "./schema.ts";

/** How to read a schema: whether it is invalid unless its identifiers are ignored. */
export type Reading = { readonly dialect: Dialect; readonly hasIds: boolean };

/**
 * A copy of a schema without what has no meaning but confuses validators: `$schema` (the draft is known), identifiers that don't
 * count, repeated values of an `enum`, and `nullable`.
 */
export function normalize(schema: Schema, reading: Reading): Schema {
  if (typeof schema === "boolean") return schema;
  return mapSchemas(schema, (sub) => {
    const entries = Object.entries(sub).filter(([name]) => !isDropped(sub, name, reading));
    return fromEntries(
      entries.map(([name, value]) => [
        name,
        name === "enum" && Array.isArray(value) ? withoutRepeats(value) : value,
      ]),
    );
  });
}

function isDropped(schema: JsonObject, name: string, { dialect, hasIds }: Reading): boolean {
  if (name === "$schema") return true;
  if (name === "nullable") return !isNullAlone(schema);
  if (name !== "$id" && name !== "id") return false;
  // Before draft 2019-09, everything next to `$ref` is ignored, including an `$id`.
  const isIgnored = !dialect.hasUnevaluated && keyword(schema, "$ref") !== undefined;
  return name !== dialect.idKeyword || !hasIds || isIgnored;
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

function withoutRepeats(values: readonly JsonValue[]): JsonValue[] {
  const seen = new Set<ReturnType<typeof identityOf>>();
  return values.filter((value) => seen.size < seen.add(identityOf(value)).size);
}
