import type { JsonObject, OpenedSchema } from "schema-values";
import type { Inspection } from "./inspection.ts";
import type { SchemaOpener, SchemasOptions } from "./schema-opener.ts";

/** Opens schemas without blocking this thread: workers handle expensive schemas. */
export type Schemas = {
  /** Maximum numbers of keys and values in a request body, which may contain a schema. */
  readonly mostInBody: { readonly keys: number; readonly values: number };
  /** Opens schemas for the sandbox with this name. Sandboxes take turns in the workers. */
  for(key: string): Schemas;
  /**
   * Checks whether values can be made for a schema. Warnings refer to locations under `path`.
   * Rejects with a SimulatorError: `SIM_SCHEMA_LIMIT` if the worker hangs or runs out of memory,
   * `SIM_BUSY` if too many of the sandbox's requests are already waiting for a worker.
   */
  inspect(schema: JsonObject, path: string): Promise<Inspection>;
  /** The schema, opened in this thread; undefined if only a worker may open it. */
  openHere(schema: JsonObject): Promise<OpenedSchema | undefined>;
  /**
   * Sends a worker a request about the schema with this JSON text, for an accepted job. The request
   * must be cloneable. Rejects like `inspect`, but never because too many requests are waiting.
   */
  ask<Response>(text: string, request: object): Promise<Response>;
  close(): Promise<void>;
};

/**
 * Maximum numbers of keys and values in a request body, except those in its rows: reading more
 * takes long enough to delay other requests. The largest public schemas have about 2,000 keys, and
 * the longest allowed `enum` has 100,000 values.
 */
const MOST_IN_BODY = { keys: 50_000, values: 150_000 };

/** Creates `Schemas` with their own caches and workers. */
export function createSchemas(options: SchemasOptions): Schemas {
  const { maxSteps = 0 } = options;
  // MOST_IN_BODY applies to the default of 1,200,000 steps; more steps raise it in proportion.
  const mostInBody = {
    keys: Math.max(MOST_IN_BODY.keys, Math.floor(maxSteps / 24)),
    values: Math.max(MOST_IN_BODY.values, Math.floor(maxSteps / 8)),
  };
  let loaded: Promise<SchemaOpener> | undefined;
  const opener = (): Promise<SchemaOpener> => {
    // Loads the compiler and the lexicon only when a schema needs them.
    loaded ??= import("./schema-opener.ts").then((it) => it.createSchemaOpener(options));
    return loaded;
  };
  const schemasFor = (key: string): Schemas => ({
    mostInBody,
    for: schemasFor,
    inspect: async (schema, path) => (await opener()).inspect(schema, path, key),
    openHere: async (schema) => (await opener()).openHere(schema),
    ask: async (text, request) => (await opener()).pool.ask({ key, text, request, isForJob: true }),
    close: async () => (await loaded)?.pool.close(),
  });
  return schemasFor("");
}
