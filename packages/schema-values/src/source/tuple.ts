import type { JsonObject } from "../json.ts";
import type { Dialect } from "./dialect.ts";
import type { Tokens } from "./part.ts";
import { keyword, listOf, type Schema, schemaOf } from "./schema.ts";

/** A schema's constraints on the items of an array, in any draft's terms. */
export type Tuple = {
  readonly prefix: readonly { readonly schema: Schema; readonly tokens: Tokens }[];
  /** The schema for the items after the prefix, if any. */
  readonly rest: { readonly schema: Schema; readonly tokens: Tokens } | undefined;
};

/** Reads `prefixItems` and `items`, or `items` and `additionalItems`. */
export function tupleOf(schema: JsonObject, dialect: Dialect): Tuple {
  const name = dialect.hasPrefixItems ? "prefixItems" : "items";
  const isTuple = Array.isArray(keyword(schema, name));
  const listed = isTuple ? (listOf(schema, name) ?? []) : [];
  const prefix = listed.map((item, index) => ({ schema: item, tokens: [name, index] }));
  const restName = !dialect.hasPrefixItems && isTuple ? "additionalItems" : "items";
  const rest = schemaOf(schema, restName);
  return { prefix, rest: rest === undefined ? undefined : { schema: rest, tokens: [restName] } };
}
