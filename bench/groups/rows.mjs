// Rows over HTTP: a job's results in each format, made from 1,000 different real inputs, and a node:http server that writes the
// same rows ready-made.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { realInputs } from "../inputs/inputs.mjs";
import { download, send, startProcess, startSimulatorProcess, submit } from "../support.mjs";
import { CASES } from "./schema-cases.mjs";

const ROWS = 20_000;
/** The floor writes rows so fast that the clock needs more of them. */
const FLOOR_TIMES = 10;
const FLOOR = fileURLToPath(new URL("row-floor.mjs", import.meta.url));
const INPUTS = realInputs();

/** By kind of rows; text rows have no schema. */
const SCHEMAS = {
  flat: CASES[0].schema,
  nested: CASES[1].schema,
  Pydantic: CASES[2].schema,
  invoice: CASES[3].schema,
  review: CASES[4].schema,
  text: undefined,
};

/** Starts a simulator with a job that has this many rows of a kind. */
async function startWithJob(kind, count) {
  const server = await startSimulatorProcess("--scenario", "instant", "--max-body", "1gb");
  const { baseUrl } = server.ready;
  const inputs = Array.from({ length: count }, (_, i) => INPUTS[i % INPUTS.length]);
  // JSON.stringify omits an undefined schema.
  const body = JSON.stringify({ inputs, json_schema: SCHEMAS[kind] });
  const jobId = await submit(baseUrl, body);
  const urlOf = (format) => `${baseUrl}/jobs/${jobId}/results?result_format=${format}`;
  return { server, urlOf };
}

/** Downloads one URL repeatedly. */
function downloads({ usage, stop }, url, rows) {
  return {
    measure: async () => {
      const before = await usage();
      const startedAt = performance.now();
      const bytes = await download(url);
      const wallMs = performance.now() - startedAt;
      const { cpuMs } = await usage();
      const note = `${(bytes / rows).toFixed(0)} bytes per row`;
      return { units: rows, wallMs, cpuMs: cpuMs - before.cpuMs, note };
    },
    close: stop,
  };
}

function floor(kind) {
  return {
    name: `${kind} rows, node:http`,
    unit: "row",
    open: async ({ scale }) => {
      const rows = ROWS * FLOOR_TIMES * scale;
      const folder = mkdtempSync(join(tmpdir(), "batch-sim-bench-"));
      const file = join(folder, "rows.json");
      writeFileSync(file, JSON.stringify(await readyMade(kind)));
      const server = await startProcess([FLOOR, file, String(rows)]);
      rmSync(folder, { recursive: true });
      return downloads(server, server.line, rows);
    },
  };
}

/** The simulator's own rows for the inputs. */
async function readyMade(kind) {
  const { server, urlOf } = await startWithJob(kind, INPUTS.length);
  const { text } = await send("GET", urlOf("json"));
  await server.stop();
  return JSON.parse(text).outputs;
}

function results(kind, format, compared) {
  return {
    name: `${kind} rows, ${format}`,
    unit: "row",
    ...compared,
    open: async ({ scale }) => {
      const rows = ROWS * scale;
      const { server, urlOf } = await startWithJob(kind, rows);
      return downloads(server, urlOf(format), rows);
    },
  };
}

function figuresOf(kind) {
  const speed = kind === "text" ? 0.4 : 0.3;
  const json = [
    floor(kind),
    results(kind, "json", { floor: `${kind} rows, node:http`, target: { speed } }),
  ];
  if (kind !== "flat" && kind !== "text") return json;
  const compared = { floor: `${kind} rows, json`, target: { speed: 0.8 } };
  return [...json, ...["csv", "parquet"].map((format) => results(kind, format, compared))];
}

export const group = { rounds: 5, figures: Object.keys(SCHEMAS).flatMap(figuresOf) };
