import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "@jest/globals";
import { readTrace } from "../../src/control/shared/trace-text.ts";
import type { Report } from "../../src/index.ts";
import { json, serve } from "../record/support.ts";
import { type Ended, launch, run } from "./process.ts";

const NODE = process.execPath;

/** A client with its own key, which runs a job to its end. */
const CLIENT = `
const url = process.env.BATCH_SIM_BASE_URL;
const headers = { authorization: "Key " + process.argv[2], "content-type": "application/json" };
const call = async (path, init) => (await fetch(url + path, { headers, ...init })).json();
const body = JSON.stringify({ inputs: ["a private input", "b"] });
const { job_id: id } = await call("/batch-inference", { method: "POST", body });
let state;
do {
  state = (await call("/job-status/" + id)).job_status[id];
  console.log(state);
} while (state !== "SUCCEEDED");
`;
const ONE_CALL = `
const headers = { authorization: "Key own" };
const response = await fetch(process.env.BATCH_SIM_BASE_URL + "/list-jobs", { headers });
console.log(response.status);
`;

async function folderFor(name: string): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), "batch-sim-record-")), name);
}

/** Records a client in a file: the command is part of the recording. */
async function record(
  target: string,
  out: string,
  code: string,
  ...options: string[]
): Promise<Ended> {
  const file = await folderFor("client.mjs");
  await writeFile(file, code);
  const command = [NODE, file, "sk-own-key-123456"];
  return run(["record", "--target", target, "--out", out, ...options, "--", ...command]);
}

test("record runs a client against a service, and writes a trace, reports, and a scenario that plays", async () => {
  await using service = await launch(["--clock", "poll:500ms"]);
  const out = await folderFor("recording");
  const { code, stdout, stderr } = await record(service.ready.baseUrl, out, CLIENT);
  expect([code, [...new Set(stdout.trim().split("\n"))]]).toEqual([
    0,
    ["QUEUED", "STARTING", "RUNNING", "SUCCEEDED"],
  ]);
  const names = ["junit.xml", "report.html", "report.json", "scenario.yaml", "trace.ndjson"];
  expect((await readdir(out)).sort()).toEqual(names);
  const [, schema = ""] =
    /^# .*=(\S+)\n/.exec(await readFile(join(out, "scenario.yaml"), "utf8")) ?? [];
  // Paths of schemas are relative to the file.
  expect(resolve(out, schema)).toBe(resolve("node_modules/batch-sim/dist/scenario.schema.json"));
  const { trace } = readTrace(await readFile(join(out, "trace.ndjson"), "utf8"));
  expect(trace.run?.command.at(-1)).toBe("***");
  const [recorded] = trace.sandboxes;
  expect(recorded?.jobs[0]?.timeline.phases.map(({ state }) => state)).toEqual([
    ...["queued", "starting", "running", "succeeded"],
  ]);
  const file = join(out, "scenario.yaml");
  expect(stderr).toContain(`batch-sim: Wrote \`${file}\`. Replay it: `);
  await using replay = await launch(["--scenario", file]);
  expect(replay.ready.scenario).toBe("recording");
  for (const name of names) {
    const text = await readFile(join(out, name), "utf8");
    expect([name, /sk-own-key|a private input/.test(text)]).toEqual([name, false]);
  }
});

test("the command in a finding of pace plays the recording on a real clock, which reproduces it", async () => {
  await using service = await launch(["--clock", "5x"]);
  const out = await folderFor("recording");
  const found = async (folder: string): Promise<Report["findings"]> => {
    const { findings } = JSON.parse(await readFile(join(folder, "report.json"), "utf8")) as Report;
    return findings.filter(({ id }) => id === "polled-too-fast");
  };
  const { stderr } = await record(service.ready.baseUrl, out, CLIENT);
  const [finding] = await found(out);
  expect(finding?.repeat).toContain(" --clock real -- ");
  expect(stderr).toMatch(/Replay it: .* --clock poll -- /);
  const words = finding?.repeat.split(" ").slice(2) ?? [];
  const again = await folderFor("again");
  await run(["exec", "--report-dir", again, ...words.slice(1)]);
  expect(await found(again)).toHaveLength(1);
});

test("--outputs keep writes the rows next to the scenario, which replays them", async () => {
  await using service = await launch(["--clock", "poll:500ms", "--seed", "5"]);
  const out = await folderFor("recording");
  const code = `${CLIENT}
console.log(JSON.stringify((await call("/jobs/" + id + "/results?result_format=json")).outputs));`;
  const { stdout } = await record(service.ready.baseUrl, out, code, "--outputs", "keep");
  const outputs = stdout.trim().split("\n").at(-1);
  expect(await readFile(join(out, "rows.jsonl"), "utf8")).toBe(
    ["a private input", "b"]
      .map((input, i) => `${JSON.stringify({ input, output: JSON.parse(outputs ?? "")[i] })}\n`)
      .join(""),
  );
  await using replay = await launch(["--scenario", join(out, "scenario.yaml"), "--clock", "poll"]);
  const file = await folderFor("client.mjs");
  await writeFile(file, code);
  const env = { ...process.env, BATCH_SIM_BASE_URL: replay.ready.baseUrl };
  const again = execFileSync(NODE, [file, "other-key"], { env, encoding: "utf8" });
  expect(again.trim().split("\n").at(-1)).toBe(outputs);
});

