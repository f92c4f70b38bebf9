import type { Budget } from "../budget.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import { partBelow, type SubSchema } from "../source/part.ts";
import { keyword, mapOf, numberOf, stringsOf } from "../source/schema.ts";
import { type CheckTools, type ConformityCheck, spend } from "./check.ts";

/** Number of keys that are looked up in the time of a step. */
const KEYS_OF_A_STEP = 4;

type ObjectCheck = (value: JsonObject, budget: Budget) => boolean;

/** Checks for the object keywords, except those that apply to the object as a whole. */
export function objectChecks(
  tools: CheckTools,
  part: SubSchema,
  schema: JsonObject,
): ConformityCheck[] {
  const checks = [
    ...countChecks(schema),
    ...requiredChecks(tools, schema),
    ...propertyChecks(tools, part, schema),
  ];
  return checks.map(
    (check): ConformityCheck =>
      (value, budget) =>
        !isJsonObject(value) || check(value, budget),
  );
}

function countChecks(schema: JsonObject): ObjectCheck[] {
  const checks: ObjectCheck[] = [];
  const least = numberOf(schema, "minProperties");
  const most = numberOf(schema, "maxProperties");
  if (least !== undefined) checks.push((value) => Object.keys(value).length >= least);
  if (most !== undefined) checks.push((value) => Object.keys(value).length <= most);
  return checks;
}

function requiredChecks(tools: CheckTools, schema: JsonObject): ObjectCheck[] {
  const required = stringsOf(schema, "required");
  const checks: ObjectCheck[] = [];
  if (required.length > 0)
    checks.push((value) => required.every((key) => Object.hasOwn(value, key)));
  for (const [key, needed] of dependentKeys(
    schema,
    tools.subSchemas.registry.dialect.hasUnevaluated,
  )) {
    checks.push(
      (value) => !Object.hasOwn(value, key) || needed.every((name) => Object.hasOwn(value, name)),
    );
  }
  return checks;
}

/** The properties that each property requires, by `dependentRequired` or `dependencies`. */
export function dependentKeys(
  schema: JsonObject,
  hasDependentRequired: boolean,
): (readonly [string, readonly string[]])[] {
  const names = hasDependentRequired ? ["dependentRequired", "dependencies"] : ["dependencies"];
  return names.flatMap((name) => {
    const map = keyword(schema, name);
    if (!isJsonObject(map)) return [];
    return Object.keys(map)
      .filter((key) => Array.isArray(map[key]))
      .map((key) => [key, stringsOf(map, key)] as const);
  });
}

function propertyChecks(tools: CheckTools, part: SubSchema, schema: JsonObject): ObjectCheck[] {
  const below = (name: string): ConformityCheck | undefined => {
    const found = partBelow(tools.subSchemas, part, name);
    return found === undefined ? undefined : tools.of(found);
  };
  const named = new Map(
    mapOf(schema, "properties").map(([key, sub]) => [
      key,
      tools.of(tools.subSchemas.below(part, sub, ["properties", key])),
    ]),
  );
  const patterned = mapOf(schema, "patternProperties").map(([pattern, sub]) => ({
    test: tools.patterns.testOf(pattern),
    check: tools.of(tools.subSchemas.below(part, sub, ["patternProperties", pattern])),
  }));
  const additional = below("additionalProperties");
  const names = below("propertyNames");
  const one = (key: string, value: JsonValue, budget: Budget): boolean => {
    if (names !== undefined && !names(key, budget)) return false;
    const check = named.get(key);
    if (check !== undefined && !check(value, budget)) return false;
    let isKnown = check !== undefined;
    for (const pattern of patterned) {
      if (!pattern.test(key)) continue;
      isKnown = true;
      if (!pattern.check(value, budget)) return false;
    }
    return isKnown || additional === undefined || additional(value, budget);
  };
  if (named.size + patterned.length === 0 && additional === undefined && names === undefined)
    return [];
  return [
    (value, budget) => {
      const keys = Object.keys(value);
      spend(budget, (keys.length * (1 + patterned.length)) / KEYS_OF_A_STEP);
      return keys.every((key) => one(key, value[key] ?? null, budget));
    },
  ];
}
