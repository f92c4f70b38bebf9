import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";

// The sandboxes that the package provides for tests, in the runners that this checkout has. `scripts/check-project-kinds.mjs`
// tries the others.

const folder = mkdtempSync(join(tmpdir(), "batch-sim-runners-"));
const installed = join(folder, "node_modules", "batch-sim");
const { NODE_OPTIONS: _, ...env } = process.env;

beforeAll(() => {
  for (const name of ["package.json", "openapi.yaml", "scenarios", "dist"])
    cpSync(name, join(installed, name), { recursive: true });
  writeFileSync(join(folder, "package.json"), "{}");
  writeFileSync(join(folder, "batch-sim.yaml"), "scenario: slow-job\n");
});
afterAll(() => rmSync(folder, { recursive: true }));

const send = `
const send = ({ baseUrl, apiKey }, inputs) => fetch(baseUrl + "/batch-inference", {
  method: "POST",
  headers: { authorization: "Key " + apiKey, "content-type": "application/json" },
  body: JSON.stringify({ inputs }),
}).then((response) => response.text());`;

/** The tests of a file; `context` is the parameter of each, and `get` gets `sandbox` from it. */
function tests(context: string, get: string): string {
  return `${send}
test("has findings", async (${context}) => { ${get} await send(await sandbox()); });
test("expects findings", async (${context}) => {
  ${get}
  const box = await sandbox();
  await box.expectFinding({ id: "invalid-request" });
  await send(box);
});
test("fails", async (${context}) => {
  ${get}
  await send(await sandbox({ scenario: "happy-path", seed: 3 }), ["a"]);
  throw new Error("by itself");
});
test("fails with findings", async (${context}) => {
  ${get}
  const box = await sandbox({ seed: 77 });
  await send(box);
  await fetch(box.baseUrl + "/job-status/none", { headers: { authorization: "Key " + box.apiKey } });
  throw new Error("by itself");
});
test("sends nothing", async (${context}) => { ${get} await sandbox(); });
test("has no key", async (${context}) => {
  ${get}
  const { baseUrl } = await sandbox();
  for (const key of ["", "Bearer k", "Key my-own-key"]) await fetch(baseUrl + "/list-jobs", { headers: { authorization: key } });
});
test("sends nothing either", async (${context}) => { ${get} await sandbox(); });
test("polls a clock that stands still", async (${context}) => {
  ${get}
  const box = await sandbox({ clock: "manual" });
  const { job_id: jobId } = JSON.parse(await send(box, ["a"]));
  const headers = { authorization: "Key " + box.apiKey };
  for (let polls = 0; polls < 150; polls++) await fetch(box.baseUrl + "/job-status/" + jobId, { headers });
  throw new Error("timed out");
});
test("has two sandboxes", async (${context}) => {
  ${get}
  const boxes = [await sandbox({ allowNoRequests: true }), await sandbox({ allowNoRequests: true })];
  throw new Error(boxes.map(({ title, scenario }) => [title, scenario].join()).join());
});`;
}

