import { dependentSchemas } from "../check/applicator-checks.ts";
import type { JsonObject } from "../json.ts";
import type { SubSchema } from "../source/part.ts";
import { keyword, listOf, type Schema, schemaOf } from "../source/schema.ts";
import { assertionsOf, LEAVES, typesAgainst } from "./leaf.ts";
import { type Literal, negative, positive } from "./literal.ts";
import { violationsOfArrays } from "./negate-array.ts";
import { violationsOfObjects } from "./negate-object.ts";
import { violationsOfScalars } from "./negate-scalar.ts";
import type { PlanTools } from "./tools.ts";

/** The ways to violate a schema. */
export type Negation = {
  readonly options: readonly (readonly Literal[])[];
  /** Whether these are all the ways. */
  readonly isComplete: boolean;
};

const MOST_PAIRS = 30;
/** Keywords that can be violated in more ways than are listed. */
const UNCERTAIN = /^unevaluated|^(?:propertyNames|patternProperties|additionalProperties|oneOf)$/;

/**
 * The ways to violate a part, one level down. Evaluations within `not` don't count outside it, so
 * the parts have no owners.
 */
export function negationOf(tools: PlanTools, part: SubSchema): Negation {
  const { schema } = part;
  if (schema === true) return { options: [], isComplete: true };
  if (schema === false) return { options: [[]], isComplete: true };
  const made = [
    ...violationsOfScalars(schema, tools.dialect),
    ...violationsOfObjects(tools, part, schema),
    ...violationsOfArrays(schema, tools.dialect),
  ];
  const options: (readonly Literal[])[] = [
    ...leafOptions(tools, part, schema),
    ...made.map((violation) => [positive(tools.book.made(part, violation))]),
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
    return [[negative(tools.book.made(part, leaf))]];
  });
}

function applicatorOptions(tools: PlanTools, part: SubSchema, schema: JsonObject): Literal[][] {
  const beside = (sub: Schema, ...tokens: (string | number)[]): SubSchema =>
    tools.book.below(part, sub, tokens);
  const list = (name: string): SubSchema[] =>
    (listOf(schema, name) ?? []).map((sub, index) => beside(sub, name, index));
  const single = (name: string): SubSchema | undefined => {
    const sub = schemaOf(schema, name);
    return sub === undefined ? undefined : beside(sub, name);
  };
  const options: Literal[][] = tools.book.referred(part).map((target) => [negative(target)]);
  options.push(...list("allOf").map((sub) => [negative(sub)]));
  const some = list("anyOf");
  if (some.length > 0) options.push(some.map(negative));
  const one = list("oneOf");
  if (one.length > 0) options.push(one.map(negative), ...pairsOf(one));
  const not = single("not");
  if (not !== undefined) options.push([positive(not)]);
  options.push(...conditionalOptions(single));
  for (const entry of dependentSchemas(schema, tools.dialect.hasUnevaluated)) {
    const present = tools.book.made(part, { type: "object", required: [entry.key] });
    options.push([positive(present), negative(beside(entry.schema, entry.name, entry.key))]);
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
