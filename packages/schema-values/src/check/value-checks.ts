import type { Budget } from "../budget.ts";
import { identityOf, isEqual, isJsonObject, type JsonObject, type JsonValue } from "../json.ts";
import type { SubSchema } from "../source/part.ts";
import { boundsOf, keyword, numberOf, type Schema, stringsOf, textOf } from "../source/schema.ts";
import { CHARACTERS_OF_A_STEP, type Check, type CheckTools, isMultiple, spend } from "./check.ts";
import { formatTest } from "./check-format.ts";

/** Checks for `const` and `enum`. */
export function anyChecks(schema: Schema): Check[] {
  const checks: Check[] = [];
  const constant = keyword(schema, "const");
  if (constant !== undefined) checks.push((value) => isEqual(value, constant));
  const values = keyword(schema, "enum");
  if (Array.isArray(values)) checks.push(enumCheck(values));
  return checks;
}

function enumCheck(values: readonly JsonValue[]): Check {
  if (values.length < 8) return (value) => values.some((item) => isEqual(item, value));
  const known = new Set(values.map(identityOf));
  return (value, budget) => {
    const identity = identityOf(value);
    if (typeof identity === "string") spend(budget, identity.length / CHARACTERS_OF_A_STEP);
    return known.has(identity);
  };
}

export function numberChecks(tools: CheckTools, schema: Schema): Check<number>[] {
  const checks = boundsOf(schema).map(({ value: bound, isLower, isExclusive }): Check<number> => {
    if (isLower) return isExclusive ? (value) => value > bound : (value) => value >= bound;
    return isExclusive ? (value) => value < bound : (value) => value <= bound;
  });
  const divisor = numberOf(schema, "multipleOf");
  if (divisor !== undefined) checks.push((value) => isMultiple(value, divisor));
  return [...checks, ...formatChecks(tools, schema)];
}

export function textChecks(tools: CheckTools, schema: Schema): Check<string>[] {
  const pattern = textOf(schema, "pattern");
  return [
    ...sizeChecks(schema, "Length", lengthOf),
    ...(pattern === undefined ? [] : [tools.patterns.testOf(pattern)]),
    ...formatChecks(tools, schema),
  ];
}

function sizeChecks<Value>(
  schema: Schema,
  noun: "Items" | "Length" | "Properties",
  sizeOf: (value: Value) => number,
): Check<Value>[] {
  const least = numberOf(schema, `min${noun}`) ?? 0;
  const most = numberOf(schema, `max${noun}`) ?? Infinity;
  const holds = (value: Value): boolean => {
    const size = sizeOf(value);
    return size >= least && size <= most;
  };
  return least > 0 || most < Infinity ? [holds] : [];
}

/** Checks for `format`, which applies to strings and to numbers. */
function formatChecks({ hasFormats }: CheckTools, schema: Schema): Check[] {
  const format = textOf(schema, "format");
  return format === undefined || !hasFormats ? [] : [formatTest(format)];
}

/** The length of a string in code points, as JSON Schema counts it. */
function lengthOf(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) if ((text.codePointAt(i) ?? 0) > 0xffff) length--;
  return length;
}

/** Number of keys that are looked up per step. */
const KEYS_OF_A_STEP = 4;

/** Checks for object keywords, except `unevaluatedProperties` and dependent schemas. */
export function objectChecks(tools: CheckTools, part: SubSchema): Check<JsonObject>[] {
  const { schema } = part;
  const properties = new Map(tools.subSchemas.map(part, "properties"));
  // Leaves out keys in `properties`, because `propertyChecks` checks that these are present.
  const required = stringsOf(schema, "required").filter((key) => !properties.has(key));
  const countOf = (value: JsonObject): number => Object.keys(value).length;
  const checks = sizeChecks(schema, "Properties", countOf);
  const hasAll = (value: JsonObject, keys: readonly string[]): boolean =>
    keys.every((key) => Object.hasOwn(value, key));
  if (required.length > 0) checks.push((value) => hasAll(value, required));
  for (const [key, needed] of dependentKeys(schema))
    checks.push((value) => !Object.hasOwn(value, key) || hasAll(value, needed));
  return [...checks, ...propertyChecks(tools, part)];
}

/** The properties that each property requires, from `dependentRequired` and `dependencies`. */
export function dependentKeys(schema: Schema): (readonly [string, readonly string[]])[] {
  return ["dependentRequired", "dependencies"].flatMap((name) => {
    const map = keyword(schema, name);
    if (!isJsonObject(map)) return [];
    return Object.keys(map)
      .filter((key) => Array.isArray(map[key]))
      .map((key) => [key, stringsOf(map, key)] as const);
  });
}

function propertyChecks(tools: CheckTools, part: SubSchema): Check<JsonObject>[] {
  const required = new Set(stringsOf(part.schema, "required"));
  const named = new Map(
    tools.subSchemas
      .map(part, "properties")
      .map(([key, sub]) => [key, { check: tools.of(sub), isRequired: required.has(key) }]),
  );
  const needed = [...named.values()].filter(({ isRequired }) => isRequired).length;
  const patterned = tools.subSchemas.map(part, "patternProperties").map(([pattern, sub]) => ({
    test: tools.patterns.testOf(pattern),
    check: tools.of(sub),
  }));
  const additional = tools.one(part, "additionalProperties");
  const names = tools.one(part, "propertyNames");
  if (named.size + patterned.length === 0 && additional === undefined && names === undefined)
    return [];
  return [
    (value, budget) => {
      let missing = needed;
      // `for...in` is faster than `Object.keys`, and values have no inherited keys.
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

/** Checks for array keywords, except `unevaluatedItems`. */
export function arrayChecks(tools: CheckTools, part: SubSchema): Check<readonly JsonValue[]>[] {
  const { schema } = part;
  const checks: Check<readonly JsonValue[]>[] = sizeChecks(
    schema,
    "Items",
    (value) => value.length,
  );
  if (keyword(schema, "uniqueItems") === true) checks.push(hasUniqueItems);
  const { prefix, rest } = tools.subSchemas.items(part);
  const first = prefix.map(tools.of);
  const others = rest && tools.of(rest);
  if (first.length > 0 || others !== undefined)
    checks.push((value, budget) => {
      for (let index = 0; index < value.length; index++) {
        const check = index < first.length ? first[index] : others;
        if (check !== undefined && !check(value[index] ?? null, budget)) return false;
      }
      return true;
    });
  const contains = tools.one(part, "contains");
  if (contains !== undefined) {
    const { least, most } = containsBounds(schema);
    checks.push((value, budget) => {
      const count = value.filter((item) => contains(item, budget)).length;
      return count >= least && count <= most;
    });
  }
  return checks;
}

function hasUniqueItems(value: readonly JsonValue[], budget: Budget): boolean {
  const seen = new Set<ReturnType<typeof identityOf>>();
  for (const item of value) {
    const identity = identityOf(item);
    spend(budget, typeof identity === "string" ? 1 + identity.length / CHARACTERS_OF_A_STEP : 1);
    if (seen.has(identity)) return false;
    seen.add(identity);
  }
  return true;
}

export function containsBounds(schema: Schema): { least: number; most: number } {
  return {
    least: numberOf(schema, "minContains") ?? 1,
    most: numberOf(schema, "maxContains") ?? Infinity,
  };
}
