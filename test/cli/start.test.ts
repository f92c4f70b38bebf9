import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { get } from "node:https";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import picocolors from "picocolors";
import { banner } from "../../src/cli/commands/start.ts";
import { connect } from "../../src/index.ts";
import { openDocument } from "../../src/simulator/open-document.ts";
import { createSpecs } from "../../src/spec/spec.ts";
import { Client } from "../support/client.ts";
import { overlayFile } from "../support/overlay-file.ts";
import { startTestSimulator } from "../support/simulator.ts";
import { launch, Program, run } from "./process.ts";

const FIXTURES = "test/input/fixtures";
const VERSION = JSON.parse(await readFile("package.json", "utf8")).version;

test("with --json the first line says where it is, once requests are answered", async () => {
  await using program = await launch(["--seed", "9", "--scenario", "slow-job", "--log", "silent"]);
  const { ready, child } = program;
  expect(ready).toEqual({
    baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    controlUrl: `${ready.baseUrl}/_sim`,
    deploymentUrl: ready.baseUrl,
    apiKey: "sim-key",
    scenario: "slow-job",
    seed: 9,
    pid: child.pid,
    version: VERSION,
  });
  const client = new Client(ready, ready.apiKey);
  const jobId = await client.submit({ inputs: ["a"] });
  expect(await client.state(jobId)).toBe("QUEUED");
  expect(await program.kill("SIGTERM")).toEqual({
    code: 0,
    signal: null,
    stdout: `${JSON.stringify(ready)}\n`,
    stderr: "",
  });
});

test("options can come from the environment, and the command line wins", async () => {
  const env = { BATCH_SIM_SCENARIO: "instant", BATCH_SIM_SEED: "5", BATCH_SIM_API_KEY: "one,two" };
  await using program = await launch(["--seed", "6"], { env });
  const { scenario, seed, apiKey } = program.ready;
  expect({ scenario, seed, apiKey }).toEqual({ scenario: "instant", seed: 6, apiKey: "one" });
  const statusWith = async (key: string): Promise<number> =>
    (await new Client(program.ready, key).json("GET", "/list-jobs")).status;
  expect([await statusWith("one"), await statusWith("two"), await statusWith("three")]).toEqual([
    200, 200, 403,
  ]);
});

test("the limits of sandboxes and journals can be set", async () => {
  const limits = ["--max-sandboxes", "1", "--max-sandbox-bytes", "1mb"];
  const more = ["--max-journal-exchanges", "3", "--max-journal-bytes", "64kb"];
  await using program = await launch([...limits, ...more, "--log", "silent"]);
  const { baseUrl, apiKey } = program.ready;
  const keys = [apiKey, "second", "third", "third", "third", "third"];
  for (const key of keys) await new Client(program.ready, key).json("GET", "/list-jobs");
  // The default sandbox always exists; the first of the others is dropped.
  const [first, ...others] = await connect(baseUrl).sandboxes();
  expect([first?.name, others.map(({ exchanges }) => exchanges)]).toEqual(["default", [1, 3]]);
});

test("without --json a person reads what to point a client at, and then a line a request", async () => {
  await using program = new Program(["--port", "0", "--clock", "poll:5s", "--seed", "3"]);
  const banner = await program.until("Press Ctrl+C to stop.\n\n");
  const [, baseUrl = ""] = /base URL +(\S+)/.exec(banner) ?? [];
  expect(banner).toBe(
    `batch-sim ${VERSION}

  base URL        ${baseUrl}
  deployment URL  ${baseUrl}
  control URL     ${baseUrl}/_sim
  viewer          ${baseUrl}/_sim/ui
  key             sim-key (any other key has its own jobs)
  scenario        happy-path: Every job succeeds. Small jobs take a few seconds, and jobs with more tokens take longer.
  seed            3
  clock           poll (each status request moves the clock by 5s)

  curl ${baseUrl}/batch-inference -H 'authorization: Key sim-key' -H 'content-type: application/json' -d '{"inputs":["Great product","Never again"],"system_prompt":"Classify the sentiment."}'

Press Ctrl+C to stop.

`,
  );
  const client = new Client({ baseUrl, deploymentUrl: baseUrl }, "sim-key");
  const jobId = await client.submit({ inputs: ["a"] });
  await client.state(jobId);
  await client.create({ inputs: 3, job_priority: 7 });
  await client.json("GET", "/nowhere");
  const { code, stdout, stderr } = await program.kill("SIGINT");
  expect([code, stderr]).toEqual([0, ""]);
  expect(
    stdout
      .slice(banner.length)
      .replace(/\d+(\.\d)? ms/g, "N ms")
      .replace(/ +/g, " "),
  ).toBe(
    `00:00:00.000 sim-key createJob 200 ${jobId.slice(0, 12)} N ms POST /batch-inference
00:00:00.000 sim-key getJobStatus 200 ${jobId.slice(0, 12)} queued N ms GET /job-status/${jobId}
00:00:05.000 sim-key createJob 422 N ms POST /batch-inference Expected \`inputs\` to be of type array or string, got \`3\` (integer). (and 1 more)
00:00:05.000 sim-key - 404 N ms GET /nowhere No operation is served at GET \`/nowhere\`.
`,
  );
});

