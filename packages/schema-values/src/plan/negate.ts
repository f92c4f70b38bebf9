import { dependentSchemas } from "../check/applicator-checks.ts";
import { typesCheckedBy } from "../check/formats.ts";
import { dependentKeys } from "../check/value-checks.ts";
import type { JsonObject } from "../json.ts";
import { boundsOf, type Dialect } from "../source/dialect.ts";
import { ANNOTATING_KEYWORDS, NAMING_KEYWORDS } from "../source/known-keywords.ts";
import type { SubSchema } from "../source/part.ts";
import {
  ANY_TYPE,
  DEFINITION_KEYWORDS,
  keyword,
  mapOf,
  NUMBER,
  numberOf,
  type Schema,
  schemaOf,
  stringsOf,
  TYPES,
  typesOf,
} from "../source/schema.ts";
import { type Literal, negative, type PlanTools, positive } from "./literal.ts";

/** Keywords that don't constrain values, in JSON Schema and in OpenAPI. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...NAMING_KEYWORDS,
  ...ANNOTATING_KEYWORDS,
  ...DEFINITION_KEYWORDS,
  ...["contentSchema", "discriminator", "example", "externalDocs", "xml"],
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

/** The ways to violate a schema. */
export type Negation = {
  readonly options: readonly (readonly Literal[])[];
  /** Whether these are all the ways. */
  readonly isComplete: boolean;
};

const MOST_PAIRS = 30;
/** Keywords that can be violated in more ways than are listed. */
const UNCERTAIN =
  /^unevaluated|^(?:additionalItems|additionalProperties|contains|items|oneOf|patternProperties|prefixItems|propertyNames)$/;

/**
 * The ways to violate a part, one level down. Evaluations within `not` don't count outside it, so
 * the parts have no owners.
 */
export function negationOf(tools: PlanTools, part: SubSchema): Negation {
  const { schema } = part;
  if (schema === true) return { options: [], isComplete: true };
  if (schema === false) return { options: [[]], isComplete: true };
  const violations = [...outsideBounds(schema, tools.dialect), ...withoutProperties(tools, schema)];
  const options: (readonly Literal[])[] = [
    ...leafOptions(tools, part, schema),
    ...violations.map((violation) => [positive(tools.subSchemas.made(part, violation))]),
    ...applicatorOptions(tools, part, schema),
  ];
  const isComplete = !assertionsOf(schema).some((name) => UNCERTAIN.test(name));
  return { options, isComplete };
}

function leafOptions(tools: PlanTools, part: SubSchema, schema: JsonObject): Literal[][] {
  return Object.keys(LEAVES).flatMap((name) => {
    const value = keyword(schema, name);
    if (value === undefined || typesAgainst(schema, name) === 0) return [];
    const nullable = name === "type" ? keyword(schema, "nullable") : undefined;
    const leaf = nullable === undefined ? { [name]: value } : { [name]: value, nullable };
    return [[negative(tools.subSchemas.made(part, leaf))]];
  });
}

/** Pairs of keywords that limit a count, and the type that they are about. */
const COUNTS = [
  ["string", "minLength", "maxLength"],
  ["object", "minProperties", "maxProperties"],
  ["array", "minItems", "maxItems"],
] as const;

/** Schemas that each violate a bound. */
function outsideBounds(schema: JsonObject, dialect: Dialect): JsonObject[] {
  const { min, minExclusive, max, maxExclusive } = boundsOf(schema, dialect);
  const isFlag = dialect.hasBooleanBounds;
  const numbers = [
    ...(min === -Infinity
      ? []
      : [isFlag ? { maximum: min, exclusiveMaximum: true } : { exclusiveMaximum: min }]),
    ...(minExclusive === -Infinity ? [] : [{ maximum: minExclusive }]),
    ...(max === Infinity
      ? []
      : [isFlag ? { minimum: max, exclusiveMinimum: true } : { exclusiveMinimum: max }]),
    ...(maxExclusive === Infinity ? [] : [{ minimum: maxExclusive }]),
  ];
  const counts = COUNTS.flatMap(([type, lower, upper]): JsonObject[] => {
    const [least = 0, most] = [numberOf(schema, lower), numberOf(schema, upper)];
    return [
      ...(least >= 1 ? [{ type, [upper]: Math.ceil(least) - 1 }] : []),
      ...(most === undefined ? [] : [{ type, [lower]: Math.floor(most) + 1 }]),
    ];
  });
  return [...numbers.map((bounds) => ({ type: "number", ...bounds })), ...counts];
}

/** Schemas that each violate the schema of a property, or lack a property that is required. */
function withoutProperties(tools: PlanTools, schema: JsonObject): JsonObject[] {
  const entry = (key: string, sub: Schema): JsonObject => Object.fromEntries([[key, sub]]);
  const absent = (required: readonly string[], key: string): JsonObject => ({
    type: "object",
    required,
    properties: entry(key, false),
  });
  const violating = (key: string, sub: Schema): JsonObject => ({
    type: "object",
    required: [key],
    properties: entry(key, { not: sub }),
  });
  const additional = schemaOf(schema, "additionalProperties");
  return [
    ...stringsOf(schema, "required").map((key) => absent([], key)),
    ...dependentKeys(schema, tools.dialect.hasUnevaluated).flatMap(([key, needed]) =>
      needed.map((name) => absent([key], name)),
    ),
    ...mapOf(schema, "properties").map(([key, sub]) => violating(key, sub)),
    // The others hardly ever have this name.
    ...(additional === undefined ? [] : [violating("extra", additional)]),
  ];
}

function applicatorOptions(tools: PlanTools, part: SubSchema, schema: JsonObject): Literal[][] {
  const { subSchemas } = tools;
  const list = (name: string): readonly SubSchema[] => subSchemas.all(part, name, "below");
  const single = (name: string): SubSchema | undefined => subSchemas.one(part, name, "below");
  const options: Literal[][] = subSchemas.referred(part).map((target) => [negative(target)]);
  options.push(...list("allOf").map((sub) => [negative(sub)]));
  const some = list("anyOf");
  if (some.length > 0) options.push(some.map(negative));
  const one = list("oneOf");
  if (one.length > 0) options.push(one.map(negative), ...pairsOf(one));
  const not = single("not");
  if (not !== undefined) options.push([positive(not)]);
  options.push(...conditionalOptions(single));
  for (const entry of dependentSchemas(schema, tools.dialect.hasUnevaluated)) {
    const present = subSchemas.made(part, { type: "object", required: [entry.key] });
    const sub = subSchemas.below(part, entry.schema, [entry.name, entry.key]);
    options.push([positive(present), negative(sub)]);
  }
  return options;
}

function conditionalOptions(single: (name: string) => SubSchema | undefined): Literal[][] {
  const test = single("if");
  const then = single("then");
  const otherwise = single("else");
  if (test === undefined) return [];
  const options: Literal[][] = [];
  if (then !== undefined) options.push([positive(test), negative(then)]);
  if (otherwise !== undefined) options.push([negative(test), negative(otherwise)]);
  return options;
}

function pairsOf(parts: readonly SubSchema[]): Literal[][] {
  const pairs = parts.flatMap((a, i) => parts.slice(i + 1).map((b) => [positive(a), positive(b)]));
  return pairs.slice(0, MOST_PAIRS);
}
