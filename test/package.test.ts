import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import * as library from "../src/index.ts";

// The built package as CommonJS and as an ES module, in a folder with nothing else installed.

const CONTENTS = ["package.json", "openapi.yaml", "scenarios", "overlays", "dist"];
const folder = mkdtempSync(join(tmpdir(), "batch-sim-package-"));
const installed = join(folder, "node_modules", "batch-sim");
const { NODE_OPTIONS: _, ...env } = process.env;

beforeAll(() => {
  for (const name of CONTENTS) cpSync(name, join(installed, name), { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}");
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A lookahead makes the schema expensive, so it is tried in the worker. */
const RUN_JOB = `
async function runJob({ baseUrl, apiKey }) {
  const headers = { authorization: "Key " + apiKey, "content-type": "application/json" };
  const json_schema = { type: "object", properties: { code: { type: "string", pattern: "^(?=a)[a-c]{2}$" } } };
  const body = JSON.stringify({ inputs: ["a", "b"], json_schema });
  const created = await fetch(baseUrl + "/batch-inference", { method: "POST", headers, body });
  const { job_id } = await created.json();
  const download = async (format) => {
    const response = await fetch(baseUrl + "/jobs/" + job_id + "/results?result_format=" + format, { headers });
    return Buffer.from(await response.arrayBuffer());
  };
  const [json, csv, parquet] = await Promise.all(["json", "csv", "parquet"].map(download));
  return [JSON.parse(json).outputs.length, csv.subarray(0, 2).toString(), parquet.subarray(0, 4).toString()];
}`;

test("both module systems load the same program", async () => {
  const required = createRequire(join(installed, "package.json"))("batch-sim");
  const imported = await import(pathToFileURL(join(installed, "dist", "index.js")).href);
  expect(Object.keys(required).sort()).toEqual(Object.keys(library).sort());
  expect({ ...imported }).toEqual({ ...required });
  expect(imported.SimulatorError).toBe(required.SimulatorError);
  expect(imported.FindingsError).toBe(required.FindingsError);
});

test.each([
  ["CommonJS", "script.cjs", 'const { startSimulator } = require("batch-sim");'],
  ["an ES module", "script.mjs", 'import { startSimulator } from "batch-sim";'],
])("%s runs jobs in a plain Node process", (_name, file, load) => {
  const script = `${load}
${RUN_JOB}
(async () => {
  const sim = await startSimulator({ scenario: "instant" });
  console.log(JSON.stringify(await runJob(sim).finally(() => sim.close())));
})();`;
  writeFileSync(join(folder, file), script);
  const printed = execFileSync(process.execPath, [file], { cwd: folder, env, encoding: "utf8" });
  expect(JSON.parse(printed)).toEqual([2, "PK", "PAR1"]);
});

test("jest's CommonJS runtime runs jobs without any configuration", () => {
  const script = `const { SimulatorError, startSimulator } = require("batch-sim");
${RUN_JOB}
test("runs jobs", async () => {
  const sim = await startSimulator({ scenario: "instant" });
  const results = await runJob(sim).finally(() => sim.close());
  expect(results).toEqual([2, "PK", "PAR1"]);
}, 300_000);
test("rejects options", () => expect(startSimulator({ port: -1 })).rejects.toThrow(SimulatorError));`;
  writeFileSync(join(folder, "batch.test.js"), script);
  const jest = resolve("node_modules/jest/bin/jest.js");
  const { stderr } = spawnSync(process.execPath, [jest], { cwd: folder, env, encoding: "utf8" });
  expect(stderr).toContain("Tests:       2 passed, 2 total");
});

test("both module systems have the same declarations", () => {
  const [module = "", commonjs = ""] = ["index.d.ts", "index.d.cts"].map((name) =>
    readFileSync(join("dist", "types", name), "utf8"),
  );
  expect(commonjs.replaceAll('"./types.cjs"', '"./types.js"')).toBe(module);
});
