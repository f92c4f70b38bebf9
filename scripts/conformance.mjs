// Runs the schema compiler on a folder of JSON Schemas and prints the results. npm run conformance
// -- --dir DIR [--rows 200] [--limit-ms 20000] [--only TEXT] [--values plausible|covering|edge]
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { Worker } from "node:worker_threads";
import { printReport } from "./conformance/report.mjs";

const { values } = parseArgs({
  options: {
    dir: { type: "string" },
    rows: { type: "string", default: "200" },
    "limit-ms": { type: "string", default: "20000" },
    only: { type: "string", default: "" },
    values: { type: "string", default: "plausible" },
  },
});
if (values.dir === undefined) {
  process.stderr.write("Expected `--dir` to name a folder of JSON Schemas.\n");
  process.exit(2);
}
const dir = values.dir;
const files = readdirSync(dir, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".json"))
  .map((entry) => relative(dir, join(entry.parentPath, entry.name)))
  .filter((file) => file.includes(values.only))
  .sort();
const results = await runAll(files, {
  dir,
  rows: Number(values.rows),
  limitMs: Number(values["limit-ms"]),
  values: values.values,
});
process.exitCode = printReport(results) ? 0 : 1;

/** Runs every file in a worker, which is replaced if a file exceeds the time limit. */
async function runAll(files, options) {
  const script = new URL("./conformance/worker.mjs", import.meta.url);
  const results = [];
  let worker = new Worker(script, { workerData: options });
  for (const file of files) {
    const result = await runOne(worker, file, options.limitMs);
    results.push(result);
    if (result.outcome !== "hung") continue;
    await worker.terminate();
    worker = new Worker(script, { workerData: options });
  }
  await worker.terminate();
  return results;
}

function runOne(worker, file, limitMs) {
  return new Promise((resolve) => {
    const finish = (result) => {
      clearTimeout(timer);
      worker.off("message", finish);
      worker.off("error", fail);
      resolve({ file, ...result });
    };
    const timer = setTimeout(
      () => finish({ outcome: "hung", error: `more than ${limitMs} ms` }),
      limitMs,
    );
    const fail = (error) => finish({ outcome: "hung", error: String(error.stack ?? error) });
    worker.once("message", finish);
    worker.once("error", fail);
    worker.postMessage(file);
  });
}
