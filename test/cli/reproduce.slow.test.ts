import { execFile } from "node:child_process";
import { chmod, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import type { Exchange, Finding, Report } from "../../src/index.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import { run } from "./process.ts";

const LIBRARY = JSON.stringify(pathToFileURL(resolve("dist", "index.js")).href);

/** Violates the contract in the simulator's own sandbox, and, in a different way, in another one. */
const CLIENT = `
import { connect } from ${LIBRARY};
const { BATCH_SIM_BASE_URL: url, BATCH_SIM_CONTROL_URL: control, BATCH_SIM_API_KEY: own } = process.env;
const call = async (key, path, body) => {
  const headers = { authorization: (key === "" ? "Bearer x" : "Key " + key), "content-type": "application/json" };
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(url + path, { headers, ...init });
  return response.ok ? response.json() : response.text();
};
await call(own, "/batch-inference", { inputs: ["it's"], job_priority: 7 });
await call("", "/list-jobs");
const faults = [{ on: "getJob", status: 503, times: 1 }];
const box = await connect(control).sandbox({ name: "it-s", scenario: { faults }, clock: "manual" });
const { job_id } = await call(box.apiKey, "/batch-inference", { inputs: ["a"] });
await call(box.apiKey, "/jobs/" + job_id);
await box.clock.advance("1h");
await call(box.apiKey, "/jobs/" + job_id);
await call(box.apiKey, "/jobs/" + job_id + "/results?result_format=tsv");
await call(box.apiKey, "/jobs/" + job_id + "/results?result_format=json");
`;

/** A folder whose `npx` runs the built program. */
async function folderWithNpx(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-reproduce-"));
  await putProgram(
    folder,
    "npx",
    `shift\nexec '${process.execPath}' '${resolve("dist", "cli.cjs")}' "$@"`,
  );
  return folder;
}

async function putProgram(folder: string, name: string, script: string): Promise<void> {
  await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, name), 0o755);
}

/** Runs the report's script, which writes another report to the folder `again`. */
const reproduced = (folder: string) =>
  promisify(execFile)("sh", ["out/reproduce.sh"], {
    cwd: folder,
    env: {
      PATH: `${folder}:${process.env["PATH"]}`,
      BATCH_SIM_REPORT_DIR: "again",
      BATCH_SIM_FAIL_ON: "never",
    },
  });

const findingsIn = async (folder: string) => {
  const report = JSON.parse(await readFile(join(folder, "report.json"), "utf8")) as Report;
  return report.findings.map(({ id, sentence, sandbox }) => ({ id, sentence, sandbox }));
};

/** URL, status, and body of each response in a run's trace. */
async function responsesIn(folder: string) {
  const lines = (await readFile(join(folder, "trace.ndjson"), "utf8")).split("\n");
  return lines.flatMap((line) => {
    const { exchange }: { exchange?: Exchange } = line === "" ? {} : JSON.parse(line);
    if (exchange === undefined) return [];
    const { url, response } = exchange;
    return [[url, response?.status, response?.body?.text] as const];
  });
}

test("the command in each finding reproduces the run: options, scenarios, and requests", async () => {
  const folder = await folderWithNpx();
  const options = [
    "--clock",
    "poll",
    "--seed",
    "7",
    "--base-path",
    "/api",
    "--max-schema-steps",
    "5000",
    "--report-dir",
    "out",
  ];
  const first = await run(
    ["exec", ...options, "--", process.execPath, "--input-type=module", "-e", CLIENT],
    { cwd: folder },
  );
  expect(first.code).toBe(3);
  expect(first.stderr).toContain("sh out/reproduce.sh it-s\n");
  const script = await readFile(join(folder, "out", "reproduce.sh"), "utf8");
  expect(script).toContain(
    "set -- exec --scenario happy-path --seed 7 --clock poll --base-path /api --max-schema-steps 5000 -- sh",
  );
  expect(script).not.toContain("sim-key");
  expect(script).toMatch(
    /then\n {2}# node --input-type=module -e import .*…\n {2}# Sandbox \S+: invalid-request\n/,
  );
  const { stdout } = await reproduced(folder);
  expect(stdout.split("\n").map((line) => line.slice(0, 3))).toEqual([
    ...["401", "422", "200", "503", "200", "422", "200"],
    "",
  ]);
  expect(await findingsIn(join(folder, "again"))).toEqual(await findingsIn(join(folder, "out")));
});

