// Rows over HTTP: a job's results in each format, and a node:http server that writes similar rows with JSON.stringify.
import { fileURLToPath } from "node:url";
import { download, startProcess, startSimulatorProcess, submit } from "../support.mjs";
import { CASES } from "./schema-cases.mjs";

const ROWS = 200_000;
const FLOOR = fileURLToPath(new URL("row-floor.mjs", import.meta.url));
const [{ schema: flatSchema }] = CASES;

const inputs = (count) =>
  Array.from(
    { length: count },
    (_, i) =>
      `Review ${i}: the parcel came late, but the support answered within the hour and sent a new one.`,
  );

/** Downloads of one URL. */
function downloads({ usage, stop }, url, rows) {
  return {
    measure: async () => {
      const before = await usage();
      const startedAt = performance.now();
      const bytes = await download(url);
      const wallMs = performance.now() - startedAt;
      const { cpuMs } = await usage();
      const note = `${(bytes / 1e6).toFixed(0)} MB`;
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
      const rows = ROWS * scale;
      const server = await startProcess([FLOOR, kind, String(rows)]);
      return downloads(server, server.line, rows);
    },
  };
}

function results(kind, format, compared) {
  return {
    name: `${kind} rows, ${format}`,
    unit: "row",
    ...compared,
    open: async ({ scale }) => {
      const rows = ROWS * scale;
      const server = await startSimulatorProcess("--scenario", "instant", "--max-body", "1gb");
      const { baseUrl } = server.ready;
      const schema = kind === "flat" ? { json_schema: flatSchema } : {};
      const jobId = await submit(baseUrl, JSON.stringify({ inputs: inputs(rows), ...schema }));
      return downloads(server, `${baseUrl}/jobs/${jobId}/results?result_format=${format}`, rows);
    },
  };
}

/** The share of the floor's speed that JSON must reach; for text, it is 2.5 times what the first version reached. */
const LEAST_SPEED = { flat: 0.4, text: 0.29 };

export const group = {
  rounds: 5,
  figures: Object.entries(LEAST_SPEED).flatMap(([kind, speed]) => [
    floor(kind),
    results(kind, "json", { floor: `${kind} rows, node:http`, target: { speed } }),
    results(kind, "csv", { floor: `${kind} rows, json`, target: { speed: 0.8 } }),
    results(kind, "parquet", { floor: `${kind} rows, json`, target: { speed: 0.8 } }),
  ]),
};