test("the banner's curl line works in a shell", async () => {
  await using program = new Program(["--port", "0", "--api-key", "it's", "--base-path", "/api"]);
  const banner = await program.until("Press Ctrl+C to stop.");
  const [line = ""] = /curl .*/.exec(banner) ?? [];
  const shell = spawn("sh", ["-c", line.replace("curl", "curl -s")]);
  expect(JSON.parse(await text(shell.stdout))).toEqual({ job_id: expect.stringMatching(/^job-/) });
});

test("the banner's curl line sends what overlays have made of the key and the path", async () => {
  const overlay = await overlayFile(
    `
  - { target: $.components.*.ApiKey, update: { name: X-API-Key, x-batch-sim: { scheme: "" } } }
  - { target: "$.paths['/jobs']", copy: "$.paths['/batch-inference']" }
  - { target: "$.paths['/batch-inference']", remove: true }
`,
    "1.1.0",
  );
  await using program = new Program(["--port", "0", "--overlay", overlay]);
  const [line = ""] = /curl .*/.exec(await program.until("Press Ctrl+C to stop.")) ?? [];
  expect(line).toContain("/jobs -H 'x-api-key: sim-key'");
  const shell = spawn("sh", ["-c", line.replace("curl", "curl -s")]);
  expect(JSON.parse(await text(shell.stdout))).toEqual({ job_id: expect.stringMatching(/^job-/) });
});

test.each([
  ["gemini", { name: expect.stringMatching(/^batches\//) }],
  ["mistral", { status: "QUEUED" }],
])("the banner's curl line creates a job of %s", async (api, job) => {
  await using program = new Program(["--port", "0", "--api", api]);
  const [line = ""] = /curl .*/.exec(await program.until("Press Ctrl+C to stop.")) ?? [];
  const shell = spawn("sh", ["-c", line.replace("curl", "curl -s")]);
  expect(JSON.parse(await text(shell.stdout))).toMatchObject(job);
});

test("where overlays leave no way to create a job, the banner has no curl line", async () => {
  const overlay = await overlayFile(`  - { target: "$.paths['/batch-inference']", remove: true }`);
  await using program = new Program(["--port", "0", "--overlay", overlay]);
  const banner = await program.until("Press Ctrl+C to stop.");
  expect([banner.includes("curl"), banner.includes("real\n\nPress Ctrl+C")]).toEqual([false, true]);
});

test("--log json is one object a request, without headers, bodies or keys", async () => {
  await using program = new Program(["--port", "0", "--log", "json", "--scenario", "cancel-404"]);
  const banner = await program.until("Press Ctrl+C to stop.", "stderr");
  const [, baseUrl = ""] = /base URL +(\S+)/.exec(banner) ?? [];
  const client = new Client({ baseUrl, deploymentUrl: baseUrl }, "secret-key-of-mine");
  const jobId = await client.submit({ inputs: ["a"] });
  await client.cancel(jobId);
  const { stdout } = await program.kill("SIGTERM");
  const lines = stdout.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      ...entry(1, jobId),
      method: "POST",
      url: "/batch-inference",
      operationId: "createJob",
      status: 200,
    },
    {
      ...entry(2, jobId),
      method: "GET",
      url: `/v1/job-cancel/${jobId}`,
      operationId: "cancelJob",
      status: 404,
      fault: "cancel-404",
    },
  ]);
  expect(stdout).not.toContain("secret-key-of-mine");
});

