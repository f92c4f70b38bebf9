import type { Budget } from "../budget.ts";
import { identityOf, type JsonArray, type JsonObject } from "../json.ts";
import { partBelow, type SubSchema, tupleOf } from "../source/part.ts";
import { keyword, numberOf } from "../source/schema.ts";
import { CHARACTERS_OF_A_STEP, type CheckTools, type ConformityCheck, spend } from "./check.ts";

type ArrayCheck = (value: JsonArray, budget: Budget) => boolean;

/** Checks for the array keywords, except those that apply to the array as a whole. */
export function arrayChecks(
  tools: CheckTools,
  part: SubSchema,
  schema: JsonObject,
): ConformityCheck[] {
  const checks = [
    ...lengthChecks(schema),
    ...itemChecks(tools, part, schema),
    ...containsChecks(tools, part, schema),
  ];
  return checks.map(
    (check): ConformityCheck =>
      (value, budget) =>
        !Array.isArray(value) || check(value, budget),
  );
}

function lengthChecks(schema: JsonObject): ArrayCheck[] {
  const checks: ArrayCheck[] = [];
  const least = numberOf(schema, "minItems");
  const most = numberOf(schema, "maxItems");
  if (least !== undefined) checks.push((value) => value.length >= least);
  if (most !== undefined) checks.push((value) => value.length <= most);
  if (keyword(schema, "uniqueItems") === true) checks.push(hasUniqueItems);
  return checks;
}

/** Whether no two items are equal. */
function hasUniqueItems(value: JsonArray, budget: Budget): boolean {
  const seen = new Set<ReturnType<typeof identityOf>>();
  for (const item of value) {
    const identity = identityOf(item);
    spend(budget, typeof identity === "string" ? 1 + identity.length / CHARACTERS_OF_A_STEP : 1);
    if (seen.has(identity)) return false;
    seen.add(identity);
  }
  return true;
}

function itemChecks(tools: CheckTools, part: SubSchema, schema: JsonObject): ArrayCheck[] {
  const tuple = tupleOf(schema, tools.subSchemas.registry.dialect);
  const prefix = tuple.prefix.map((item) =>
    tools.of(tools.subSchemas.below(part, item.schema, item.tokens)),
  );
  const { rest } = tuple;
  const restCheck =
    rest === undefined
      ? undefined
      : tools.of(tools.subSchemas.below(part, rest.schema, rest.tokens));
  if (prefix.length === 0 && restCheck === undefined) return [];
  return [
    (value, budget) =>
      value.every((item, index) => {
        const check = index < prefix.length ? prefix[index] : restCheck;
        return check === undefined || check(item, budget);
      }),
  ];
}

/** Minimum and maximum number of items that match `contains`. */
export function containsBounds(
  schema: JsonObject,
  hasBounds: boolean,
): { least: number; most: number } {
  return {
    least: (hasBounds ? numberOf(schema, "minContains") : undefined) ?? 1,
    most: (hasBounds ? numberOf(schema, "maxContains") : undefined) ?? Infinity,
  };
}

function containsChecks(tools: CheckTools, part: SubSchema, schema: JsonObject): ArrayCheck[] {
  const contains = partBelow(tools.subSchemas, part, "contains");
  if (contains === undefined) return [];
  const check = tools.of(contains);
  const { least, most } = containsBounds(schema, tools.subSchemas.registry.dialect.hasUnevaluated);
  return [
    (value, budget) => {
      const count = value.filter((item) => check(item, budget)).length;
      return count >= least && count <= most;
    },
  ];
}
