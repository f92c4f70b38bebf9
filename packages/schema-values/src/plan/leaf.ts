import { typesCheckedBy } from "../check/formats.ts";
import type { JsonObject } from "../json.ts";
import { ANY_TYPE, NUMBER, TYPES, typesOf } from "../source/json-type.ts";
import { keyword } from "../source/schema.ts";

const ANNOTATIONS = new Set([
  "$anchor",
  "$comment",
  "$defs",
  "$dynamicAnchor",
  "$id",
  "$recursiveAnchor",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
  "default",
  "definitions",
  "deprecated",
  "description",
  "discriminator",
  "example",
  "examples",
  "externalDocs",
  "id",
  "readOnly",
  "title",
  "writeOnly",
  "xml",
]);

/**
 * Keywords whose negation can't be expressed with other keywords, and the types that they apply to.
 */
export const LEAVES: { readonly [keyword: string]: number } = {
  const: ANY_TYPE,
  enum: ANY_TYPE,
  format: TYPES.string | NUMBER,
  multipleOf: NUMBER,
  pattern: TYPES.string,
  type: ANY_TYPE,
  uniqueItems: TYPES.array,
};

/** A schema's keywords that constrain values. */
export function assertionsOf(schema: JsonObject): string[] {
  return Object.keys(schema).filter((name) => !ANNOTATIONS.has(name) && !name.startsWith("x-"));
}

/** The keyword of a schema with exactly one assertion, if it is a leaf; otherwise undefined. */
export function leafOf(schema: JsonObject): string | undefined {
  const [only, second] = assertionsOf(schema);
  return only !== undefined && second === undefined && Object.hasOwn(LEAVES, only)
    ? only
    : undefined;
}

/** The types of values that can violate a leaf. */
export function typesAgainst(schema: JsonObject, leaf: string): number {
  if (leaf === "type") return ANY_TYPE & ~typesOf(schema);
  if (leaf === "uniqueItems" && keyword(schema, leaf) !== true) return 0;
  if (leaf === "format") return typesCheckedBy(keyword(schema, leaf));
  return LEAVES[leaf] ?? ANY_TYPE;
}
