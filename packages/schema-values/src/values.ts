import { openSchema } from "./compile/open-schema.ts";
import { DEFAULT_MAX_SCHEMA_STEPS, factorOf, sizeOf } from "./guard/size-of.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import { defaultLexicon } from "./lexicon/default-lexicon.ts";
import type { Lexicon } from "./lexicon/lexicon.ts";
import type { IndexedKind } from "./make/make-row.ts";
import { rngFor } from "./rng.ts";
import { unwrapped } from "./source/known-keywords.ts";

/** How values are chosen: likely ones, every alternative in turn, or extremes. */
export type ValueKind = "plausible" | IndexedKind;

/** Options for making values. */
export type ValuesOptions = {
  /** Different seeds give different values; 0 by default. */
  readonly seed?: number;
  /** What values look like; words and numbers in English by default. */
  readonly lexicon?: Lexicon;
  /** Maximum number of steps to compile the schema; a million take about a second. */
  readonly maxSteps?: number;
};

/** Thrown if no value can be made: the reason, and the JSON Pointer of its place in the schema. */
export class SchemaError extends Error {
  readonly path: string;

  constructor(reason: string, path: string) {
    super(reason);
    this.name = "SchemaError";
    this.path = path;
  }
}

/** The values of a schema. Equal arguments always give equal values, in any order. */
export type SchemaValues = (index: number, kind?: ValueKind) => JsonValue;

/** Compiles a schema. Throws a SchemaError if no values can be made. */
export async function schemaValues(
  schema: JsonObject,
  options: ValuesOptions = {},
): Promise<SchemaValues> {
  const { seed = 0, lexicon = defaultLexicon, maxSteps = DEFAULT_MAX_SCHEMA_STEPS } = options;
  const inner = unwrapped(schema);
  const size = sizeOf(inner, factorOf(maxSteps));
  if (size.kind === "refused") throw new SchemaError(size.verdict.reason, size.verdict.path);
  const opened = await openSchema(inner, { lexicon, maxSteps });
  if (!("generator" in opened)) throw new SchemaError(opened.verdict.reason, opened.verdict.path);
  const { generator } = opened;
  return (index, kind = "plausible") =>
    kind === "plausible"
      ? generator.row(rngFor(seed, "value", index))
      : (JSON.parse(generator.indexed(kind, { seed, index }).text) as JsonValue);
}

/** The strings that match a pattern of JSON Schema. Throws like `schemaValues`. */
export async function patternStrings(
  pattern: string,
  options: ValuesOptions = {},
): Promise<(index: number) => string> {
  const values = await schemaValues({ type: "string", pattern }, options);
  return (index) => String(values(index));
}
