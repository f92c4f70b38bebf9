import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { parse } from "yaml";
import { run } from "./process.ts";

const PATHS = [
  "scenarios/first-scenario.yaml",
  "batch-sim.yaml",
  ".github/workflows/batch-sim.yml",
  ".github/workflows/batch-sim-verify.yml",
];

const CLIENT = `
const { BATCH_SIM_BASE_URL: url, BATCH_SIM_API_KEY: key } = process.env;
const headers = { authorization: "Key " + key, "content-type": "application/json" };
(async () => {
  const created = await fetch(url + "/batch-inference", { method: "POST", headers, body: JSON.stringify({ inputs: ["ping"] }) });
  const { job_id } = await created.json();
  const state = async () => (await (await fetch(url + "/job-status/" + job_id, { headers })).json()).job_status[job_id];
  while ((await state()) !== "SUCCEEDED");
  const results = await fetch(url + "/jobs/" + job_id + "/results?result_format=json", { headers });
  console.log((await results.json()).outputs[0]);
})();`;

const emptyFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "batch-sim-init-"));

test("init writes a scenario, a project file, and a workflow, which pass lint and run", async () => {
  const cwd = await emptyFolder();
  expect(await run(["init"], { cwd })).toEqual({
    code: 0,
    signal: null,
    stdout: `wrote scenarios/first-scenario.yaml: how jobs and the API behave
wrote batch-sim.yaml: options for \`batch-sim exec\`
wrote .github/workflows/batch-sim.yml: a GitHub workflow
wrote .github/workflows/batch-sim-verify.yml: a GitHub workflow that compares the simulator with the real service every week if the GitHub variable SERVICE_URL is set

Next:
  npm install --save-dev batch-sim
  npx batch-sim exec -- npm test
`,
    stderr: "",
  });
  const { code, stdout, stderr } = await run(["lint", "--strict", PATHS[0] ?? ""], { cwd });
  expect([code, stdout, stderr]).toEqual([0, "", "0 problems and 0 warnings in 1 file.\n"]);
  await writeFile(join(cwd, "client.cjs"), CLIENT);
  const exec = await run(["exec", "--", process.execPath, "client.cjs"], { cwd });
  expect(exec).toMatchObject({ code: 0, stdout: "pong\n" });
  expect(exec.stderr).toContain("faults 1/1");
  expect(await readdir(join(cwd, "batch-sim-report"))).toContain("report.html");
});

test("init --api writes an overlay for an API of one's own, which can be used as it is", async () => {
  const cwd = await emptyFolder();
  const written = await run(["init", "--api"], { cwd });
  expect([written.code, written.stdout]).toEqual([
    0,
    `wrote my-api.yaml: an overlay for your own API

Next:
  npm install --save-dev batch-sim
  npx batch-sim --overlay my-api.yaml
`,
  ]);
  const printed = await run(["spec", "--overlay", "my-api.yaml", "--json"], { cwd });
  expect(printed.code).toBe(0);
  expect(Object.keys(JSON.parse(printed.stdout).paths)).toEqual(
    expect.arrayContaining(["/jobs", "/jobs/{job_id}", "/jobs/{job_id}/results"]),
  );
  const named = await run(["spec", "--api", "mistral", "--json"], { cwd });
  expect(JSON.parse(named.stdout).paths).toHaveProperty(["/v1/batch/jobs"]);
});

test("the API that the environment selects has no effect on init", async () => {
  const cwd = await emptyFolder();
  const env = { BATCH_SIM_API: "openai" };
  expect((await run(["init"], { cwd, env })).code).toBe(0);
  expect(await readdir(cwd)).toContain("batch-sim.yaml");
});

test("init keeps every file that exists", async () => {
  const cwd = await emptyFolder();
  await writeFile(join(cwd, "batch-sim.yaml"), "seed: 3\n");
  const first = await run(["init"], { cwd });
  expect(first.stdout.split("\n").slice(0, 3)).toEqual([
    "wrote scenarios/first-scenario.yaml: how jobs and the API behave",
    "kept batch-sim.yaml: it already exists",
    "wrote .github/workflows/batch-sim.yml: a GitHub workflow",
  ]);
  const again = await run(["init"], { cwd });
  expect(again.stdout.split("\n").slice(0, 4)).toEqual(
    PATHS.map((path) => `kept ${path}: it already exists`),
  );
  expect(await readFile(join(cwd, "batch-sim.yaml"), "utf8")).toBe("seed: 3\n");
});

test("a folder that can't be written to is one clear line", async () => {
  const cwd = await emptyFolder();
  await writeFile(join(cwd, "scenarios"), "");
  const { code, stderr } = await run(["init"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^batch-sim: Failed to write `scenarios\/first-scenario\.yaml`: E\w+: .*\n$/,
  );
});

test("the files that init writes match the schemas that editors use", async () => {
  const cwd = await emptyFolder();
  await run(["init"], { cwd });
  for (const [path, schema] of [
    [PATHS[0], "scenario"],
    [PATHS[1], "project"],
  ]) {
    const text = await readFile(join(cwd, path ?? ""), "utf8");
    expect(text).toMatch(new RegExp(`^# yaml-language-server: .*/dist/${schema}.schema.json\n`));
    const validate = new Ajv2020({ strict: false, logger: false }).compile(
      JSON.parse(await readFile(`dist/${schema}.schema.json`, "utf8")),
    );
    expect([validate(parse(text)), validate.errors]).toEqual([true, null]);
  }
});
