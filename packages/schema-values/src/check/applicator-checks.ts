import type { Budget } from "../budget.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { type SubSchema, type SubSchemas, tupleOf } from "../source/part.ts";
import { keyword, mapOf, type Schema } from "../source/schema.ts";
import type { CheckTools, ConformityCheck } from "./check.ts";

/** Checks for the keywords that apply schemas to the value itself. */
export function applicatorChecks(tools: CheckTools, part: SubSchema): ConformityCheck[] {
  const { subSchemas, of, one } = tools;
  const all = (name: string): ConformityCheck[] => subSchemas.all(part, name).map(of);
  const checks = [...subSchemas.referred(part).map(of), ...all("allOf")];
  const some = all("anyOf");
  if (some.length > 0) checks.push((value, budget) => some.some((check) => check(value, budget)));
  const branches = all("oneOf");
  if (branches.length > 0)
    checks.push((value, budget) => branches.filter((check) => check(value, budget)).length === 1);
  const not = one(part, "not");
  if (not !== undefined) checks.push((value, budget) => !not(value, budget));
  const [test, then, otherwise] = [one(part, "if"), one(part, "then"), one(part, "else")];
  if (test !== undefined && (then ?? otherwise) !== undefined)
    checks.push((value, budget) => {
      const branch = test(value, budget) ? then : otherwise;
      return branch === undefined || branch(value, budget);
    });
  for (const [key, sub] of dependentParts(subSchemas, part)) {
    const check = of(sub);
    checks.push(
      (value, budget) => !isJsonObject(value) || !Object.hasOwn(value, key) || check(value, budget),
    );
  }
  return checks;
}

/** The schemas that apply if a property is present. */
export function dependentSchemas(
  schema: JsonObject,
): { readonly key: string; readonly schema: Schema; readonly name: string }[] {
  return ["dependentSchemas", "dependencies"].flatMap((name) =>
    mapOf(schema, name).map(([key, sub]) => ({ key, schema: sub, name })),
  );
}

function dependentParts(subSchemas: SubSchemas, part: SubSchema): [string, SubSchema][] {
  if (typeof part.schema === "boolean") return [];
  return dependentSchemas(part.schema).map(({ key, schema, name }) => [
    key,
    subSchemas.sub(part, schema, [name, key]),
  ]);
}

/** Checks for `unevaluatedProperties` and `unevaluatedItems`. */
export function unevaluatedChecks(tools: CheckTools, part: SubSchema): ConformityCheck[] {
  return ["unevaluatedProperties", "unevaluatedItems"].flatMap((name): ConformityCheck[] => {
    const check = tools.one(part, name);
    if (check === undefined) return [];
    const applies = name === "unevaluatedItems" ? Array.isArray : isJsonObject;
    return [
      (value, budget) => {
        if (!applies(value)) return true;
        const seen: Evaluated = { all: false, keys: new Set() };
        collect({ tools, value, budget, seen }, part, name);
        return Object.entries(value).every(
          ([key, item]) => seen.all || seen.keys.has(key) || check(item, budget),
        );
      },
    ];
  });
}

/** The keys or indexes of one value that a schema's keywords and those of its siblings have evaluated. */
type Evaluated = { all: boolean; readonly keys: Set<string> };

type Collection = {
  readonly tools: CheckTools;
  readonly value: JsonValue;
  readonly budget: Budget;
  readonly seen: Evaluated;
};

/** `skipped` is the keyword that needs the result; it doesn't count itself. */
function collect(on: Collection, part: SubSchema, skipped?: string): void {
  const { schema } = part;
  if (typeof schema === "boolean") return;
  const isObject = isJsonObject(on.value);
  const names = isObject ? ["additionalProperties", "unevaluatedProperties"] : ["unevaluatedItems"];
  const hasRest = names.some((name) => name !== skipped && keyword(schema, name) !== undefined);
  if (hasRest || (!isObject && tupleOf(schema).rest !== undefined)) on.seen.all = true;
  for (const key of isObject ? evaluatedKeys(on, schema) : evaluatedItems(on, part, schema))
    on.seen.keys.add(key);
  for (const next of besides(on, part)) collect(on, next);
}

function evaluatedKeys({ tools, value }: Collection, schema: JsonObject): string[] {
  const named = new Map(mapOf(schema, "properties"));
  const tests = mapOf(schema, "patternProperties").map(([key]) => tools.patterns.testOf(key));
  return Object.keys(value ?? {}).filter(
    (key) => named.has(key) || tests.some((test) => test(key)),
  );
}

function evaluatedItems(
  { tools, value, budget }: Collection,
  part: SubSchema,
  schema: JsonObject,
): string[] {
  const { length } = tupleOf(schema).prefix;
  const contains = tools.one(part, "contains");
  return Object.entries(value ?? {}).flatMap(([key, item], index) =>
    index < length || contains?.(item, budget) === true ? [key] : [],
  );
}

/** The other schemas for the same value that the value conforms to. */
function besides({ tools, value, budget }: Collection, part: SubSchema): SubSchema[] {
  const { subSchemas } = tools;
  const holds = (next: SubSchema): boolean => tools.of(next)(value, budget);
  const all = (name: string): readonly SubSchema[] => subSchemas.all(part, name);
  const condition = subSchemas.one(part, "if");
  const isMet = condition !== undefined && holds(condition);
  const branch = condition && subSchemas.one(part, isMet ? "then" : "else");
  return [
    ...subSchemas.referred(part),
    ...all("allOf"),
    ...[...all("anyOf"), ...all("oneOf")].filter(holds),
    ...[isMet ? condition : undefined, branch].filter((next) => next !== undefined),
    ...dependentParts(subSchemas, part).flatMap(([key, sub]) =>
      isJsonObject(value) && Object.hasOwn(value, key) ? [sub] : [],
    ),
  ];
}
