// The only file of this folder that other folders import. Input: JSON Schemas of draft 04, 06, 07,
// 2019-09, or 2020-12, streams of random numbers, and optionally a subject for strings. Output:
// conforming values, or why there are none.
import type { JsonObject } from "../core/json.ts";
import { openSchema } from "./compile/open-schema.ts";
import type { OpenedSchema, SchemaVerdict } from "./compile/opened-schema.ts";
import { SchemaCache } from "./compile/schema-cache.ts";
import { sizeOf } from "./guard/size-of.ts";
import { CHEAP_STEPS, MOST_KEYS, MOST_VALUES } from "./guard/thresholds.ts";
import { WorkerPool } from "./guard/worker-pool.ts";
import { schemaDoubts } from "./source/schema-doubts.ts";

export { createSchemaMatcher, schemaProblem } from "./check/schema-matcher.ts";
export type { OpenedSchema, SchemaVerdict } from "./compile/opened-schema.ts";
export { GuardedWorker } from "./guard/guarded-worker.ts";
export type { SchemaGenerator } from "./make/schema-generator.ts";
export { createViolator, type Violator } from "./make/violate.ts";
export { choicesIn } from "./words/described-choices.ts";
export type { GivenLine, GivenNumber, GivenText, GivenValues } from "./words/given-values.ts";
export { languageAsked } from "./words/language-names.ts";
export { loadPools } from "./words/load-pools.ts";
export { numberAsked } from "./words/number-asked.ts";
export { NUMBER_WORDS } from "./words/number-words.ts";
export { capitalize } from "./words/pieces.ts";
export type { Pools } from "./words/pools.ts";
export type {
  InputFacts,
  LabelWords,
  Mention,
  MentionKind,
  Mood,
  Passages,
  SentenceKind,
  Subject,
} from "./words/subject.ts";
export { chooseValue } from "./words/told-choice.ts";

/** Default limit for a schema's work; see `SchemasOptions.maxSteps`. */
export const DEFAULT_MAX_SCHEMA_STEPS = 1_200_000;

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

/** What the worker script gets. */
export type SchemaWorkerData = { readonly maxSteps: number };

/** Opens schemas in this thread: compiles them to generators of values, and caches the most recent ones. */
export type LocalSchemas = {
  /** A schema's generator, or why it is rejected. Compiling an expensive schema blocks the thread. */
  open(schema: JsonObject): Promise<OpenedSchema>;
};

/** Opens schemas without ever blocking this thread: expensive ones are compiled and used in workers. */
export type Schemas = {
  /** Maximum numbers of keys and of values in a request body, in case they are a schema's. */
  readonly mostInBody: { readonly keys: number; readonly values: number };
  /**
   * Whether values can be made for a schema. Its doubts name places below `path`. Rejects with a
   * SimulatorError `SIM_SCHEMA_LIMIT` if the worker hangs or runs out of memory.
   */
  inspect(schema: JsonObject, path: string): Promise<Inspection>;
  /** The schema opened in this thread; undefined if only a worker may open it. */
  openHere(schema: JsonObject): Promise<OpenedSchema | undefined>;
  /**
   * The response of the worker for the schema with this JSON text; the request must be cloneable.
   * Rejects like `inspect`.
   */
  ask<Response>(text: string, request: object): Promise<Response>;
  /** Stops the workers. */
  close(): Promise<void>;
};

/** What is known about a schema: its verdict, and warnings about it if it is accepted. */
export type Inspection = { readonly verdict: SchemaVerdict; readonly doubts: readonly string[] };

/** A request for an inspection, which the worker script must answer. */
export type InspectRequest = {
  readonly kind: "inspect";
  readonly schema: JsonObject;
  readonly path: string;
};

/** The inspection of an opened schema. */
export function inspectionOf(
  { verdict }: OpenedSchema,
  schema: JsonObject,
  path: string,
): Inspection {
  return { verdict, doubts: verdict.kind === "refused" ? [] : schemaDoubts(schema, path) };
}

/** Creates an opener of schemas in this thread, with its own cache. */
export function createLocalSchemas({ maxSteps }: SchemaWorkerData): LocalSchemas {
  const cache = new SchemaCache<OpenedSchema>();
  return {
    open: async (schema) => {
      const size = sizeOf(schema, factorOf(maxSteps));
      if (size.kind === "refused") return { verdict: size.verdict };
      return cache.of(schema, () => openSchema(schema, maxSteps));
    },
  };
}

/** Creates an opener of schemas with its own caches and workers. */
export function createSchemas({
  workerFile,
  maxSteps = DEFAULT_MAX_SCHEMA_STEPS,
}: SchemasOptions): Schemas {
  const factor = factorOf(maxSteps);
  const data: SchemaWorkerData = { maxSteps };
  const pool = new WorkerPool({ file: workerFile, data, factor });
  const here = createLocalSchemas({ maxSteps: Math.min(maxSteps, CHEAP_STEPS) });
  const inspections = new SchemaCache<Inspection>();
  const openHere = async (schema: JsonObject): Promise<OpenedSchema | undefined> => {
    if (sizeOf(schema, factor).kind === "costly") return undefined;
    const opened = await here.open(schema);
    const isUnsure = "isTooMuch" in opened && maxSteps > CHEAP_STEPS;
    return isUnsure ? undefined : opened;
  };
  return {
    mostInBody: {
      keys: Math.floor(MOST_KEYS * factor),
      values: Math.floor(MOST_VALUES * factor),
    },
    inspect: async (schema, path) => {
      const opened = await openHere(schema);
      if (opened !== undefined) return inspectionOf(opened, schema, path);
      const request: InspectRequest = { kind: "inspect", schema, path };
      return inspections.of({ path, schema }, () => pool.ask(JSON.stringify(schema), request));
    },
    openHere,
    ask: (text, request) => pool.ask(text, request),
    close: () => pool.close(),
  };
}

/** How far the limits on a schema's contents are raised. */
function factorOf(maxSteps: number): number {
  return Math.max(1, maxSteps / DEFAULT_MAX_SCHEMA_STEPS);
}
