import { parentPort, workerData } from "node:worker_threads";
import { createLocalSchemas, type SchemaWorkerData } from "schema-values";
import { type Row, rowWith } from "../core/rows/row.ts";
import { type JobRows, localRows, type RowsRequest } from "./job-rows.ts";
import { loadLexicon } from "./lexicon/load-lexicon.ts";
import { type Inspection, inspectionOf } from "./schemas/inspection.ts";
import type { InspectRequest } from "./schemas/schema-opener.ts";

// Worker script: compiles expensive schemas and makes their rows, one request at a time.

/** Maximum number of jobs whose row generators are cached. */
const MOST_JOBS = 16;

const schemas = createLocalSchemas({ ...(workerData as SchemaWorkerData), loadLexicon });
/** Jobs by their settings, least recently used first. */
const jobs = new Map<string, Promise<JobRows>>();

async function answer(request: InspectRequest | RowsRequest): Promise<Inspection | readonly Row[]> {
  if (request.kind === "inspect")
    return inspectionOf(await schemas.open(request.schema), request.schema, request.path);
  const make = await rowsOf(request.settings);
  const rows = await make(request.requests);
  // A message can contain only plain values, not class instances.
  return rows.map((row) => rowWith(row, {}));
}

function rowsOf(settings: string): Promise<JobRows> {
  const known = jobs.get(settings) ?? localRows({ ...JSON.parse(settings), schemas });
  jobs.delete(settings);
  jobs.set(settings, known);
  const [oldest] = jobs.keys();
  if (jobs.size > MOST_JOBS && oldest !== undefined) jobs.delete(oldest);
  return known;
}

const port = parentPort;
port?.on("message", (request: InspectRequest | RowsRequest) => {
  void answer(request).then((response) => port.postMessage(response));
});
