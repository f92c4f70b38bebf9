import { explained } from "../../packages/schema-values/src/check/explain-mistake.ts";
import {
  compileSchema,
  type SchemaCompilation,
} from "../../packages/schema-values/src/compile/compile-schema.ts";
import { DEFAULT_MAX_SCHEMA_STEPS } from "../../packages/schema-values/src/index.ts";
import type { Schema } from "../../packages/schema-values/src/source/schema.ts";
import { checkedRows } from "../../packages/schema-values/test/compiled.ts";
import type { JsonValue } from "../../src/core/json.ts";
import { loadLexicon } from "../../src/generate/lexicon/load-lexicon.ts";

export { validatorOf } from "../../packages/schema-values/test/compiled.ts";

const lexicon = await loadLexicon();

/** Compiles a schema with the program's lexicon. */
export function compile(
  schema: Schema,
  maxSteps: number = DEFAULT_MAX_SCHEMA_STEPS,
): SchemaCompilation {
  const { verdict, ...made } = compileSchema(schema, { lexicon, maxSteps });
  return { ...made, verdict: "rejected" in verdict ? explained(verdict) : verdict };
}

/** Rows of a schema, each accepted by an Ajv with the engine's own regular expressions. */
export function rowsOf(schema: Schema, count = 40): JsonValue[] {
  return checkedRows(schema, compile(schema), count);
}

/** The distinct rows of a schema as JSON, sorted. */
export function distinctRowsOf(schema: Schema, count = 60): string[] {
  return [...new Set(rowsOf(schema, count).map((row) => JSON.stringify(row)))].sort();
}
