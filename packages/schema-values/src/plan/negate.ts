import { typesCheckedBy } from "../check/check-format.ts";
import type { JsonObject } from "../json.ts";
import { assertionsOf } from "../source/keywords.ts";
import type { SubSchema } from "../source/part.ts";
import {
  ANY_TYPE,
  boundsOf,
  keyword,
  NUMBER,
  numberOf,
  type Schema,
  stringsOf,
  TYPES,
  typesOf,
} from "../source/schema.ts";
import { type Choice, type Literal, negative, type PlanTools, positive } from "./literal.ts";

/** Keywords that no other keyword can negate, and the types of values that can violate them. */
const LEAVES: { readonly [keyword: string]: (schema: Schema) => number } = {
  const: () => ANY_TYPE,
  enum: () => ANY_TYPE,
  format: (schema) => typesCheckedBy(keyword(schema, "format")),
  multipleOf: () => NUMBER,
  pattern: () => TYPES.string,
  type: (schema) => ANY_TYPE & ~typesOf(schema),
};

/** Whether a schema's only assertion is a keyword in `LEAVES`. */
export function isLeaf(schema: Schema): boolean {
  const [only = "", second] = assertionsOf(schema);
  return second === undefined && Object.hasOwn(LEAVES, only);
}

/** Types of values that can violate a schema whose one assertion is in `LEAVES`; otherwise, all. */
export function typesAgainst(schema: Schema): number {
  const [name = ""] = assertionsOf(schema);
  return LEAVES[name]?.(schema) ?? ANY_TYPE;
}

/** Keywords that can be violated in more ways than `negationOf` lists. */
const UNCERTAIN =
  /^unevaluated|^dependen|^(?:additionalItems|additionalProperties|contains|if|items|oneOf|patternProperties|prefixItems|propertyNames|uniqueItems)$/;

/** The ways to violate a schema. Negates its subschemas, but doesn't list their violations. */
export function negationOf(
  tools: PlanTools,
  part: SubSchema,
): Pick<Choice, "options" | "isComplete"> {
  const { schema } = part;
  if (typeof schema === "boolean") return { options: schema ? [] : [[]], isComplete: true };
  const derived = (sub: Schema): SubSchema => tools.subSchemas.sub(part, sub);
  const leaves = Object.entries(schema)
    .filter(([name]) => Object.hasOwn(LEAVES, name))
    .map(([name, value]) => ({ [name]: value }))
    .filter((leaf) => typesAgainst(leaf) !== 0);
  const violations = [...outsideBounds(schema), ...withoutProperties(tools, part)];
  const options = [
    ...leaves.map((leaf) => [negative(derived(leaf))]),
    ...violations.map((violation) => [positive(derived(violation))]),
    ...applicatorOptions(tools, part),
  ];
  const isComplete = !assertionsOf(schema).some((name) => UNCERTAIN.test(name));
  return { options, isComplete };
}

/** Pairs of keywords that limit a count, and the type that they apply to. */
const COUNTS = [
  ["string", "minLength", "maxLength"],
  ["object", "minProperties", "maxProperties"],
  ["array", "minItems", "maxItems"],
] as const;

/** For each bound, a schema for the values that violate it. */
function outsideBounds(schema: JsonObject): JsonObject[] {
  const numbers = boundsOf(schema).map(({ value, isLower, isExclusive }): JsonObject => {
    if (isExclusive) return { type: "number", [isLower ? "maximum" : "minimum"]: value };
    return { type: "number", [isLower ? "exclusiveMaximum" : "exclusiveMinimum"]: value };
  });
  const counts = COUNTS.flatMap(([type, lower, upper]): JsonObject[] => {
    const [least = 0, most] = [numberOf(schema, lower), numberOf(schema, upper)];
    return [
      ...(least >= 1 ? [{ type, [upper]: Math.ceil(least) - 1 }] : []),
      ...(most === undefined ? [] : [{ type, [lower]: Math.floor(most) + 1 }]),
    ];
  });
  return [...numbers, ...counts];
}

/** Schemas for objects that violate a property's schema, or that lack a required property. */
function withoutProperties({ subSchemas }: PlanTools, part: SubSchema): JsonObject[] {
  const object = (required: readonly string[], key: string, sub: Schema): JsonObject => ({
    type: "object",
    required,
    properties: Object.fromEntries([[key, sub]]),
  });
  const additional = subSchemas.one(part, "additionalProperties");
  const properties = subSchemas.map(part, "properties");
  // The name `extra` is arbitrary; schemas rarely declare it.
  const all =
    additional === undefined ? properties : [...properties, ["extra", additional] as const];
  return [
    ...stringsOf(part.schema, "required").map((key) => object([], key, false)),
    ...all.map(([key, { schema }]) => object([key], key, { not: schema })),
  ];
}

function applicatorOptions({ subSchemas }: PlanTools, part: SubSchema): Literal[][] {
  const all = [...subSchemas.referred(part), ...subSchemas.all(part, "allOf")];
  const lists = ["anyOf", "oneOf"].map((name) => subSchemas.all(part, name).map(negative));
  const not = subSchemas.one(part, "not");
  return [
    ...all.map((sub) => [negative(sub)]),
    ...lists.filter((list) => list.length > 0),
    ...(not === undefined ? [] : [[positive(not)]]),
  ];
}
