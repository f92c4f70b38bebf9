import type { Budget } from "../budget.ts";
import { cached } from "../cached.ts";
import { isJsonObject, type JsonValue } from "../json.ts";
import type { SubSchema, SubSchemas } from "../source/part.ts";
import { TYPES, typeOfValue, typesOf } from "../source/schema.ts";
import { CHARACTERS_OF_A_STEP, type Check, type CheckTools, spend } from "./check.ts";
import { anyChecks, arrayChecks, numberChecks, objectChecks, textChecks } from "./value-checks.ts";

/** Creates checks for a document's subschemas. Without `hasFormats`, `format` is not checked. */
export function createChecks(
  subSchemas: SubSchemas,
  patterns: CheckTools["patterns"],
  hasFormats: boolean = true,
): CheckTools {
  const known = new Map<SubSchema, Check>();
  const of = (part: SubSchema): Check =>
    cached(known, part, () => {
      let check: Check | undefined;
      return (value, budget) => {
        // Compiled on the first run, because schemas can refer to each other in cycles.
        check ??= compile(tools, part);
        return check(value, budget);
      };
    });
  const tools: CheckTools = {
    subSchemas,
    patterns,
    hasFormats,
    of,
    one: (part, name) => {
      const found = subSchemas.one(part, name);
      return found && of(found);
    },
  };
  return tools;
}

function compile(tools: CheckTools, part: SubSchema): Check {
  const { schema } = part;
  if (typeof schema === "boolean") return () => schema;
  const types = typesOf(schema);
  const any = [
    ...anyChecks(schema),
    ...applicatorChecks(tools, part),
    ...unevaluatedChecks(tools, part),
  ];
  const strings = [...textChecks(tools, schema), ...any];
  const numbers = [...numberChecks(tools, schema), ...any];
  const arrays = [...arrayChecks(tools, part), ...any];
  const objects = [...objectChecks(tools, part), ...any];
  const hasStrings = (types & TYPES.string) !== 0;
  return (value, budget) => {
    if (typeof value === "string") {
      spend(budget, 1 + value.length / CHARACTERS_OF_A_STEP);
      return hasStrings && holds(strings, value, budget);
    }
    spend(budget, 1);
    if ((typeOfValue(value) & types) === 0) return false;
    if (typeof value === "number") return holds(numbers, value, budget);
    if (value === null || typeof value === "boolean") return holds(any, value, budget);
    return isJsonObject(value) ? holds(objects, value, budget) : holds(arrays, value, budget);
  };
}

function holds<Value>(checks: readonly Check<Value>[], value: Value, budget: Budget): boolean {
  for (const check of checks) if (!check(value, budget)) return false;
  return true;
}

/** Checks for the keywords that apply schemas to the value itself. */
function applicatorChecks(tools: CheckTools, part: SubSchema): Check[] {
  const { subSchemas, of, one } = tools;
  const all = (name: string): Check[] => subSchemas.all(part, name).map(of);
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
  for (const [key, sub] of subSchemas.dependents(part)) {
    const check = of(sub);
    checks.push(
      (value, budget) => !isJsonObject(value) || !Object.hasOwn(value, key) || check(value, budget),
    );
  }
  return checks;
}

function unevaluatedChecks(tools: CheckTools, part: SubSchema): Check[] {
  return ["unevaluatedProperties", "unevaluatedItems"].flatMap((name): Check[] => {
    const check = tools.one(part, name);
    if (check === undefined) return [];
    const applies = name === "unevaluatedItems" ? Array.isArray : isJsonObject;
    return [
      (value, budget) => {
        if (!applies(value)) return true;
        const seen = new Set<string>();
        collect({ tools, value, budget, seen }, part, name);
        return Object.entries(value).every(([key, item]) => seen.has(key) || check(item, budget));
      },
    ];
  });
}

type Collection = {
  readonly tools: CheckTools;
  readonly value: JsonValue;
  readonly budget: Budget;
  /** Keys or indexes of the value that the visited schemas have evaluated so far. */
  readonly seen: Set<string>;
};

/** Adds the evaluated keys to `seen`. The keyword being checked, `skipped`, doesn't count. */
function collect(on: Collection, part: SubSchema, skipped?: string): void {
  const { subSchemas } = on.tools;
  const isObject = isJsonObject(on.value);
  const names = isObject ? ["additionalProperties", "unevaluatedProperties"] : ["unevaluatedItems"];
  const rest = names.some((name) => name !== skipped && subSchemas.one(part, name) !== undefined);
  const isAll = rest || (!isObject && subSchemas.items(part).rest !== undefined);
  const own = isObject ? evaluatedKeys(on, part) : evaluatedItems(on, part);
  for (const key of isAll ? Object.keys(on.value ?? {}) : own) on.seen.add(key);
  for (const next of besides(on, part)) collect(on, next);
}

function evaluatedKeys({ tools, value }: Collection, part: SubSchema): string[] {
  const named = new Map(tools.subSchemas.map(part, "properties"));
  const patterns = tools.subSchemas.map(part, "patternProperties");
  const tests = patterns.map(([pattern]) => tools.patterns.testOf(pattern));
  const isKnown = (key: string): boolean => named.has(key) || tests.some((test) => test(key));
  return Object.keys(value ?? {}).filter(isKnown);
}

function evaluatedItems({ tools, value, budget }: Collection, part: SubSchema): string[] {
  const { length } = tools.subSchemas.items(part).prefix;
  const contains = tools.one(part, "contains");
  return Object.entries(value ?? {}).flatMap(([key, item], index) =>
    index < length || contains?.(item, budget) === true ? [key] : [],
  );
}

/** Subschemas that apply to the value itself, except alternatives that it doesn't conform to. */
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
    ...subSchemas
      .dependents(part)
      .flatMap(([key, sub]) => (isJsonObject(value) && Object.hasOwn(value, key) ? [sub] : [])),
  ];
}
