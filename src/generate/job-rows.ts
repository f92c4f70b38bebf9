import type { Row } from "../core/rows/row.ts";
import type { DecidedOutcome } from "../core/rows/row-rule.ts";
import type { RowSettings } from "./generator.ts";
import type { Schemas } from "./schemas/schemas.ts";

/** A row's index, its input as the model sees it, and the outcome that replaces its output. */
export type RowRequest = {
  readonly index: number;
  readonly input: string;
  readonly outcome?: DecidedOutcome | undefined;
};

/** Makes a job's rows. Equal requests give equal rows, regardless of their order. */
export type JobRows = (requests: readonly RowRequest[]) => Promise<readonly Row[]>;

/** A job's settings in a form that can be sent to a worker. */
type JobRowSettings = Omit<RowSettings, "schemas">;

/** A request for rows; the worker script responds with copies of the rows. */
export type RowsRequest = {
  readonly kind: "rows";
  /** `JobRowSettings` as JSON, which the worker uses as the job's key in its cache. */
  readonly settings: string;
  readonly requests: readonly RowRequest[];
};

/**
 * Prepares a job's rows. If the schema is expensive, a worker makes the rows, so that this thread
 * never compiles the schema. Rejects with a RangeError if this thread rejects the schema.
 */
export async function openJobRows(settings: JobRowSettings, schemas: Schemas): Promise<JobRows> {
  const { jsonSchema } = settings;
  if (jsonSchema === undefined) return localRows({ ...settings, schemas: NONE });
  const opened = await schemas.openHere(jsonSchema);
  if (opened !== undefined)
    return localRows({ ...settings, schemas: { open: async () => opened } });
  const schemaText = JSON.stringify(jsonSchema);
  const text = JSON.stringify(settings);
  return (requests) => {
    const request: RowsRequest = { kind: "rows", settings: text, requests };
    return schemas.ask<readonly Row[]>(schemaText, request);
  };
}

const NONE: RowSettings["schemas"] = {
  open: () => Promise.reject(new RangeError("Expected a job without a schema.")),
};

export async function localRows(settings: RowSettings): Promise<JobRows> {
  // Imported only when rows are needed, because loading the words takes a while.
  const { createRowGenerator } = await import("./generator.ts");
  const generator = await createRowGenerator(settings);
  return async (requests) =>
    requests.map(({ index, input, outcome }) => generator.row(index, input, outcome));
}