test("--tls-cert serves the proxy with https, and the replay sets the same variables", async () => {
  await using service = await launch([]);
  const out = await folderFor("recording");
  const fixtures = resolve("test/input/fixtures");
  const code = `
    import { get } from "node:https";
    const { MY_URL } = process.env;
    const headers = { authorization: "Key own" };
    get(MY_URL + "/list-jobs", { rejectUnauthorized: false, headers }, (res) => {
      console.log(MY_URL.split(":")[0], res.statusCode);
      res.resume();
    });`;
  const tls = [
    "--tls-cert",
    `${fixtures}/localhost-cert.pem`,
    "--tls-key",
    `${fixtures}/localhost-key.pem`,
  ];
  const env = ["--env", "MY_URL=base_url"];
  const {
    code: status,
    stdout,
    stderr,
  } = await record(service.ready.baseUrl, out, code, ...tls, ...env);
  expect([status, stdout]).toEqual([0, "https 200\n"]);
  expect(stderr).toContain(" --clock poll --env MY_URL=base_url -- ");
});

test("a command that sends nothing leaves an earlier recording as it was", async () => {
  await using service = await launch([]);
  const out = await folderFor("recording");
  await record(service.ready.baseUrl, out, ONE_CALL);
  const contents = async () =>
    Promise.all((await readdir(out)).map((name) => readFile(join(out, name), "utf8")));
  const earlier = await contents();
  const { code, stderr } = await record(service.ready.baseUrl, out, "");
  expect([earlier.length, await contents()]).toEqual([5, earlier]);
  expect([code, stderr.trimEnd().split("\n").at(-1)]).toEqual([
    2,
    "batch-sim: No request reached the proxy, so no scenario was written.",
  ]);
});

test("the command's own exit status is the one of record", async () => {
  await using service = await launch([]);
  const out = await folderFor("recording");
  const { code } = await record(service.ready.baseUrl, out, `${ONE_CALL}process.exit(7);`);
  expect(code).toBe(7);
});

test.each([
  [
    "a page",
    (target: string) =>
      `batch-sim: \`${target}/\` does not serve this API: it responded to every request with an HTML page, so no scenario was written. Check \`--target\`.`,
    200,
    "text/html",
  ],
  [
    "401",
    (target: string) =>
      `batch-sim: \`${target}/\` refused every request with status 401: the client's API key is missing or not accepted. \`record\` sends the service the client's own key. No scenario was written.`,
    401,
    "application/json",
  ],
])(
  "a target that responds with %s to every request is not recorded",
  async (_, says, status, type) => {
    await using service = await serve((_, res) => {
      res.writeHead(status, { "content-type": type }).end("{}");
    });
    const out = await folderFor("recording");
    const { code, stderr } = await record(service.url, out, ONE_CALL);
    expect(stderr.trimEnd().split("\n").at(-1)).toBe(says(service.url));
    expect([code, existsSync(out), stderr.includes("--report-dir")]).toEqual([2, false, false]);
  },
);

test("a target that can't be reached is a sentence, and the command doesn't run", async () => {
  const free = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => free.once("listening", resolve));
  const { port } = free.address() as { port: number };
  await new Promise((resolve) => free.close(resolve));
  const target = `http://127.0.0.1:${port}`;
  expect(await record(target, "unused", ONE_CALL)).toEqual({
    ...{ code: 2, signal: null, stdout: "" },
    stderr: `batch-sim: Failed to reach \`${target}\`: nothing is listening at 127.0.0.1:${port}. Check \`--target\`, and whether the service is running.\n`,
  });
});

test("a target without TLS at an https URL is a sentence", async () => {
  await using service = await serve((_, res) => json(res, {}));
  const target = service.url.replace("http:", "https:");
  const { code, stdout, stderr } = await record(target, "unused", ONE_CALL);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(
    /^batch-sim: Failed to connect to `https:\/\/127\.0\.0\.1:\d+` over TLS: .+\. For a private certificate authority, set `NODE_EXTRA_CA_CERTS` to its certificate file; for a service without TLS, begin `--target` with `http:`\.\n$/,
  );
});

test.each([
  [
    ["record", "--", "true"],
    "Expected `--target` with the base URL of the service to record, such as `https://api.example.com`, got nothing.",
  ],
  [
    ["record", "--target", "http://127.0.0.1:1", "--env", "MY_KEY=api_key", "--", "true"],
    "Expected `--env MY_KEY` to be base_url or deployment_url, got `api_key`. While recording, the client uses its own key, and there is no control API.",
  ],
  [
    ["record", "--target", "http://127.0.0.1:1"],
    "Expected `record` to be followed by `--` and a command, such as `python nightly_job.py`, got nothing.",
  ],
])("%j is refused", async (args, problem) => {
  expect(await run(args)).toEqual({
    ...{ code: 2, signal: null, stdout: "", stderr: `batch-sim: ${problem}\n` },
  });
});