test("a receiver that the test added gets its deliveries again", async () => {
  await using receiver = await startReceiver();
  const folder = await folderWithNpx();
  const client = `
import { connect } from ${LIBRARY};
const scenario = { assumptions: { webhooks: "standard" }, deliveries: [{ signature: "wrong" }] };
const box = await connect(process.env.BATCH_SIM_CONTROL_URL).sandbox({ name: "hooks", scenario, clock: "manual" });
await box.control.webhooks.add({ url: ${JSON.stringify(receiver.url)}, events: ["job.succeeded"] });
const headers = { authorization: "Key " + box.apiKey, "content-type": "application/json" };
const body = JSON.stringify({ inputs: ["a"] });
const created = await fetch(box.baseUrl + "/batch-inference", { method: "POST", headers, body });
const { job_id } = await created.json();
await box.clock.advance("1h");
await fetch(box.baseUrl + "/jobs/" + job_id + "/results?result_format=json", { headers });
`;
  await run(
    ["exec", "--report-dir", "out", "--", process.execPath, "--input-type=module", "-e", client],
    { cwd: folder },
  );
  const delivered = receiver.received.map(({ body }) => body);
  expect(delivered).toHaveLength(2);
  const before = await findingsIn(join(folder, "out"));
  expect(before.map(({ id }) => id)).toContain("webhook-forgery-accepted");
  await reproduced(folder);
  expect(receiver.received.map(({ body }) => body)).toEqual([...delivered, ...delivered]);
  expect(await findingsIn(join(folder, "again"))).toEqual(before);
});

test("the script runs the program with BATCH_SIM_COMMAND, batch-sim, or npx, in this order", async () => {
  const folder = await folderWithNpx();
  await run(
    ["exec", "--report-dir", "out", "--", process.execPath, "--input-type=module", "-e", CLIENT],
    {
      cwd: folder,
    },
  );
  const env: Record<string, string> = { PATH: `${folder}:/usr/bin:/bin` };
  const printed = async () =>
    (await promisify(execFile)("sh", ["out/reproduce.sh"], { cwd: folder, env })).stdout;
  await putProgram(folder, "npx", 'echo "npx $2"');
  expect(await printed()).toBe("npx exec\n");
  await putProgram(folder, "batch-sim", 'echo "batch-sim $1"');
  expect(await printed()).toBe("batch-sim exec\n");
  await putProgram(folder, "my sim", 'echo "mine $1 $2"');
  env["BATCH_SIM_COMMAND"] = "'my sim' a";
  expect(await printed()).toBe("mine a exec\n");
});

test("the script fails with a message if it can't send anything", async () => {
  const folder = await folderWithNpx();
  await run(
    ["exec", "--report-dir", "out", "--", process.execPath, "--input-type=module", "-e", CLIENT],
    { cwd: folder },
  );
  const failure = (PATH: string, ...words: string[]): Promise<unknown> =>
    promisify(execFile)("/bin/sh", ["out/reproduce.sh", ...words], { cwd: folder, env: { PATH } });
  const path = `${folder}:${process.env["PATH"]}`;
  await expect(failure(path, "nope")).rejects.toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringMatching(
      /^reproduce\.sh: Expected the name of a sandbox in this script, got 'nope'\. It repeats the requests of \S+, \S+, it-s\.\n$/,
    ),
  });
  await expect(failure(folder)).rejects.toMatchObject({
    code: 2,
    stderr: "reproduce.sh: Expected curl on PATH, found none. Install curl.\n",
  });
});

test("without findings there is nothing to reproduce", async () => {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-reproduce-"));
  const idle =
    'await fetch(process.env.BATCH_SIM_BASE_URL + "/list-jobs", { headers: { authorization: "Key k" } })';
  const { stderr } = await run(
    ["exec", "--report-dir", "out", "--", process.execPath, "--input-type=module", "-e", idle],
    { cwd: folder },
  );
  expect(stderr).toContain(
    "reports: out/report.json, out/junit.xml, out/report.html, out/trace.ndjson\n",
  );
});

/**
 * Requests a running job's results, and after a pause, requests them again when the job has ended. The create request's body
 * arrives late.
 */
const HASTY = `
const { BATCH_SIM_BASE_URL: url, BATCH_SIM_API_KEY: key } = process.env;
const headers = { authorization: "Key " + key, "content-type": "application/json" };
const call = async (path, init = {}) => (await fetch(url + path, { headers, ...init })).text();
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const late = async function* () {
  yield Buffer.from('{"inputs":');
  await pause(50);
  yield Buffer.from('["a"]}');
};
const created = await call("/batch-inference", { method: "POST", body: late(), duplex: "half" });
const { job_id: id } = JSON.parse(created);
await call("/jobs/" + id + "/results?result_format=json");
for (let text = ""; !text.includes("SUCCEEDED"); ) {
  await pause(200);
  text = await call("/job-status/" + id);
}
await call("/jobs/" + id + "/results?result_format=json");
`;