/** The output of both runners about these tests, apart from their own formatting. */
function expectVerdicts(printed: string, file: string): void {
  expect(printed).toContain("Expected no findings, got 1.");
  expect(printed).toContain(`in: sandbox ${file} > has findings, scenario slow-job`);
  expect(printed).toContain("again: npx batch-sim --scenario slow-job --seed 1 --clock poll");
  expect(printed).toContain(
    `batch-sim: The sandbox \`${file} > fails\` received 1 request and has 1 job.`,
  );
  expect(printed).toContain("again: npx batch-sim --scenario happy-path --seed 3 --clock poll");
  expect(printed).toContain("Expected no findings, got 2.");
  expect(printed.match(/again: .*--seed 77 --clock poll/g)).toEqual([
    "again: npx batch-sim --scenario slow-job --seed 77 --clock poll",
  ]);
  const nothing = "Expected at least one request, but the sandbox `FILE > NAME` received none.";
  const omitted = "If you expect no requests, pass `allowNoRequests: true`.";
  for (const name of ["sends nothing", "sends nothing either"]) {
    const sentence = nothing.replace("FILE", file).replace("NAME", name);
    expect(printed).toContain(`${sentence} Check the client's base URL and API key. ${omitted}`);
  }
  const sentence = nothing.replace("FILE", file).replace("NAME", "has no key");
  expect(printed).toContain(
    `${sentence} The server received 3 requests with an unknown key or without a key, from this test or another one: GET /list-jobs (401), GET /list-jobs (200). The client must send the sandbox's own API key (with the pytest plugin, \`BATCH_SIM_API_KEY\`). ${omitted}`,
  );
  expect(printed).toMatch(
    /> polls a clock that stands still` received 151 requests and has 1 job\.\n.*The client polled job `job-[\w-]+` \d+ times, but the `manual` clock has stayed at [^\n]*: nobody advanced it\. Advance the clock/,
  );
  expect(printed).toContain(
    `${file} > has two sandboxes,slow-job,${file} > has two sandboxes (2),slow-job`,
  );
}

test("jest: a test fails with its client's findings, and a failed test says how to start its sandbox again", () => {
  const load =
    'const { useBatchSim } = require("batch-sim/jest");\nconst { sandbox } = useBatchSim();';
  const outside =
    'let early; beforeAll(() => sandbox().catch((error) => (early = error)));\ntest("is early", () => { throw early; });\ntest.concurrent("is concurrent", () => sandbox());';
  writeFileSync(join(folder, "box.test.js"), `${load}\n${tests("", "")}\n${outside}`);
  const jest = resolve("node_modules/jest/bin/jest.js");
  const { stdout, stderr } = spawnSync(process.execPath, [jest], {
    ...{ cwd: folder, env, encoding: "utf8" },
  });
  // jest writes the tests' output to one stream, and its own messages to the other.
  expectVerdicts(stdout + stderr, "box.test.js");
  expect(stderr).toContain(
    "Failed to create a sandbox: no test is running. Call `sandbox()` in a test or in `beforeEach`.",
  );
  expect(stderr).toContain(
    "Failed to create a sandbox: jest doesn't run hooks around `test.concurrent`, so nothing would judge and delete the sandbox. Use `test`, or run tests concurrently with vitest.",
  );
  expect(stderr).toContain("Tests:       10 failed, 1 passed, 11 total");
  const verdict = /Expected no findings[^●]*/.exec(stderr)?.[0] ?? "";
  expect(verdict).toMatch(/at .*\(?box\.test\.js:9:\d+\)?/);
  expect(verdict).not.toMatch(/at .*dist/);
});

test("node:test: the same", () => {
  const load =
    'const { test } = require("node:test");\nconst { useBatchSim } = require("batch-sim/node-test");';
  const get = "const { sandbox } = useBatchSim(t);";
  writeFileSync(join(folder, "box.js"), `${load}\n${tests("t", get)}`);
  const args = ["--test-reporter=tap", "box.js"];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" });
  expectVerdicts(stdout, "box.js");
  expect(stdout).toContain("# pass 1\n# fail 8\n");
  const stack =
    /Expected no findings[\s\S]*?stack: \|-\n([\s\S]*?)\n {2}\.\.\./.exec(stdout)?.[1] ?? "";
  expect(stack).toMatch(/box\.js:9:\d+/);
  expect(stack).not.toContain("dist");
});

test("requests without an accepted key fail the file, unless a test declares them", () => {
  const load =
    'const { test } = require("node:test");\nconst { useBatchSim } = require("batch-sim/node-test");';
  const keyless = (declared: string): string => `${load}\n${send}
test("lists without the scheme Key", async (t) => {
  const box = await useBatchSim(t).sandbox();
  ${declared}
  for (const scheme of ["Key ", "Bearer "])
    await fetch(box.baseUrl + "/list-jobs", { headers: { authorization: scheme + box.apiKey } });
});`;
  const args = ["--test-reporter=tap", "keyless.js"];
  for (const [declared, passes, message] of [
    ["", false, "error key-malformed: GET /list-jobs: The `Authorization` header has the scheme"],
    ['await box.expectFinding({ id: "key-malformed" });', true, "# fail 0"],
    [
      'await box.expectFinding({ id: "key-unknown" });',
      false,
      "Expected the finding `key-unknown`",
    ],
    // Hooks run in order, so the sandbox is deleted before the client's last request.
    [
      `await box.expectFinding({ id: "key-malformed" });\n  t.after(() => send(box, ["a"]));`,
      true,
      "# fail 0",
    ],
  ] as const) {
    writeFileSync(join(folder, "keyless.js"), keyless(declared));
    const { stdout, status } = spawnSync(process.execPath, args, {
      ...{ cwd: folder, env, encoding: "utf8" },
    });
    expect(stdout).toContain(message);
    expect(status === 0).toBe(passes);
  }
  const declaring = join(folder, "declaring");
  mkdirSync(declaring);
  writeFileSync(join(declaring, "batch-sim.yaml"), "expected: [{ id: key-malformed }]\n");
  writeFileSync(join(declaring, "keyless.js"), keyless(""));
  expect(spawnSync(process.execPath, args, { cwd: declaring, env }).status).toBe(0);
});

test("a misspelled option is rejected, because it would turn the check off", () => {
  const load =
    'const { test } = require("node:test");\nconst { useBatchSim } = require("batch-sim/node-test");';
  const given = [
    '{ severity: "warn" }',
    "{ allowNoRequest: true }",
    '{ colck: "poll" }',
    "{ a: 1 }",
  ];
  const body = given.map(
    (options) => `test("misspells", (t) => useBatchSim(t).sandbox(${options}).then(send));`,
  );
  writeFileSync(join(folder, "misspelled.js"), [load, send, ...body].join("\n"));
  const args = ["--test-reporter=tap", "misspelled.js"];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, env, encoding: "utf8" });
  for (const message of [
    "Expected `severity` to be one of `error`, `warning`, `info`, got `warn`.",
    "got `allowNoRequest`. Did you mean `allowNoRequests`?",
    "got `colck`. Did you mean `clock`?",
    "Expected each option to be one of `scenario`, `seed`, `clock`, `name`, `replace`, `severity`, `allowNoRequests`, got `a`.",
  ])
    expect(stdout).toContain(message);
  expect(stdout).toContain("# fail 4\n");
});

test("a failed test under exec names its sandbox's place in the report, which has its messages", () => {
  const load =
    'const { test } = require("node:test");\nconst { useBatchSim } = require("batch-sim/node-test");';
  const get = "const { sandbox } = useBatchSim(t);";
  const body = `${send}
test("fails", async (t) => { ${get} await send(await sandbox(), ["seen"]); throw new Error("by itself"); });
test("has findings", async (t) => { ${get} await send(await sandbox(), { wrong: 1 }); });
test("passes", async (t) => { ${get} await send(await sandbox({ scenario: "happy-path", severity: "error" }), ["gone"]); });`;
  writeFileSync(join(folder, "failing.js"), `${load}\n${body}`);
  const program = join(installed, "dist", "cli.cjs");
  const words = ["exec", "--report-dir", "found", "--", process.execPath, "failing.js"];
  const { stdout } = spawnSync(process.execPath, [program, ...words], {
    ...{ cwd: folder, env, encoding: "utf8" },
  });
  const found = [...stdout.matchAll(/viewer: (\S+?)\\?#\/timeline\?sandbox=(\S+)/g)];
  const lines = readFileSync(join(folder, "found", "trace.ndjson"), "utf8").split("\n");
  const traced = lines.filter((line) => line.startsWith('{"kind":"sandbox"'));
  const sandboxes = traced.map((line) => JSON.parse(line).sandbox);
  expect(found.map(([, page]) => page)).toEqual(
    Array(2).fill(pathToFileURL(join(folder, "found", "report.html")).href),
  );
  expect(sandboxes.map(({ title }) => title)).toEqual([
    "failing.js > fails",
    "failing.js > has findings",
  ]);
  expect(sandboxes.map(({ name }) => name)).toEqual(
    found.map(([, , name = ""]) => decodeURIComponent(name)),
  );
  const bodies = lines.filter(
    (line) => line.startsWith('{"kind":"exchange"') && line.includes('[\\"seen\\"]'),
  );
  expect(bodies).toHaveLength(1);
});