function entry(id: number, jobId: string): object {
  const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  return {
    at: instant,
    wallAt: instant,
    sandbox: expect.stringMatching(/^[0-9a-f]{16}$/),
    title: "key ***mine",
    id,
    jobId,
    problems: [],
    end: "finished",
    durationMs: expect.any(Number),
  };
}

test.each([
  ["nothing", {}, false],
  ["FORCE_COLOR", { FORCE_COLOR: "1" }, true],
  ["FORCE_COLOR and NO_COLOR", { FORCE_COLOR: "1", NO_COLOR: "1" }, false],
])("the colors of a log that is piped, with %s", async (_, env, isColored) => {
  await using program = await launch([], { env });
  await new Client(program.ready, "k").json("GET", "/list-jobs");
  const { stdout, stderr } = await program.kill("SIGTERM");
  expect([stdout, stderr].map((output) => output.includes("\u001b["))).toEqual([false, isColored]);
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s ends it cleanly while an answer is under way",
  async (signal) => {
    const flags = ["--scenario", "slow-job", "--log", "silent", "--drain", "0"];
    await using program = await launch(flags);
    const client = new Client(program.ready, "k");
    const jobId = await client.submit({ inputs: ["a"] });
    const stream = await client.request("GET", `/stream-job-progress/${jobId}`);
    const cut = expect(stream.text()).rejects.toThrow("terminated");
    expect(await program.kill(signal)).toMatchObject({ code: 0, signal: null, stderr: "" });
    await cut;
  },
);

test("a second signal ends it at once", async () => {
  // A server that never finishes closing, as an example of anything that could delay a clean end.
  const preload = `import http from "node:http"; http.Server.prototype.close = () => process.stderr.write("closing\\n");`;
  await using program = await launch([], { env: { NODE_OPTIONS: importOf(preload) } });
  program.child.kill("SIGINT");
  await program.until("closing", "stderr");
  expect(await program.kill("SIGINT")).toMatchObject({ code: 1, signal: null });
});

test("--exit-with-parent ends it when standard input closes", async () => {
  await using program = await launch(["--exit-with-parent"]);
  program.child.stdin.end();
  expect(await program.ended).toMatchObject({ code: 0, signal: null, stderr: "" });
});

test("--exit-with-parent leaves no orphan of a parent that is killed", async () => {
  const args = ["dist/cli.cjs", "--port", "0", "--json", "--exit-with-parent"];
  const script = `require("child_process").spawn(process.execPath, ${JSON.stringify(args)}, { stdio: ["pipe", "inherit", "inherit"] });`;
  const parent = spawn(process.execPath, ["-e", script], {
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  const [line] = await once(parent.stdout, "data");
  const { baseUrl } = JSON.parse(line);
  parent.kill("SIGKILL");
  // The simulator writes to the same pipe, which closes when both have ended.
  await once(parent, "close");
  await expect(fetch(baseUrl)).rejects.toThrow("fetch failed");
});

test("under npx, the end of the parent process ends it", async () => {
  const args = ["dist/cli.cjs", "--port", "0", "--json"];
  const script = `require("child_process").spawn(process.execPath, ${JSON.stringify(args)}, { stdio: ["ignore", "inherit", "inherit"] });`;
  const env = { ...process.env, NODE_OPTIONS: "", npm_command: "exec", npm_lifecycle_event: "npx" };
  const parent = spawn(process.execPath, ["-e", script], { env });
  const [line] = await once(parent.stdout, "data");
  const { baseUrl } = JSON.parse(line);
  parent.kill("SIGKILL");
  await once(parent, "close");
  await expect(fetch(baseUrl)).rejects.toThrow("fetch failed");
});

test("without --exit-with-parent the end of standard input ends nothing", async () => {
  await using program = await launch();
  program.child.stdin.end();
  await once(program.child.stdin, "close");
  expect((await new Client(program.ready, "k").json("GET", "/list-jobs")).status).toBe(200);
});

test("it keeps running when its log is no longer read", async () => {
  await using program = await launch();
  program.child.stderr.destroy();
  const client = new Client(program.ready, "k");
  const statuses = [await client.json("GET", "/list-jobs"), await client.json("GET", "/list-jobs")];
  expect(statuses.map(({ status }) => status)).toEqual([200, 200]);
});

test("where other machines can reach the control API, a missing token is generated and said", async () => {
  const args = ["--host", "0.0.0.0", "--log", "silent"];
  await using program = await launch(args);
  const { baseUrl, controlToken = "" } = program.ready;
  expect(controlToken).toMatch(/^[0-9a-f]{32}$/);
  await expect(connect(baseUrl).info()).rejects.toMatchObject({ code: "SIM_CONTROL_TOKEN" });
  expect((await connect(baseUrl, { controlToken }).sandboxes()).length).toBe(2);
  await using other = new Program([...args, "--port", "0"]);
  const lines = await other.until("Press Ctrl+C to stop.");
  const [, shown] =
    /^ {2}control token +(\S+) \(new at each start without --control-token\)$/m.exec(lines) ?? [];
  expect(shown).toMatch(/^[0-9a-f]{32}$/);
  expect(shown).not.toBe(controlToken);
  await using chosen = new Program([...args, "--port", "0", "--control-token", "chosen"]);
  expect(await chosen.until("Press Ctrl+C to stop.")).not.toContain("control token");
});

test("--tls-cert and --tls-key serve https", async () => {
  const cert = `${FIXTURES}/localhost-cert.pem`;
  await using program = await launch([
    "--tls-cert",
    cert,
    "--tls-key",
    `${FIXTURES}/localhost-key.pem`,
  ]);
  const { baseUrl } = program.ready;
  expect(baseUrl).toMatch(/^https:/);
  const headers = { authorization: "Key k" };
  const request = get(`${baseUrl}/list-jobs`, { ca: await readFile(cert), headers });
  const [response] = await once(request, "response");
  expect(JSON.parse(await text(response))).toEqual({ jobs: [] });
});

test("--cors answers browsers of any origin; without it nothing does", async () => {
  const allowed = async (args: readonly string[]): Promise<(string | null)[]> => {
    await using program = await launch(args);
    const headers = { origin: "http://page.example", "access-control-request-method": "POST" };
    const preflight = await fetch(`${program.ready.baseUrl}/batch-inference`, {
      method: "OPTIONS",
      headers,
    });
    const answer = await fetch(`${program.ready.baseUrl}/list-jobs`, { headers });
    return [preflight, answer].map((each) => each.headers.get("access-control-allow-origin"));
  };
  expect(await allowed(["--cors"])).toEqual(["*", "*"]);
  expect(await allowed([])).toEqual([null, null]);
});

test("--base-path comes before base_url's operations alone, and requests are validated there as well", async () => {
  await using program = await launch(["--base-path", "/api/v2", "--scenario", "instant"]);
  const { baseUrl, deploymentUrl } = program.ready;
  expect(baseUrl).toBe(`${deploymentUrl}/api/v2`);
  const client = new Client(program.ready, "k");
  const jobId = await client.submit({ inputs: ["a"] });
  expect((await client.jsonResults(jobId)).body.outputs).toHaveLength(1);
  expect((await client.cancel(jobId)).status).toBe(200);
  expect((await client.create({ inputs: 3 })).status).toBe(422);
  const bare = new Client({ baseUrl: deploymentUrl, deploymentUrl: baseUrl }, "k");
  expect([
    (await bare.create({ inputs: ["a"] })).status,
    (await bare.cancel(jobId)).status,
  ]).toEqual([404, 404]);
});

test("--deployment-port serves the deployment's operations elsewhere, and nowhere else", async () => {
  await using program = await launch(["--deployment-port", "0"]);
  const { baseUrl, deploymentUrl } = program.ready;
  expect(deploymentUrl).not.toBe(baseUrl);
  const client = new Client(program.ready, "k");
  const jobId = await client.submit({ inputs: ["a"] });
  const mixedUp = new Client({ baseUrl: deploymentUrl, deploymentUrl: baseUrl }, "k");
  expect((await mixedUp.cancel(jobId)).status).toBe(404);
  expect((await client.cancel(jobId)).status).toBe(200);
});

test("--max-body and --max-download bound what is read", async () => {
  const server = createServer((_, response) => response.end(`inputs\n${"long ".repeat(1000)}\n`));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/file.csv`;
  await using program = await launch([
    "--max-body",
    "1kb",
    "--max-download",
    "2kb",
    "--clock",
    "poll",
  ]);
  const client = new Client(program.ready, "k");
  expect((await client.create({ inputs: ["x".repeat(2000)] })).status).toBe(413);
  const jobId = await client.submit({ inputs: url, job_priority: 1 });
  expect((await client.follow(jobId)).at(-1)).toBe("FAILED");
  expect((await client.job(jobId))["failure_reason"]).toEqual({
    message: expect.stringContaining("2 KiB"),
  });
  server.close();
});

test("two processes with the same seed give the same bytes; another seed gives others", async () => {
  const downloads = async (seed: number): Promise<string[]> => {
    await using program = await launch([
      "--seed",
      String(seed),
      "--clock",
      "poll",
      "--log",
      "silent",
    ]);
    const client = new Client(program.ready, "k");
    const schema = {
      type: "object",
      properties: { label: { type: "string" } },
      required: ["label"],
    };
    const inputs = Array.from(
      { length: 30 },
      (_, index) => `Review ${index}: "fine",\nbut ünusual.`,
    );
    const jobId = await client.submit({ inputs, json_schema: schema });
    await client.follow(jobId);
    const query = { include_inputs: true, include_cumulative_logprobs: true };
    const files = ["json", "csv", "parquet"].map((format) => client.file(jobId, format, query));
    return (await Promise.all(files)).map((file) => file.toString("base64"));
  };
  const [first, second, other] = await Promise.all([downloads(1), downloads(1), downloads(2)]);
  expect(second).toEqual(first);
  expect(other.map((file, index) => file === first[index])).toEqual([false, false, false]);
});

test("--help, --version and scenarios print and end", async () => {
  const [help, version, scenarios] = await Promise.all([
    run(["--help"]),
    run(["--version"]),
    run(["scenarios"]),
  ]);
  expect(help).toMatchObject({
    code: 0,
    stderr: "",
    stdout: expect.stringMatching(/^batch-sim simulates.*prints a command's options/s),
  });
  expect(version).toEqual({ code: 0, signal: null, stdout: `${VERSION}\n`, stderr: "" });
  expect(scenarios).toMatchObject({ code: 0, stderr: "" });
  expect(scenarios.stdout.split("\n").find((line) => line.startsWith("cancel-404"))).toBe(
    "cancel-404             Cancel requests return 404, although the job exists. The job continues.",
  );
  expect(scenarios.stdout).toContain(
    "\nslow-download          Results arrive at 500 bytes per second.\n                       On a `poll` clock, the rule `slow-download` doesn't make clients wait, because the clock jumps ahead.\n",
  );
});

function importOf(code: string): string {
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

test("the banner names a store without its password", async () => {
  await using sim = await startTestSimulator();
  const spec = createSpecs(await openDocument([]))({});
  const shown = await banner(
    { simulator: sim, spec: () => spec, clock: async () => "real" },
    { store: "postgres://ci:secret@db:5432/sim" },
    undefined,
    picocolors.createColors(false),
  );
  expect(shown).toContain("\n  store           postgres://***@db:5432/sim\n");
});

test("a signal ends a start that waits for a database", async () => {
  const database = createTcpServer((socket) => socket.resume().on("error", () => {}));
  database.listen(0, "127.0.0.1");
  await once(database, "listening");
  const { port } = database.address() as AddressInfo;
  const connected = once(database, "connection");
  await using program = new Program(["--store", `postgres://sim@127.0.0.1:${port}/sim`]);
  await connected;
  // Otherwise, it would end with an error when the attempt to connect does.
  expect(await program.kill("SIGTERM")).toMatchObject({ code: 0, stdout: "", stderr: "" });
  database.close();
});