test("a run on a scaled clock is repeated on a real one, which the script moves to the same times", async () => {
  const folder = await folderWithNpx();
  const options = ["--clock", "300x", "--scenario", "slow-job", "--report-dir", "out"];
  await run(["exec", ...options, "--", process.execPath, "--input-type=module", "-e", HASTY], {
    cwd: folder,
  });
  const script = await readFile(join(folder, "out", "reproduce.sh"), "utf8");
  expect(script).toContain("--clock real ");
  await reproduced(folder);
  const found = await findingsIn(join(folder, "out"));
  expect(found.map(({ id }) => id)).toContain("results-too-early");
  const again = await findingsIn(join(folder, "again"));
  expect(again.filter(({ id }) => id === "results-too-early")).toEqual(
    found.filter(({ id }) => id === "results-too-early"),
  );
  expect(again.map(({ id }) => id)).not.toContain("polled-after-end");
  // Each poll returns the same state, so the clock is where it was in the recording.
  const recorded = await responsesIn(join(folder, "out"));
  expect(recorded.map(([, status]) => status)).toEqual(expect.arrayContaining([200, 409]));
  expect(await responsesIn(join(folder, "again"))).toEqual(recorded);
});

/** Polls a job too fast, repeats a refused request at once, and waits until the job has ended. */
const FAST = `
const { BATCH_SIM_BASE_URL: url, BATCH_SIM_API_KEY: key } = process.env;
const headers = { authorization: "Key " + key, "content-type": "application/json" };
const call = async (path, init = {}) => (await fetch(url + path, { headers, ...init })).text();
const created = await call("/batch-inference", { method: "POST", body: '{"inputs":["a"]}' });
const { job_id: id } = JSON.parse(created);
for (let text = ""; !text.includes("SUCCEEDED"); text = await call("/job-status/" + id))
  await new Promise((resolve) => setTimeout(resolve, 60));
await call("/jobs/" + id + "/results?result_format=json");
await call("/list-jobs");
await call("/list-jobs");
`;

test.each([
  ["5x", ["polled-too-fast"], "exec --clock 5x "],
  ["real", ["polled-too-fast", "retry-after-ignored"], "sh out/reproduce.sh "],
])(
  "findings of pace on a %s clock get a command that reproduces them",
  async (clock, ids, again) => {
    const folder = await folderWithNpx();
    const busy = 'faults: [{ on: listJobs, status: 429, headers: { Retry-After: "1" }, times: 1 }]';
    await writeFile(join(folder, "busy.yaml"), busy);
    const options = ["--clock", clock, "--scenario", "busy.yaml", "--report-dir", "out"];
    await writeFile(join(folder, "fast.mjs"), FAST);
    await run(["exec", ...options, "--", process.execPath, "fast.mjs"], { cwd: folder });
    const { findings } = JSON.parse(await readFile(join(folder, "out", "report.json"), "utf8"));
    const serious = findings.filter(({ severity }: Finding) => severity !== "info");
    expect(serious.map(({ id }: Finding) => id)).toEqual([
      "polled-too-fast",
      "retry-after-ignored",
    ]);
    expect(serious[0].repeat).toMatch(/^sh out\/reproduce.sh /);
    expect(serious[1].repeat).toContain(again);
    // The script may end before a request that shows an info.
    expect(findings.at(-1).repeat).toContain("exec --clock ");
    await reproduced(folder);
    const script = await readFile(join(folder, "out", "reproduce.sh"), "utf8");
    expect(script).toContain(`: ${ids.join(", ")}\n`);
    expect((await findingsIn(join(folder, "again"))).map(({ id }) => id)).toEqual(
      expect.arrayContaining(ids),
    );
  },
);

test("a key that the simulator rejected is rejected again", async () => {
  const folder = await folderWithNpx();
  const client =
    'await fetch(process.env.BATCH_SIM_BASE_URL + "/list-jobs", { headers: { authorization: "Key another-key" } })';
  const options = ["--api-key", "team=KEYKEY", "--report-dir", "out"];
  const command = [process.execPath, "--input-type=module", "-e", client];
  await run(["exec", ...options, "--", ...command], { cwd: folder });
  const script = await readFile(join(folder, "out", "reproduce.sh"), "utf8");
  expect(script).toContain(" --api-key sim-key -- sh ");
  expect(script).not.toContain("KEYKEY");
  await reproduced(folder);
  const found = await findingsIn(join(folder, "out"));
  expect(found.map(({ id }) => id)).toContain("key-unknown");
  expect(await findingsIn(join(folder, "again"))).toEqual(found);
});

