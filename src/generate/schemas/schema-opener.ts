import {
  CHEAP_STEPS,
  createLocalSchemas,
  DEFAULT_MAX_SCHEMA_STEPS,
  factorOf,
  type JsonObject,
  type LocalSchemas,
  type OpenedSchema,
  SchemaCache,
  type SchemaWorkerData,
  sizeOf,
} from "schema-values";
import { loadLexicon } from "../lexicon/load-lexicon.ts";
import { type Inspection, inspectionOf } from "./inspection.ts";
import { WorkerPool } from "./worker-pool.ts";

/** Options for opening schemas. */
export type SchemasOptions = {
  /** Path of the built worker script, which receives the `SchemaWorkerData`. */
  readonly workerFile: string;
  /**
   * Maximum number of steps to compile a schema, counted the same on every machine. The default,
   * 1,200,000, takes about a second. A larger number also raises the limits on what a schema may
   * contain, in proportion.
   */
  readonly maxSteps?: number;
};

/** A request for an inspection, which the worker script must answer. */
export type InspectRequest = {
  readonly kind: "inspect";
  readonly schema: JsonObject;
  readonly path: string;
};

/** Opens cheap schemas in this thread, and expensive schemas in workers. See `Schemas`. */
export class SchemaOpener {
  readonly #maxSteps: number;
  /** The workers for expensive schemas. */
  readonly pool: WorkerPool;
  readonly #here: LocalSchemas;
  readonly #inspections = new SchemaCache<Inspection>();

  constructor({ workerFile: file, maxSteps = DEFAULT_MAX_SCHEMA_STEPS }: SchemasOptions) {
    this.#maxSteps = maxSteps;
    const data: SchemaWorkerData = { maxSteps };
    this.pool = new WorkerPool({ file, data, factor: factorOf(maxSteps) });
    this.#here = createLocalSchemas({ maxSteps: Math.min(maxSteps, CHEAP_STEPS), loadLexicon });
  }

  async inspect(
    schema: JsonObject,
    { key, path }: { readonly key: string; readonly path: string },
  ): Promise<Inspection> {
    const opened = await this.openHere(schema);
    if (opened !== undefined) return inspectionOf(opened, schema, path);
    const request: InspectRequest = { kind: "inspect", schema, path };
    const text = JSON.stringify(schema);
    return this.#inspections.of({ path, schema }, () =>
      this.pool.ask({ key, text, request, isForJob: false }),
    );
  }

  async openHere(schema: JsonObject): Promise<OpenedSchema | undefined> {
    if (sizeOf(schema, factorOf(this.#maxSteps)).kind === "costly") return undefined;
    const opened = await this.#here.open(schema);
    const isUnsure = "isTooMuch" in opened && this.#maxSteps > CHEAP_STEPS;
    return isUnsure ? undefined : opened;
  }
}
