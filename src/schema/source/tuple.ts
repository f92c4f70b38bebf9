import type { JsonObject } from "../../core/json.ts";
import type { Dialect } from "./dialect.ts";
import type { Tokens } from "./part.ts";
import { keyword, listOf, type Schema, schemaOf } from "./schema.ts";

/** What a schema says of the items of an array, whichever draft's words it uses. */
export type Tuple = {
  readonly prefix: readonly { readonly schema: Schema; readonly tokens: Tokens }[];
  /** What applies to the items after the prefix, if anything does. */
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
