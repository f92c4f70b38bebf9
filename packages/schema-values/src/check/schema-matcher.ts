import type { Ajv2020 } from "ajv/dist/2020.js";
import { census } from "../guard/census.ts";
import { conditionExcess } from "../guard/size-of.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import { linearTest, patternProblem } from "../regex/linear-test.ts";
import type { TextTest } from "../regex/match-regex.ts";
import { regExpEngine } from "../regex/regexp-engine.ts";
import { findPointer } from "../source/walk.ts";
import { complainOfCompilation, UnsafePattern } from "./compile-complaint.ts";
import { complainOfSchema } from "./complaint.ts";

/** Whether a value conforms to a JSON Schema. */
export type SchemaMatcher = (schema: JsonObject, value: JsonValue) => boolean;

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
    return undefined;
  } catch (error) {
    return complainOfCompilation(schema, error).reason;
  }
}

/** Creates a matcher for the JSON Schemas (2020-12) in conditions; it compiles each schema once. */
export async function createSchemaMatcher(): Promise<SchemaMatcher> {
  const ajv = await createAjv();
  const compiled = new WeakMap<JsonObject, (value: unknown) => boolean>();
  return (schema, value) => {
    const known = compiled.get(schema) ?? compile(ajv, schema);
    compiled.set(schema, known);
    return known(value);
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
