import {
  CHEAP_STEPS,
  createLocalSchemas,
  DEFAULT_MAX_SCHEMA_STEPS,
  factorOf,
  type Inspection,
  inspectionOf,
  type JsonObject,
  MOST_KEYS,
  MOST_VALUES,
  type OpenedSchema,
  SchemaCache,
  type SchemaWorkerData,
  sizeOf,
} from "schema-values";
import { loadLexicon } from "../lexicon/load-lexicon.ts";
import { WorkerPool } from "./worker-pool.ts";

/** Options for opening schemas. */
export type SchemasOptions = {
  /** Path of the built worker script, which gets the `SchemaWorkerData`. */
  readonly workerFile: string;
  /**
   * Maximum number of steps to compile a schema, counted the same on every machine. The default,
   * 1,200,000, takes about a second. A larger number also raises the limits on what a schema may
   * contain, in proportion.
   */
  readonly maxSteps?: number;
};

/** Opens schemas without ever blocking this thread: expensive ones are compiled and used in workers. */
export type Schemas = {
  /** Maximum numbers of keys and of values in a request body, in case they are a schema's. */
  readonly mostInBody: { readonly keys: number; readonly values: number };
  /** The same schemas for one sandbox, by its name: sandboxes take turns in the workers. */
  for(key: string): Schemas;
  /**
   * Whether values can be made for a schema. Its doubts name places below `path`. Rejects with a
   * SimulatorError: `SIM_SCHEMA_LIMIT` if the worker hangs or runs out of memory, `SIM_BUSY` if
   * too many requests of the sandbox wait for one.
   */
  inspect(schema: JsonObject, path: string): Promise<Inspection>;
  /** The schema opened in this thread; undefined if only a worker may open it. */
  openHere(schema: JsonObject): Promise<OpenedSchema | undefined>;
  /**
   * A worker's response for the schema with this JSON text, for an accepted job; the request must
   * be cloneable. Rejects like `inspect`, but is never too much.
   */
  ask<Response>(text: string, request: object): Promise<Response>;
  /** Stops the workers. */
  close(): Promise<void>;
};

/** A request for an inspection, which the worker script must answer. */
export type InspectRequest = {
  readonly kind: "inspect";
  readonly schema: JsonObject;
  readonly path: string;
};

/** Creates an opener of schemas with its own caches and workers. */
export function createSchemas({
  workerFile,
  maxSteps = DEFAULT_MAX_SCHEMA_STEPS,
}: SchemasOptions): Schemas {
  const factor = factorOf(maxSteps);
  const data: SchemaWorkerData = { maxSteps };
  const pool = new WorkerPool({ file: workerFile, data, factor });
  const here = createLocalSchemas({ maxSteps: Math.min(maxSteps, CHEAP_STEPS), loadLexicon });
  const inspections = new SchemaCache<Inspection>();
  const openHere = async (schema: JsonObject): Promise<OpenedSchema | undefined> => {
    if (sizeOf(schema, factor).kind === "costly") return undefined;
    const opened = await here.open(schema);
    const isUnsure = "isTooMuch" in opened && maxSteps > CHEAP_STEPS;
    return isUnsure ? undefined : opened;
  };
  const schemasFor = (key: string): Schemas => ({
    mostInBody: {
      keys: Math.floor(MOST_KEYS * factor),
      values: Math.floor(MOST_VALUES * factor),
    },
    for: schemasFor,
    inspect: async (schema, path) => {
      const opened = await openHere(schema);
      if (opened !== undefined) return inspectionOf(opened, schema, path);
      const request: InspectRequest = { kind: "inspect", schema, path };
      const text = JSON.stringify(schema);
      return inspections.of({ path, schema }, () =>
        pool.ask({ key, text, request, isForJob: false }),
      );
    },
    openHere,
    ask: (text, request) => pool.ask({ key, text, request, isForJob: true }),
    close: () => pool.close(),
  });
  return schemasFor("");
}
