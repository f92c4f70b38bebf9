// The only file of this folder that other folders import. Input: JSON Schemas of draft 04, 06, 07,
// 2019-09, or 2020-12, streams of random numbers, and optionally a subject for strings. Output:
// conforming values, or why there are none.
import type { JsonObject } from "../core/json.ts";
import { openSchema } from "./compile/open-schema.ts";
import type { OpenedSchema } from "./compile/opened-schema.ts";
import { SchemaCache } from "./compile/schema-cache.ts";
import { SchemaTrials } from "./guard/schema-trials.ts";
import { sizeOf } from "./guard/size-of.ts";

export { createSchemaMatcher, schemaProblem } from "./check/schema-matcher.ts";
export type { OpenedSchema, SchemaVerdict } from "./compile/opened-schema.ts";
export type { SchemaGenerator } from "./make/schema-generator.ts";
export { createViolator, type Violator } from "./make/violate.ts";
export { schemaDoubts } from "./source/schema-doubts.ts";
export { loadPools } from "./words/load-pools.ts";
export { capitalize } from "./words/pieces.ts";
export type { Pools } from "./words/pools.ts";
export type { SentenceKind, Subject } from "./words/subject.ts";

/** Default limit for a schema's work; see `SchemasOptions.maxSteps`. */
export const DEFAULT_MAX_SCHEMA_STEPS = 1_200_000;

/** Options for opening schemas. */
export type SchemasOptions = {
  /** Path of the built `guard/schema-worker.ts`, the worker that tries expensive schemas. */
  readonly workerFile: string;
  /**
   * Maximum number of steps to compile a schema, counted the same on every machine. The default,
   * 1,200,000, takes about a second.
   */
  readonly maxSteps?: number;
};

/** Opens schemas: compiles them to generators of values, and caches the most recent ones. */
export type Schemas = {
  /**
   * A schema's generator, or why it is rejected. Tries a potentially expensive schema in a worker
   * first. Rejects with a SimulatorError `SIM_SCHEMA_LIMIT` if the worker hangs or runs out of
   * memory.
   */
  open(schema: JsonObject): Promise<OpenedSchema>;
  /** The same for a schema that `open` accepted before, without trying it again. */
  reopen(schema: JsonObject): Promise<OpenedSchema>;
  /** Stops the worker. */
  close(): Promise<void>;
};

/** Creates an opener of schemas with its own cache and worker. */
export function createSchemas({
  workerFile,
  maxSteps = DEFAULT_MAX_SCHEMA_STEPS,
}: SchemasOptions): Schemas {
  const cache = new SchemaCache();
  const trials = new SchemaTrials(workerFile);
  const open = async (schema: JsonObject, isTried: boolean): Promise<OpenedSchema> => {
    const size = sizeOf(schema);
    if (size.kind === "refused") return { verdict: size.verdict };
    return cache.open(schema, async () => {
      if (size.kind === "cheap" || isTried) return openSchema(schema, maxSteps);
      const verdict = await trials.tryOut({ schema, maxSteps });
      return verdict.kind === "refused" ? { verdict } : openSchema(schema, maxSteps);
    });
  };
  return {
    open: (schema) => open(schema, false),
    reopen: (schema) => open(schema, true),
    close: () => trials.close(),
  };
}
