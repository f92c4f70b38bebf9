import {
  CHEAP_STEPS,
  createLocalSchemas,
  DEFAULT_MAX_SCHEMA_STEPS,
  factorOf,
  type JsonObject,
  type OpenedSchema,
  SchemaCache,
  type SchemaWorkerData,
  sizeOf,
} from "schema-values";
import { loadLexicon } from "../lexicon/load-lexicon.ts";
import { type Inspection, inspectionOf } from "./inspection.ts";
import { WorkerPool } from "./worker-pool.ts";

export type SchemasOptions = {
  /** Path of the built worker script, which receives the `SchemaWorkerData`. */
  readonly workerFile: string;
  /**
   * Maximum number of steps to compile a schema. A schema takes the same number of steps on every
   * machine. The default, 1,200,000, takes about a second. A larger number also raises the limits
   * on what a schema may contain, in proportion.
   */
  readonly maxSteps?: number;
};

/** A request to inspect a schema; the worker script responds with an `Inspection`. */
export type InspectRequest = {
  readonly kind: "inspect";
  readonly schema: JsonObject;
  readonly path: string;
};

export type SchemaOpener = ReturnType<typeof createSchemaOpener>;

/** Creates an opener that uses workers for expensive schemas, and this thread for cheap ones. */
export function createSchemaOpener(options: SchemasOptions) {
  const { workerFile: file, maxSteps = DEFAULT_MAX_SCHEMA_STEPS } = options;
  const factor = factorOf(maxSteps);
  const data: SchemaWorkerData = { maxSteps };
  const pool = new WorkerPool({ file, data, factor });
  const here = createLocalSchemas({ maxSteps: Math.min(maxSteps, CHEAP_STEPS), loadLexicon });
  const inspections = new SchemaCache<Inspection>();
  const openHere = async (schema: JsonObject): Promise<OpenedSchema | undefined> => {
    if (sizeOf(schema, factor).kind === "costly") return undefined;
    const opened = await here.open(schema);
    const isUnsure = "isTooMuch" in opened && maxSteps > CHEAP_STEPS;
    return isUnsure ? undefined : opened;
  };
  const inspect = async (schema: JsonObject, path: string, key: string): Promise<Inspection> => {
    const opened = await openHere(schema);
    if (opened !== undefined) return inspectionOf(opened, schema, path);
    const request: InspectRequest = { kind: "inspect", schema, path };
    const text = JSON.stringify(schema);
    return inspections.of({ path, schema }, () =>
      pool.ask({ key, text, request, isForJob: false }),
    );
  };
  return { openHere, inspect, pool };
}