/** Adds a fault at runtime, both in a separate sandbox and in the simulator's own, and gives up immediately. */
const RUNTIME_FAULTS = `
import { connect } from ${LIBRARY};
const { BATCH_SIM_BASE_URL: url, BATCH_SIM_CONTROL_URL: control, BATCH_SIM_API_KEY: own } = process.env;
const created = connect(control).sandbox({ name: "changed", scenario: "outage", clock: "manual" });
for (const box of [connect(control, { apiKey: own }), await created]) {
  const key = box.apiKey ?? own;
  await (box.control ?? box).faults.add({ on: "createJob", status: 503, times: 1 }, { on: "getJob", status: 418, probability: 50 + "%" });
  const headers = { authorization: "Key " + key, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify({ inputs: ["a"] }) };
  await fetch(url + "/batch-inference", init);
  for (let n = 0; n < 8; n++) await fetch(url + "/jobs/nowhere", { headers });
  await fetch(url + "/batch-inference", { ...init, body: '{"inputs":7}' });
}
`;

test("faults that were added at runtime are in the script, which starts with them", async () => {
  const folder = await folderWithNpx();
  const options = ["--report-dir", "out", "--clock", "manual"];
  await run(
    ["exec", ...options, "--", process.execPath, "--input-type=module", "-e", RUNTIME_FAULTS],
    { cwd: folder },
  );
  const { stderr } = await reproduced(folder);
  expect(stderr).not.toContain("this script doesn't");
  const statuses = async (name: string) =>
    (await responsesIn(join(folder, name))).map(([url, status]) => [url, status]);
  expect(await statuses("again")).toEqual(await statuses("out"));
});

/** Uploads a file in two parts, and another part that is rejected. */
const UPLOADER = `
const { BATCH_SIM_BASE_URL: url, BATCH_SIM_API_KEY: own } = process.env;
const post = (to, headers, body) => fetch(to, { method: "POST", headers, body });
const start = { "x-goog-upload-protocol": "resumable", "x-goog-upload-command": "start" };
const key = { "x-goog-api-key": own, "content-type": "application/json" };
const started = await post(url + "/upload/v1beta/files", { ...start, ...key }, "{}");
const to = started.headers.get("x-goog-upload-url");
const at = (offset, command) => ({ "x-goog-upload-offset": offset, "x-goog-upload-command": command });
for (const offset of ["0", "3", "9"])
  await (await post(to, at(offset, offset === "9" ? "upload, finalize" : "upload"), "{}\\n")).text();
`;

test("an upload in parts is repeated, with the headers that it needs", async () => {
  const folder = await folderWithNpx();
  const options = ["--api", "gemini", "--clock", "poll", "--report-dir", "out"];
  const command = [process.execPath, "--input-type=module", "-e", UPLOADER];
  const { code } = await run(["exec", ...options, "--", ...command], { cwd: folder });
  expect(code).toBe(3);
  await reproduced(folder);
  const again = await responsesIn(join(folder, "again"));
  expect(again.map(([, status]) => status)).toEqual([200, 200, 200, 400]);
  expect(again).toEqual(await responsesIn(join(folder, "out")));
});

/** Sends URLs with characters that curl would expand, and HEAD requests. */
const GLOBBER = `
const { BATCH_SIM_BASE_URL: url, BATCH_SIM_API_KEY: own } = process.env;
const headers = { authorization: "Key " + own };
for (const path of ["/jobs/nowhere?fields={a,b}", "/jobs/nowhere?rows=[1-3]", "/jobs/{nowhere}"])
  await (await fetch(url + path, { headers })).text();
await fetch(url + "/jobs/nowhere", { headers, method: "HEAD" });
await (await fetch(url + "/unknown", { headers })).text();
`;

test("URLs with brackets and HEAD requests are repeated unchanged", async () => {
  const folder = await folderWithNpx();
  const command = [process.execPath, "--input-type=module", "-e", GLOBBER];
  await run(["exec", "--report-dir", "out", "--clock", "poll", "--", ...command], { cwd: folder });
  await reproduced(folder);
  const again = await responsesIn(join(folder, "again"));
  expect(again).toHaveLength(5);
  expect(again).toEqual(await responsesIn(join(folder, "out")));
});

