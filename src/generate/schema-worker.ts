import { parentPort, workerData } from "node:worker_threads";
import { createLocalSchemas, type SchemaWorkerData } from "schema-values";
import { cacheOf } from "../core/cache-of.ts";
import { type Row, rowWith } from "../core/rows/row.ts";
import { type JobRows, localRows, type RowsRequest } from "./job-rows.ts";
import { loadLexicon } from "./lexicon/load-lexicon.ts";
import { type Inspection, inspectionOf } from "./schemas/inspection.ts";
import type { InspectRequest } from "./schemas/schema-opener.ts";

// Worker script: compiles expensive schemas and makes their rows, one request at a time.

/** Maximum number of jobs whose row generators are cached. */
const MOST_JOBS = 16;

const schemas = createLocalSchemas({ ...(workerData as SchemaWorkerData), loadLexicon });
const rowsOf = cacheOf<Promise<JobRows>>(MOST_JOBS);

async function answer(request: InspectRequest | RowsRequest): Promise<Inspection | readonly Row[]> {
  if (request.kind === "inspect")
    return inspectionOf(await schemas.open(request.schema), request.schema, request.path);
  const { settings, requests } = request;
  const make = await rowsOf(settings, () => localRows({ ...JSON.parse(settings), schemas }));
  const rows = await make(requests);
  // A message can contain only plain values, not class instances.
  return rows.map((row) => rowWith(row, {}));
}

const port = parentPort;
port?.on("message", (request: InspectRequest | RowsRequest) => {
  void answer(request).then((response) => port.postMessage(response));
});
