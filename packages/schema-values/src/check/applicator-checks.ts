import type { Budget } from "../budget.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { type SubSchema, tupleOf } from "../source/part.ts";
import { keyword, mapOf, type Schema } from "../source/schema.ts";
import type { CheckTools, ConformityCheck } from "./check.ts";

/** Checks for the keywords that apply schemas to the value itself. */
export function applicatorChecks(
  tools: CheckTools,
  part: SubSchema,
  schema: JsonObject,
): ConformityCheck[] {
  const { subSchemas } = tools;
  const list = (name: string): ConformityCheck[] =>
    subSchemas.all(part, name).map((sub) => tools.of(sub));
  const single = (name: string): ConformityCheck | undefined => {
    const sub = subSchemas.one(part, name);
    return sub === undefined ? undefined : tools.of(sub);
  };
  const checks = subSchemas.referred(part).map((target) => tools.of(target));
  checks.push(...list("allOf"));
  const some = list("anyOf");
  if (some.length > 0) checks.push((value, budget) => some.some((check) => check(value, budget)));
  const one = list("oneOf");
  if (one.length > 0) checks.push(exactlyOne(one));
  const not = single("not");
  if (not !== undefined) checks.push((value, budget) => !not(value, budget));
  return [...checks, ...conditional(single), ...dependent(tools, part, schema)];
}

function exactlyOne(branches: readonly ConformityCheck[]): ConformityCheck {
  return (value, budget) => {
    let count = 0;
    for (const check of branches) if (check(value, budget)) count++;
    return count === 1;
  };
}

function conditional(single: (name: string) => ConformityCheck | undefined): ConformityCheck[] {
  const test = single("if");
  const then = single("then");
  const otherwise = single("else");
  if (test === undefined || (then === undefined && otherwise === undefined)) return [];
  return [
    (value, budget) => {
      const branch = test(value, budget) ? then : otherwise;
      return branch === undefined || branch(value, budget);
    },
  ];
}

/** The schemas that apply if a property is present. */
export function dependentSchemas(
  schema: JsonObject,
): { readonly key: string; readonly schema: Schema; readonly name: string }[] {
  return ["dependentSchemas", "dependencies"].flatMap((name) =>
    mapOf(schema, name).map(([key, sub]) => ({ key, schema: sub, name })),
  );
}

function dependent(tools: CheckTools, part: SubSchema, schema: JsonObject): ConformityCheck[] {
  return dependentSchemas(schema).map((entry): ConformityCheck => {
    const check = tools.of(tools.subSchemas.sub(part, entry.schema, [entry.name, entry.key]));
    return (value, budget) =>
      !isJsonObject(value) || !Object.hasOwn(value, entry.key) || check(value, budget);
  });
}

/** The parts of one value that a schema's keywords and those of its siblings have evaluated. */
type Evaluated = { all: boolean; readonly keys: Set<string> };

/** Checks for `unevaluatedProperties` and `unevaluatedItems`. */
export function unevaluatedChecks(
  tools: CheckTools,
  part: SubSchema,
  schema: JsonObject,
): ConformityCheck[] {
  const checks: ConformityCheck[] = [];
  for (const name of ["unevaluatedProperties", "unevaluatedItems"] as const) {
    const below = tools.subSchemas.one(part, name);
    if (below === undefined) continue;
    const check = tools.of(below);
    checks.push((value, budget) => {
      if (name === "unevaluatedItems" ? !Array.isArray(value) : !isJsonObject(value)) return true;
      const seen: Evaluated = { all: false, keys: new Set() };
      collect({ tools, value, budget, seen }, part, schema, name);
      if (seen.all) return true;
      return Object.entries(value as JsonObject).every(
        ([key, item]) => seen.keys.has(key) || check(item, budget),
      );
    });
  }
  return checks;
}

type Collection = {
  readonly tools: CheckTools;
  readonly value: JsonValue;
  readonly budget: Budget;
  readonly seen: Evaluated;
};

/** `skipped` is the keyword that needs the result; it doesn't count itself. */
function collect(on: Collection, part: SubSchema, schema: JsonObject, skipped?: string): void {
  if (isJsonObject(on.value)) collectKeys(on, schema, skipped);
  else if (Array.isArray(on.value)) collectItems(on, part, schema, skipped);
  for (const next of besides(on, part, schema)) {
    if (typeof next.schema !== "boolean") collect(on, next, next.schema);
  }
}

function collectKeys(on: Collection, schema: JsonObject, skipped?: string): void {
  const named = new Set(mapOf(schema, "properties").map(([key]) => key));
  const tests = mapOf(schema, "patternProperties").map(([pattern]) =>
    on.tools.patterns.testOf(pattern),
  );
  const hasRest =
    keyword(schema, "additionalProperties") !== undefined ||
    (skipped !== "unevaluatedProperties" && keyword(schema, "unevaluatedProperties") !== undefined);
  if (hasRest) on.seen.all = true;
  for (const key of Object.keys(on.value as JsonObject)) {
    if (named.has(key) || tests.some((test) => test(key))) on.seen.keys.add(key);
  }
}

function collectItems(on: Collection, part: SubSchema, schema: JsonObject, skipped?: string): void {
  const tuple = tupleOf(schema);
  const hasRest =
    tuple.rest !== undefined ||
    (skipped !== "unevaluatedItems" && keyword(schema, "unevaluatedItems") !== undefined);
  if (hasRest) on.seen.all = true;
  tuple.prefix.forEach((_, index) => {
    on.seen.keys.add(String(index));
  });
  const contains = on.tools.subSchemas.one(part, "contains");
  if (contains === undefined) return;
  const check = on.tools.of(contains);
  (on.value as readonly JsonValue[]).forEach((item, index) => {
    if (check(item, on.budget)) on.seen.keys.add(String(index));
  });
}

/** The other schemas for the same value that the value conforms to. */
function besides(on: Collection, part: SubSchema, schema: JsonObject): SubSchema[] {
  const { subSchemas } = on.tools;
  const holds = (next: SubSchema): boolean => on.tools.of(next)(on.value, on.budget);
  const list = (name: string): readonly SubSchema[] => subSchemas.all(part, name);
  const out = [...subSchemas.referred(part), ...list("allOf")];
  out.push(...[...list("anyOf"), ...list("oneOf")].filter(holds));
  const condition = subSchemas.one(part, "if");
  if (condition !== undefined) {
    const isMet = holds(condition);
    const branch = subSchemas.one(part, isMet ? "then" : "else");
    if (isMet) out.push(condition);
    if (branch !== undefined) out.push(branch);
  }
  for (const entry of dependentSchemas(schema)) {
    if (!isJsonObject(on.value) || !Object.hasOwn(on.value, entry.key)) continue;
    out.push(subSchemas.sub(part, entry.schema, [entry.name, entry.key]));
  }
  return out;
}
