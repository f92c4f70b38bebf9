import { type OpenedSchema, openSchema, SchemaCache } from "./compile/open-schema.ts";
import { DEFAULT_MAX_SCHEMA_STEPS, factorOf, sizeOf } from "./guard/size-of.ts";
import type { JsonObject, JsonValue } from "./json.ts";
import { defaultLexicon } from "./lexicon/default-lexicon.ts";
import type { Lexicon } from "./lexicon/lexicon.ts";
import type { IndexedKind } from "./make/make-row.ts";
import { rngFor } from "./rng.ts";
import { unwrapped } from "./source/keywords.ts";

/** Limits for opening schemas. */
export type SchemaWorkerData = { readonly maxSteps: number };

export type LocalSchemas = ReturnType<typeof createLocalSchemas>;

/**
 * Opens schemas in this thread, with its own cache of the most recent generators. A costly schema
 * blocks the thread. Calls `loadLexicon` for each new schema.
 */
export function createLocalSchemas({
  maxSteps,
  loadLexicon = async () => defaultLexicon,
}: SchemaWorkerData & { readonly loadLexicon?: () => Promise<Lexicon> }) {
  const cache = new SchemaCache<OpenedSchema>();
  return {
    open: async (given: JsonObject): Promise<OpenedSchema> => {
      const schema = unwrapped(given);
      const size = sizeOf(schema, factorOf(maxSteps));
      if (size.kind === "refused") return { verdict: size.verdict };
      return cache.of(schema, async () =>
        openSchema(schema, { lexicon: await loadLexicon(), maxSteps }),
      );
    },
  };
}

/** How values are chosen: likely values, every alternative in turn, or edge cases. */
export type ValueKind = "plausible" | IndexedKind;

/** Options for making values. */
export type ValuesOptions = {
  /** Different seeds give different values; 0 by default. */
  readonly seed?: number;
  /** The source of typical values; English words and numbers by default. */
  readonly lexicon?: Lexicon;
  /** Maximum number of steps to compile the schema; a million take about a second. */
  readonly maxSteps?: number;
};

/** Thrown if no value can be made. Contains the reason and a JSON Pointer to the problem. */
export class SchemaError extends Error {
  readonly path: string;

  constructor(reason: string, path: string) {
    super(reason);
    this.name = "SchemaError";
    this.path = path;
  }
}

/** Returns the value for an index. Equal arguments give equal values, in any order of calls. */
export type SchemaValues = (index: number, kind?: ValueKind) => JsonValue;

/** Compiles a schema. Throws a SchemaError if no values can be made. */
export async function schemaValues(
  schema: JsonObject,
  options: ValuesOptions = {},
): Promise<SchemaValues> {
  const { seed = 0, lexicon = defaultLexicon, maxSteps = DEFAULT_MAX_SCHEMA_STEPS } = options;
  const schemas = createLocalSchemas({ maxSteps, loadLexicon: async () => lexicon });
  const opened = await schemas.open(schema);
  if (!("generator" in opened)) throw new SchemaError(opened.verdict.reason, opened.verdict.path);
  const { generator } = opened;
  return (index, kind = "plausible") =>
    kind === "plausible"
      ? generator.row(rngFor(seed, "value", index))
      : (JSON.parse(generator.indexed(kind, { seed, index }).text) as JsonValue);
}

/** Returns a function that makes strings that match a `pattern`. Throws like `schemaValues`. */
export async function patternStrings(
  pattern: string,
  options: ValuesOptions = {},
): Promise<(index: number) => string> {
  const values = await schemaValues({ type: "string", pattern }, options);
  return (index) => String(values(index));
}
