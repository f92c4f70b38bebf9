import type { Budget } from "../budget.ts";
import {
  identityOf,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
} from "../json.ts";
import { type SubSchema, tupleOf } from "../source/part.ts";
import { boundsOf, keyword, mapOf, numberOf, stringsOf, textOf } from "../source/schema.ts";
import {
  CHARACTERS_OF_A_STEP,
  type Check,
  type CheckTools,
  type ConformityCheck,
  isEqual,
  isMultiple,
  spend,
} from "./check.ts";
import { type FormatTest, formatTest } from "./formats.ts";

/** Checks for `const` and `enum`. */
export function anyChecks(schema: JsonObject): ConformityCheck[] {
  const checks: ConformityCheck[] = [];
  const constant = keyword(schema, "const");
  if (constant !== undefined) checks.push((value) => isEqual(value, constant));
  const values = keyword(schema, "enum");
  if (Array.isArray(values)) checks.push(enumCheck(values));
  return checks;
}

function enumCheck(values: readonly JsonValue[]): ConformityCheck {
  if (values.length < 8) return (value) => values.some((item) => isEqual(item, value));
  const known = new Set(values.map(identityOf));
  return (value, budget) => {
    const identity = identityOf(value);
    if (typeof identity === "string") spend(budget, identity.length / CHARACTERS_OF_A_STEP);
    return known.has(identity);
  };
}

/** Checks for the keywords about numbers. */
export function numberChecks(tools: CheckTools, schema: JsonObject): Check<number>[] {
  const checks = boundsOf(schema).map(({ value: bound, isLower, isExclusive }): Check<number> => {
    if (isLower) return isExclusive ? (value) => value > bound : (value) => value >= bound;
    return isExclusive ? (value) => value < bound : (value) => value <= bound;
  });
  const divisor = numberOf(schema, "multipleOf");
  if (divisor !== undefined) checks.push((value) => isMultiple(value, divisor));
  return [...checks, ...formatChecks(tools, schema)];
}

/** Checks for the keywords about strings. */
export function stringChecks(tools: CheckTools, schema: JsonObject): Check<string>[] {
  const checks: Check<string>[] = [];
  const least = numberOf(schema, "minLength");
  const most = numberOf(schema, "maxLength");
  if (least !== undefined) checks.push((value) => lengthOf(value) >= least);
  if (most !== undefined) checks.push((value) => lengthOf(value) <= most);
  const pattern = textOf(schema, "pattern");
  if (pattern !== undefined) checks.push(tools.patterns.testOf(pattern));
  return [...checks, ...formatChecks(tools, schema)];
}

/** Some formats are for strings, others for numbers. */
function formatChecks({ hasFormats }: CheckTools, schema: JsonObject): FormatTest[] {
  const format = textOf(schema, "format");
  return format === undefined || !hasFormats ? [] : [formatTest(format)];
}

/** The length of a string in code points, as JSON Schema counts it. */
export function lengthOf(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= 0xd800 && code <= 0xdbff && i + 1 < text.length) {
      if ((text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) length--;
    }
  }
  return length;
}

/** Number of keys that are looked up in the time of a step. */
const KEYS_OF_A_STEP = 4;

/** Checks for the object keywords, except those that apply to the object as a whole. */
export function objectChecks(
  tools: CheckTools,
  part: SubSchema,
  schema: JsonObject,
): Check<JsonObject>[] {
  return [
    ...countChecks(schema),
    ...requiredChecks(schema),
    ...propertyChecks(tools, part, schema),
  ];
}

function countChecks(schema: JsonObject): Check<JsonObject>[] {
  const checks: Check<JsonObject>[] = [];
  const least = numberOf(schema, "minProperties");
  const most = numberOf(schema, "maxProperties");
  if (least !== undefined) checks.push((value) => Object.keys(value).length >= least);
  if (most !== undefined) checks.push((value) => Object.keys(value).length <= most);
  return checks;
}

function requiredChecks(schema: JsonObject): Check<JsonObject>[] {
  const properties = new Set(mapOf(schema, "properties").map(([key]) => key));
  // The others are counted where their values are checked.
  const required = stringsOf(schema, "required").filter((key) => !properties.has(key));
  const checks: Check<JsonObject>[] = [];
  if (required.length > 0)
    checks.push((value) => required.every((key) => Object.hasOwn(value, key)));
  for (const [key, needed] of dependentKeys(schema)) {
    checks.push(
      (value) => !Object.hasOwn(value, key) || needed.every((name) => Object.hasOwn(value, name)),
    );
  }
  return checks;
}

