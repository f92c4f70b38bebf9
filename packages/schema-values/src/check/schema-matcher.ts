import { type Budget, BudgetError } from "../budget.ts";
import { cached } from "../cached.ts";
import { conditionExcess } from "../guard/size-of.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import { linearTest, patternProblem, StepLimitError } from "../regex/linear-test.ts";
import { isUnicodePattern } from "../regex/parse-regex.ts";
import { SubSchemas } from "../source/part.ts";
import { Registry } from "../source/registry.ts";
import { type Check, described } from "./check.ts";

/** Whether a value conforms. Throws a StepLimitError if the steps, up to 250 ns each, run out. */
export type SchemaMatcher = (schema: JsonObject, value: JsonValue, budget: Budget) => boolean;

/**
 * Explains in one sentence why a JSON Schema can't be a condition; undefined if it can. Yields to
 * the event loop between steps of up to about 50 ms each.
 */
export async function schemaProblem(schema: JsonObject): Promise<string | undefined> {
  await rest();
  const excess = conditionExcess(schema);
  if (excess !== undefined) return excess;
  // Loaded lazily, because most scenarios have no conditions.
  const { conformsToMetaschema } = await import("./metaschema.ts");
  const { findUnresolved, patternsIn } = await import("./document.ts");
  if (!conformsToMetaschema(schema, "2020-12")) {
    const { mistakeIn } = await import("./explain-mistake.ts");
    return described(schema, mistakeIn(schema, "2020-12"));
  }
  for (const { pattern, path } of patternsIn(schema)) {
    const reason = problemOf(pattern);
    if (reason !== undefined) return described(schema, { reason, paths: [path] });
    await rest();
  }
  const unresolved = findUnresolved(schema, new Registry(schema));
  return unresolved && described(schema, unresolved);
}

function problemOf(pattern: string): string | undefined {
  const shown = `\`${pattern.slice(0, 100)}\``;
  if (!isUnicodePattern(pattern)) return `${shown} is not a valid regular expression`;
  const problem = patternProblem(pattern);
  return problem && `${shown} is not supported: ${problem}`;
}

/** Creates a matcher for the JSON Schemas (2020-12) in conditions; `format` is not checked. */
export async function createSchemaMatcher(): Promise<SchemaMatcher> {
  // Loaded lazily, because most scenarios have no conditions.
  const { createChecks } = await import("./create-checks.ts");
  const known = new WeakMap<JsonObject, Check>();
  const budget = { steps: 0 };
  const patterns = { testOf: (pattern: string) => linearTest(pattern, budget) };
  const checkOf = (schema: JsonObject): Check => {
    const subSchemas = new SubSchemas(schema, new Registry(schema));
    return createChecks(subSchemas, patterns, false).of(subSchemas.root);
  };
  return (schema, value, given) => {
    budget.steps = given.steps;
    try {
      return cached(known, schema, checkOf)(value, budget);
    } catch (error) {
      // A schema that refers to itself without end overflows the stack.
      const isTooMuch = error instanceof BudgetError || error instanceof RangeError;
      throw isTooMuch ? new StepLimitError(error.message, { cause: error }) : error;
    } finally {
      given.steps = budget.steps;
    }
  };
}

/** Yields to the event loop. */
function rest(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