/** Uses a sandbox's name twice, with different scenarios, and resets the simulator's own sandbox. */
const REUSER = `
import { connect } from ${LIBRARY};
const { BATCH_SIM_BASE_URL: url, BATCH_SIM_CONTROL_URL: control, BATCH_SIM_API_KEY: own } = process.env;
const root = connect(control, { apiKey: own });
const post = async (key) => {
  const headers = { authorization: "Key " + key, "content-type": "application/json" };
  for (const inputs of [["a"], 7]) {
    const body = JSON.stringify({ inputs });
    await fetch(url + "/batch-inference", { method: "POST", headers, body });
  }
};
for (const status of [418, 451]) {
  const scenario = { faults: [{ on: "createJob", status, times: 1 }] };
  const box = await root.sandbox({ name: "it's", replace: true, scenario });
  await post(box.apiKey);
  await root.reset();
  await root.scenario.put(scenario);
  await post(own);
}
`;

test("a sandbox whose name was used before, and one that was reset, are repeated one by one", async () => {
  const folder = await folderWithNpx();
  const command = [process.execPath, "--input-type=module", "-e", REUSER];
  await run(["exec", "--clock", "poll", "--report-dir", "out", "--", ...command], { cwd: folder });
  const { stdout } = await reproduced(folder);
  const statuses = stdout.split("\n").map((line) => line.slice(0, 3));
  expect(statuses.sort()).toEqual(["", "418", "418", "422", "422", "422", "422", "451", "451"]);
  const found = await findingsIn(join(folder, "out"));
  expect(await findingsIn(join(folder, "again"))).toEqual(found);
});

/** Requests the results of a job that the test has failed. */
const FAILED = `
import { connect } from ${LIBRARY};
const { BATCH_SIM_BASE_URL: url, BATCH_SIM_CONTROL_URL: control, BATCH_SIM_API_KEY: own } = process.env;
const headers = { authorization: "Key " + own, "content-type": "application/json" };
const init = { method: "POST", headers, body: '{"inputs":["a"]}' };
const { job_id } = await (await fetch(url + "/batch-inference", init)).json();
await connect(control, { apiKey: own }).jobs.fail(job_id, "out of memory");
await fetch(url + "/jobs/" + job_id + "/results?result_format=json", { headers });
`;

const CHANGED = `
import { connect } from ${LIBRARY};
const { BATCH_SIM_BASE_URL: url, BATCH_SIM_CONTROL_URL: control, BATCH_SIM_API_KEY: own } = process.env;
const headers = { authorization: "Key " + own, "content-type": "application/json" };
const init = { method: "POST", headers, body: '{"inputs":["a"]}' };
await fetch(url + "/batch-inference", init);
await connect(control, { apiKey: own }).scenario.put("job-fails-midway");
await fetch(url + "/batch-inference", init);
`;

test.each([
  ["a forced state", FAILED],
  ["a change of scenario", CHANGED],
])("the script says that it doesn't repeat %s", async (_, client) => {
  const folder = await folderWithNpx();
  const command = [process.execPath, "--input-type=module", "-e", client];
  await run(["exec", "--clock", "poll", "--report-dir", "out", "--", ...command], { cwd: folder });
  expect((await reproduced(folder)).stderr).toMatch(
    /^reproduce\.sh: The test changed the scenario, a job's state, .* doesn't repeat the changes, .*\.\n/m,
  );
});

const MANY = `
import { connect } from ${LIBRARY};
const { BATCH_SIM_BASE_URL: url, BATCH_SIM_CONTROL_URL: control, BATCH_SIM_API_KEY: own } = process.env;
const send = (key, path) => fetch(url + path, { headers: { authorization: "Key " + key } });
for (let nth = 0; nth < 230; nth++) await send(own, "/get-quotas?nth=" + nth);
for (let nth = 0; nth < 45; nth++) await send(own, "/list-jobs");
for (let nth = 0; nth < 30; nth++) {
  const { apiKey } = await connect(control).sandbox({ name: "box-" + nth });
  await send(apiKey, "/job-status/none");
}
`;

test("the script has enough requests for each finding, and has many sandboxes", async () => {
  const folder = await folderWithNpx();
  const command = [process.execPath, "--input-type=module", "-e", MANY];
  await run(["exec", "--clock", "poll", "--report-dir", "out", "--", ...command], { cwd: folder });
  await reproduced(folder);
  // The script doesn't repeat requests that are behind `info` findings only.
  const infos = ["assumption-relied-on", "undocumented-field"];
  const seriousIn = async (report: string) =>
    (await findingsIn(join(folder, report)))
      .map(({ id }) => id)
      .filter((id) => !infos.includes(id))
      .sort();
  const expected = ["called-too-often", ...Array(30).fill("unknown-job")];
  expect(await seriousIn("out")).toEqual(expected);
  expect(await seriousIn("again")).toEqual(expected);
});
