import type { Ajv2020 } from "ajv/dist/2020.js";
import { type Budget, BudgetError } from "../budget.ts";
import { census } from "../guard/census.ts";
import { conditionExcess } from "../guard/size-of.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import { linearTest, patternProblem, regExpEngine, StepLimitError } from "../regex/linear-test.ts";
import type { TextTest } from "../regex/match-regex.ts";
import { parseRegex } from "../regex/parse-regex.ts";
import type { Patterns } from "../regex/patterns.ts";
import { dialectOf } from "../source/dialect.ts";
import { createSubSchemas } from "../source/part.ts";
import { findUnresolved, type Registry, registry } from "../source/registry.ts";
import { findPointer } from "../source/schema.ts";
import type { ConformityCheck } from "./check.ts";
import { complainOfCompilation, complainOfSchema, UnsafePattern } from "./complaint.ts";

/**
 * Whether a value conforms to a JSON Schema; takes the steps for that from a budget. A step takes up to about 250 ns. Throws a
 * StepLimitError if it takes more.
 */
export type SchemaMatcher = (schema: JsonObject, value: JsonValue, budget: Budget) => boolean;

/** Maximum number of patterns to keep tests for. */
const MOST_TESTS = 100;

let checker: Promise<Ajv2020> | undefined;

/**
 * Explains in one sentence why a JSON Schema can't be used as a condition; undefined if it can. Lets other work run between its
 * steps, each of which takes up to about 50 ms.
 */
export async function schemaProblem(schema: JsonObject): Promise<string | undefined> {
  await rest();
  const excess = conditionExcess(schema);
  if (excess !== undefined) return excess;
  for (const pattern of census(schema).patterns) {
    try {
      testOf(pattern);
    } catch {
      // Ajv finds the first problem again, and its place.
      break;
    }
    await rest();
  }
  // Making an Ajv takes longer than compiling most conditions, but it remembers the `$id`s of schemas.
  checker ??= createAjv();
  const ajv = await (hasId(schema) ? createAjv() : checker);
  try {
    const isSchema = ajv.validateSchema(schema) === true;
    if (!isSchema) return complainOfSchema(schema, ajv.errors ?? []).reason;
    compile(ajv, schema);
    // Ajv knows the metaschemas, but a condition can't refer to them.
    const unresolved = findUnresolved(schema, registryOf(schema));
    if (unresolved === undefined) return undefined;
    return complainOfCompilation(schema, { missingRef: unresolved.reference }).reason;
  } catch (error) {
    return complainOfCompilation(schema, error).reason;
  }
}

/**
 * Creates a matcher for the JSON Schemas (2020-12) in conditions; it compiles each schema once. `format` only describes, as in
 * Ajv.
 */
export async function createSchemaMatcher(): Promise<SchemaMatcher> {
  // Most scenarios have no conditions.
  const { createChecks } = await import("./create-checks.ts");
  const known = new WeakMap<JsonObject, ConformityCheck>();
  const budget = { steps: 0 };
  const patterns = conditionPatterns(budget);
  const checkOf = (schema: JsonObject): ConformityCheck => {
    const subSchemas = createSubSchemas(schema, registryOf(schema));
    return createChecks(subSchemas, patterns, false).of(subSchemas.root);
  };
  return (schema, value, given) => {
    budget.steps = given.steps;
    try {
      const check = known.get(schema) ?? checkOf(schema);
      known.set(schema, check);
      return check(value, budget);
    } catch (error) {
      // A schema that refers to itself without end overflows the stack.
      const isTooMuch = error instanceof BudgetError || error instanceof RangeError;
      throw isTooMuch ? new StepLimitError(error.message, { cause: error }) : error;
    } finally {
      given.steps = budget.steps;
    }
  };
}

function registryOf(schema: JsonObject): Registry {
  return registry(schema, dialectOf("2020-12"), () => undefined);
}

/** Tests that take their steps from a budget. */
function conditionPatterns(budget: Budget): Patterns {
  const tests = new Map<string, TextTest>();
  return {
    testOf: (pattern) => {
      const test = tests.get(pattern) ?? linearTest(pattern, budget);
      if (tests.size >= MOST_TESTS) tests.clear();
      tests.set(pattern, test);
      return test;
    },
    nodeOf: (pattern) => parseRegex(pattern, true),
  };
}

/**
 * Makes Ajv forget the schema, which it would otherwise keep for its whole lifetime. A schema with
 * an `$id` stays, because the `$id` may be a metaschema's.
 */
function compile(ajv: Ajv2020, schema: JsonObject): (value: unknown) => boolean {
  try {
    return ajv.compile(schema);
  } finally {
    if (schema["$id"] === undefined) ajv.removeSchema(schema);
  }
}

/** Lets other work run. */
function rest(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function hasId(schema: JsonObject): boolean {
  return findPointer(schema, (keyword) => keyword === "$id") !== undefined;
}

async function createAjv(): Promise<Ajv2020> {
  // Accessed through `default`, the only export that a bundle of these CommonJS modules has.
  const { Ajv2020: Ajv } = (await import("ajv/dist/2020.js")).default;
  // Schemas of different conditions may use the same `$id`.
  return new Ajv({
    strict: false,
    logger: false,
    addUsedSchema: false,
    // Otherwise, Ajv looks for references in nested lists, which takes twice as long with each level.
    inlineRefs: false,
    code: { regExp: regExpEngine(testOf) },
  });
}

/** Ajv asks for a test each time a schema uses a pattern. */
const knownTests = new Map<string, TextTest>();

/** A test that can't hang. Throws an UnsafePattern, or a SyntaxError if the pattern is invalid. */
function testOf(pattern: string): TextTest {
  const test = knownTests.get(pattern) ?? safeTest(pattern);
  if (knownTests.size >= MOST_TESTS) knownTests.clear();
  knownTests.set(pattern, test);
  return test;
}

function safeTest(pattern: string): TextTest {
  new RegExp(pattern, "u");
  const problem = patternProblem(pattern);
  if (problem !== undefined) throw new UnsafePattern(problem);
  return linearTest(pattern);
}
