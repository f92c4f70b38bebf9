import { isJsonObject, type JsonObject } from "../json.ts";
import type { SubSchema } from "../source/part.ts";
import { listOf, mapOf, type Schema, schemaOf } from "../source/schema.ts";
import type { CheckTools, ConformityCheck } from "./check.ts";

/** Checks for the keywords that apply schemas to the value itself. */
export function applicatorChecks(
  tools: CheckTools,
  part: SubSchema,
  schema: JsonObject,
): ConformityCheck[] {
  const beside = (sub: Schema, ...tokens: (string | number)[]): ConformityCheck =>
    tools.of(tools.subSchemas.beside(part, sub, tokens));
  const list = (name: string): ConformityCheck[] | undefined =>
    listOf(schema, name)?.map((sub, index) => beside(sub, name, index));
  const single = (name: string): ConformityCheck | undefined => {
    const sub = schemaOf(schema, name);
    return sub === undefined ? undefined : beside(sub, name);
  };
  const checks: ConformityCheck[] = tools.subSchemas
    .referred(part)
    .map((target) => tools.of(target));
  checks.push(...(list("allOf") ?? []));
  const some = list("anyOf");
  if (some !== undefined)
    checks.push((value, budget) => some.some((check) => check(value, budget)));
  const one = list("oneOf");
  if (one !== undefined) checks.push(exactlyOne(one));
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
  hasDependentSchemas: boolean,
): { readonly key: string; readonly schema: Schema; readonly name: string }[] {
  const names = hasDependentSchemas ? ["dependentSchemas", "dependencies"] : ["dependencies"];
  return names.flatMap((name) =>
    mapOf(schema, name).map(([key, sub]) => ({ key, schema: sub, name })),
  );
}

function dependent(tools: CheckTools, part: SubSchema, schema: JsonObject): ConformityCheck[] {
  return dependentSchemas(schema, tools.subSchemas.registry.dialect.hasUnevaluated).map(
    (entry): ConformityCheck => {
      const check = tools.of(tools.subSchemas.beside(part, entry.schema, [entry.name, entry.key]));
      return (value, budget) =>
        !isJsonObject(value) || !Object.hasOwn(value, entry.key) || check(value, budget);
    },
  );
}