/** The properties that each property requires, by `dependentRequired` or `dependencies`. */
export function dependentKeys(schema: JsonObject): (readonly [string, readonly string[]])[] {
  return ["dependentRequired", "dependencies"].flatMap((name) => {
    const map = keyword(schema, name);
    if (!isJsonObject(map)) return [];
    return Object.keys(map)
      .filter((key) => Array.isArray(map[key]))
      .map((key) => [key, stringsOf(map, key)] as const);
  });
}

function propertyChecks(
  tools: CheckTools,
  part: SubSchema,
  schema: JsonObject,
): Check<JsonObject>[] {
  const below = (name: string): ConformityCheck | undefined => {
    const found = tools.subSchemas.one(part, name);
    return found === undefined ? undefined : tools.of(found);
  };
  const required = new Set(stringsOf(schema, "required"));
  const named = new Map(
    mapOf(schema, "properties").map(([key, sub]) => [
      key,
      {
        check: tools.of(tools.subSchemas.sub(part, sub, ["properties", key])),
        isRequired: required.has(key),
      },
    ]),
  );
  const needed = [...named.values()].filter(({ isRequired }) => isRequired).length;
  const patterned = mapOf(schema, "patternProperties").map(([pattern, sub]) => ({
    test: tools.patterns.testOf(pattern),
    check: tools.of(tools.subSchemas.sub(part, sub, ["patternProperties", pattern])),
  }));
  const additional = below("additionalProperties");
  const names = below("propertyNames");
  if (named.size + patterned.length === 0 && additional === undefined && names === undefined)
    return [];
  return [
    (value, budget) => {
      let missing = needed;
      // Faster than a list of the keys; values have no inherited ones.
      for (const key in value) {
        spend(budget, (1 + patterned.length) / KEYS_OF_A_STEP);
        const item = value[key] ?? null;
        if (names !== undefined && !names(key, budget)) return false;
        const own = named.get(key);
        if (own !== undefined && !own.check(item, budget)) return false;
        if (own?.isRequired === true) missing--;
        let isKnown = own !== undefined;
        for (const pattern of patterned) {
          if (!pattern.test(key)) continue;
          isKnown = true;
          if (!pattern.check(item, budget)) return false;
        }
        if (!isKnown && additional !== undefined && !additional(item, budget)) return false;
      }
      return missing === 0;
    },
  ];
}

/** Checks for the array keywords, except those that apply to the array as a whole. */
export function arrayChecks(
  tools: CheckTools,
  part: SubSchema,
  schema: JsonObject,
): Check<JsonArray>[] {
  return [
    ...lengthChecks(schema),
    ...itemChecks(tools, part, schema),
    ...containsChecks(tools, part, schema),
  ];
}

function lengthChecks(schema: JsonObject): Check<JsonArray>[] {
  const checks: Check<JsonArray>[] = [];
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

function itemChecks(tools: CheckTools, part: SubSchema, schema: JsonObject): Check<JsonArray>[] {
  const tuple = tupleOf(schema);
  const prefix = tuple.prefix.map((item) =>
    tools.of(tools.subSchemas.sub(part, item.schema, item.tokens)),
  );
  const { rest } = tuple;
  const restCheck =
    rest === undefined ? undefined : tools.of(tools.subSchemas.sub(part, rest.schema, rest.tokens));
  if (prefix.length === 0 && restCheck === undefined) return [];
  return [
    (value, budget) => {
      for (let index = 0; index < value.length; index++) {
        const check = index < prefix.length ? prefix[index] : restCheck;
        if (check !== undefined && !check(value[index] ?? null, budget)) return false;
      }
      return true;
    },
  ];
}

/** Minimum and maximum number of items that match `contains`. */
export function containsBounds(schema: JsonObject): { least: number; most: number } {
  return {
    least: numberOf(schema, "minContains") ?? 1,
    most: numberOf(schema, "maxContains") ?? Infinity,
  };
}

function containsChecks(
  tools: CheckTools,
  part: SubSchema,
  schema: JsonObject,
): Check<JsonArray>[] {
  const contains = tools.subSchemas.one(part, "contains");
  if (contains === undefined) return [];
  const check = tools.of(contains);
  const { least, most } = containsBounds(schema);
  return [
    (value, budget) => {
      const count = value.filter((item) => check(item, budget)).length;
      return count >= least && count <= most;
    },
  ];
}
