import type { Ajv2020 } from "ajv/dist/2020.js";
import type { JsonObject } from "../../core/json.ts";
import type { SchemaMatcher } from "../../core/profile-rule.ts";
import { linearTest, patternProblem } from "../../core/regex/linear-test.ts";
import type { TextTest } from "../../core/regex/match-regex.ts";
import { regExpEngine } from "../../core/regex/regexp-engine.ts";
import { complainOfCompilation, UnsafePattern } from "./compile-complaint.ts";
import { complainOfSchema } from "./complaint.ts";

/** Explains in one sentence why a JSON Schema can't be used as a condition; undefined if it can. */
export async function schemaProblem(schema: JsonObject): Promise<string | undefined> {
  const ajv = await createAjv();
  try {
    const isSchema = ajv.validateSchema(schema) === true;
    if (!isSchema) return complainOfSchema(schema, ajv.errors ?? []).reason;
    ajv.compile(schema);
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
  const matches = ajv.compile(schema);
  if (schema["$id"] === undefined) ajv.removeSchema(schema);
  return matches;
}

async function createAjv(): Promise<Ajv2020> {
  // Accessed through `default`, the only export that a bundle of these CommonJS modules has.
  const { Ajv2020: Ajv } = (await import("ajv/dist/2020.js")).default;
  // Schemas of different conditions may use the same `$id`.
  return new Ajv({
    strict: false,
    logger: false,
    addUsedSchema: false,
    code: { regExp: regExpEngine(safeTest) },
  });
}

function safeTest(pattern: string): TextTest {
  // Throws a SyntaxError if the pattern is invalid.
  new RegExp(pattern, "u");
  const problem = patternProblem(pattern);
  if (problem !== undefined) throw new UnsafePattern(problem);
  return linearTest(pattern);
}
