import {
  type OpenedSchema,
  openSchema,
  SchemaCache,
  type SchemaVerdict,
} from "./compile/open-schema.ts";
import { factorOf, sizeOf } from "./guard/size-of.ts";
import type { JsonObject } from "./json.ts";
import { defaultLexicon } from "./lexicon/default-lexicon.ts";
import type { Lexicon } from "./lexicon/lexicon.ts";
import { schemaDoubts, unwrapped } from "./source/known-keywords.ts";

/** Limits for opening schemas. */
export type SchemaWorkerData = { readonly maxSteps: number };

/** Opens schemas in this thread: compiles them to generators of values, and caches the most recent ones. */
export type LocalSchemas = {
  /** A schema's generator, or why it is rejected. Compiling an expensive schema blocks the thread. */
  open(schema: JsonObject): Promise<OpenedSchema>;
};

/** What is known about a schema: its verdict, and warnings about it if it is accepted. */
export type Inspection = { readonly verdict: SchemaVerdict; readonly doubts: readonly string[] };

/** The inspection of an opened schema. */
export function inspectionOf(
  { verdict }: OpenedSchema,
  schema: JsonObject,
  path: string,
): Inspection {
  return { verdict, doubts: verdict.kind === "refused" ? [] : schemaDoubts(schema, path) };
}

/** Options for opening schemas in this thread. */
export type LocalSchemasOptions = SchemaWorkerData & {
  /** Loads what values look like, once for each schema; the default lexicon by default. */
  readonly loadLexicon?: () => Promise<Lexicon>;
};

/** Creates an opener of schemas in this thread, with its own cache. */
export function createLocalSchemas({
  maxSteps,
  loadLexicon = async () => defaultLexicon,
}: LocalSchemasOptions): LocalSchemas {
  const cache = new SchemaCache<OpenedSchema>();
  return {
    open: async (given) => {
      const schema = unwrapped(given);
      const size = sizeOf(schema, factorOf(maxSteps));
      if (size.kind === "refused") return { verdict: size.verdict };
      return cache.of(schema, async () =>
        openSchema(schema, { lexicon: await loadLexicon(), maxSteps }),
      );
    },
  };
}
