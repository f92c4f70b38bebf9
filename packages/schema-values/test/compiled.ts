import { expect } from "@jest/globals";
import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvDraft04 from "ajv-draft-04";
import ajvFormats from "ajv-formats";
import type { Feasibility } from "../src/check/check.ts";
import { explained } from "../src/check/explain-mistake.ts";
import { compileSchema, type SchemaCompilation } from "../src/compile/compile-schema.ts";
import { DEFAULT_MAX_SCHEMA_STEPS, defaultLexicon } from "../src/index.ts";
import { isJsonObject, type JsonValue } from "../src/json.ts";
import { rngFor } from "../src/rng.ts";
import type { Schema } from "../src/source/schema.ts";

/** Compiles a schema with the default lexicon. */
export function compile(
  schema: Schema,
  maxSteps: number = DEFAULT_MAX_SCHEMA_STEPS,
): SchemaCompilation {
  const { verdict, ...made } = compileSchema(schema, { lexicon: defaultLexicon, maxSteps });
  return { ...made, verdict: "rejected" in verdict ? explained(verdict) : verdict };
}

/** Rows of a schema, each accepted by an Ajv with the engine's own regular expressions. */
export function rowsOf(schema: Schema, count = 40): JsonValue[] {
  return checkedRows(schema, compile(schema), count);
}

/** Rows of a compiled schema, checked in the same way. */
export function checkedRows(
  schema: Schema,
  { verdict, row }: SchemaCompilation,
  count: number,
): JsonValue[] {
  expect(verdict).toMatchObject({ kind: "supported" });
  const rows = Array.from({ length: count }, (_, index) => row(rngFor(1, "row", index)));
  const validate = validatorOf(schema);
  const bad = rows.filter((value) => !validate(JSON.parse(JSON.stringify(value))));
  expect(bad).toEqual([]);
  return rows;
}

/** The distinct rows of a schema as JSON, sorted. */
export function distinctRowsOf(schema: Schema, count = 60): string[] {
  return [...new Set(rowsOf(schema, count).map((row) => JSON.stringify(row)))].sort();
}

/** Whether values conform, according to an Ajv with the engine's own regular expressions. */
export function validatorOf(schema: Schema): (value: JsonValue) => boolean {
  const validate = ajvFor(schema).compile(withoutDraft(schema));
  return (value) => validate(value) === true;
}

const UNKNOWN_TO_AJV: ReadonlySet<string> = new Set(["$schema", "$async", "nullable"]);

/**
 * Removes `$schema`, because Ajv accepts only the URIs of its own drafts, and keywords to which Ajv
 * gives its own meaning.
 */
function withoutDraft(schema: Schema): Schema {
  return JSON.parse(
    JSON.stringify(schema, (key, value: unknown) => (UNKNOWN_TO_AJV.has(key) ? undefined : value)),
  ) as Schema;
}

/** The verdict on a schema. */
export function verdictOf(schema: Schema): Feasibility {
  return compile(schema).verdict;
}

/** Skips the metaschema, because the schemas in tests are valid and compiling it takes longer than the schema itself. */
const OPTIONS = {
  strict: false,
  ownProperties: true,
  logger: false,
  validateSchema: false,
} as const;

const ajvs = new Map<string, Ajv>();

/** The Ajv of a schema's draft. Only schemas with URIs of their own, which an Ajv remembers, need a new one. */
function ajvFor(schema: Schema): Ajv {
  const uri = isJsonObject(schema) ? String(schema["$schema"] ?? "") : "";
  if (/"(\$?id|\$(dynamic|recursive)?Anchor)":/i.test(JSON.stringify(schema))) return newAjv(uri);
  const ajv = ajvs.get(uri) ?? newAjv(uri);
  ajvs.set(uri, ajv);
  return ajv;
}

function newAjv(uri: string): Ajv {
  const ajv = uri.includes("draft-04")
    ? new ajvDraft04.default(OPTIONS)
    : uri.includes("2019-09")
      ? new Ajv2019(OPTIONS)
      : /draft-0[67]/.test(uri)
        ? new Ajv(OPTIONS)
        : new Ajv2020(OPTIONS);
  ajvFormats.default(ajv);
  return ajv;
}
