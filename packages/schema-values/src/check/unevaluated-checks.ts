import type { Budget } from "../budget.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { partBelow, type SubSchema, tupleOf } from "../source/part.ts";
import { keyword, listOf, mapOf, schemaOf } from "../source/schema.ts";
import { dependentSchemas } from "./applicator-checks.ts";
import type { CheckTools, ConformityCheck } from "./check.ts";

/** What a schema's keywords and those of its sibling schemas have evaluated in one value. */
type Evaluated = { all: boolean; readonly keys: Set<string> };

/** Checks for `unevaluatedProperties` and `unevaluatedItems`. */
export function unevaluatedChecks(
  tools: CheckTools,
  part: SubSchema,
  schema: JsonObject,
): ConformityCheck[] {
  if (!tools.subSchemas.registry.dialect.hasUnevaluated) return [];
  const checks: ConformityCheck[] = [];
  for (const name of ["unevaluatedProperties", "unevaluatedItems"] as const) {
    const below = partBelow(tools.subSchemas, part, name);
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
  const { dialect } = on.tools.subSchemas.registry;
  const tuple = tupleOf(schema, dialect);
  const hasRest =
    tuple.rest !== undefined ||
    (skipped !== "unevaluatedItems" && keyword(schema, "unevaluatedItems") !== undefined);
  if (hasRest) on.seen.all = true;
  tuple.prefix.forEach((_, index) => {
    on.seen.keys.add(String(index));
  });
  const contains = partBelow(on.tools.subSchemas, part, "contains");
  if (contains === undefined || !dialect.hasPrefixItems) return;
  const check = on.tools.of(contains);
  (on.value as readonly JsonValue[]).forEach((item, index) => {
    if (check(item, on.budget)) on.seen.keys.add(String(index));
  });
}

/** The other schemas for the same value that the value conforms to. */
function besides(on: Collection, part: SubSchema, schema: JsonObject): SubSchema[] {
  const { subSchemas } = on.tools;
  const holds = (next: SubSchema): boolean => on.tools.of(next)(on.value, on.budget);
  const list = (name: string): SubSchema[] =>
    (listOf(schema, name) ?? []).map((sub, index) => subSchemas.beside(part, sub, [name, index]));
  const out = [...subSchemas.referred(part), ...list("allOf")];
  out.push(...[...list("anyOf"), ...list("oneOf")].filter(holds));
  const test = schemaOf(schema, "if");
  if (test !== undefined) {
    const condition = subSchemas.beside(part, test, ["if"]);
    const isMet = holds(condition);
    const name = isMet ? "then" : "else";
    const branch = schemaOf(schema, name);
    if (isMet) out.push(condition);
    if (branch !== undefined) out.push(subSchemas.beside(part, branch, [name]));
  }
  for (const entry of dependentSchemas(schema, true)) {
    if (!isJsonObject(on.value) || !Object.hasOwn(on.value, entry.key)) continue;
    out.push(subSchemas.beside(part, entry.schema, [entry.name, entry.key]));
  }
  return out;
}
