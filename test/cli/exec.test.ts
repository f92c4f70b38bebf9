import { execFileSync, spawnSync } from "node:child_process";
import { link, lstat, mkdtemp, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "@jest/globals";
import { writeOwnFile } from "../../src/cli/output/own-files.ts";
import { parseXml } from "../findings/report/xml.ts";
import { RESULTS_FORMATS } from "../support/results-formats.ts";
import { launch, Program, run } from "./process.ts";

const NODE = process.execPath;

/**
 * A client as in a typical test suite. It prints its target and its process ID. It doesn't use `fetch`, which takes as long to
 * load as everything else in such a short process.
 */
const CLIENT = `
import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
const { BATCH_SIM_BASE_URL: url, BATCH_SIM_API_KEY: key, ...env } = process.env;
const say = (name) => { if (env[name] !== undefined) console.log(name + "=" + env[name]); };
["BATCH_SIM_DEPLOYMENT_URL", "BATCH_SIM_CONTROL_URL", "MY_SDK_URL"].forEach(say);
console.log(url, process.pid);
const headers = { authorization: "Key " + key, "content-type": "application/json" };
const call = async (path, method = "GET", body = undefined) => {
  const [response] = await once(request(url + path, { method, headers }).end(body), "response");
  return text(response);
};
`;
const PASS = `${CLIENT} await call("/get-quotas");`;
const BREACH = `${CLIENT} await call("/batch-inference", "POST", "{}");`;

/** A client that sends nothing. */
const AWAY = 'console.log("ok");';

const exec = (code: string, ...options: string[]) => [
  "exec",
  ...options,
  "--",
  NODE,
  "--input-type=module",
  "-e",
  code,
];

/** Whether a server listens at a URL. */
function listens(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** The address and the process ID that a client printed. */
function told(stdout: string): { url: string; pid: number } {
  const [, url = "", pid = ""] = /^(http\S+) (\d+)$/m.exec(stdout) ?? [];
  return { url, pid: Number(pid) };
}

async function expectNothingLeft(stdout: string): Promise<void> {
  const { url, pid } = told(stdout);
  expect([await listens(url), isAlive(pid)]).toEqual([false, false]);
}

test("a command that passes and keeps the contract: 0, its output as it is, the report on standard error", async () => {
  const { code, stdout, stderr } = await run(
    exec(PASS, "--env", "MY_SDK_URL=base_url", "--clock", "poll"),
  );
  const { url, pid } = told(stdout);
  expect([code, stdout]).toEqual([
    0,
    `BATCH_SIM_DEPLOYMENT_URL=${url}\nBATCH_SIM_CONTROL_URL=${url}/_sim\nMY_SDK_URL=${url}\n${url} ${pid}\n`,
  ]);
  expect(stderr).toMatch(
    /^\nbatch-sim report {2}0 errors, 0 warnings, 1 info {2}1 sandbox, 0 jobs, 1 exchange\n/,
  );
  await expectNothingLeft(stdout);
});

test("--cors lets a web page send requests; without it, its preflight requests are mistakes", async () => {
  const page = `${CLIENT} headers.origin = "http://page.example";
headers["access-control-request-method"] = "GET";
await call("/get-quotas", "OPTIONS"); await call("/get-quotas");`;
  expect((await run(exec(page, "--cors"))).code).toBe(0);
  expect(await run(exec(page))).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("set batch-sim's option `cors`"),
  });
});

test("the command gets the control token and the key, and `connect` uses them", async () => {
  const library = pathToFileURL(resolve("dist", "index.js")).href;
  const code = `import { connect } from ${JSON.stringify(library)};
const { BATCH_SIM_CONTROL_URL: url, BATCH_SIM_CONTROL_TOKEN: token, MY_TOKEN: own } = process.env;
console.log(token, own, (await connect(url).info()).scenario);
await connect(url, { controlToken: "other" }).info().catch(({ code }) => console.log(code));`;
  const options = [
    "--control-token",
    "t0ken",
    "--api-key",
    "k3y",
    "--env",
    "MY_TOKEN=control_token",
  ];
  expect(await run(exec(code, ...options))).toMatchObject({
    code: 0,
    stdout: "t0ken t0ken happy-path\nSIM_CONTROL_TOKEN\n",
  });
});

test("a command that passes and breaks the contract: 3, unless told to fail on nothing", async () => {
  const breach = await run(exec(BREACH));
  expect([breach.code, breach.stderr]).toEqual([
    3,
    expect.stringContaining("Expected `inputs` to be present: it is required."),
  ]);
  expect(breach.stderr).toContain(
    "run this command again with `--report-dir DIR`, and then run `sh DIR/reproduce.sh`, which needs curl.\n",
  );
  expect((await run(exec(BREACH, "--fail-on", "never"))).code).toBe(0);
});

test("a finding has the command line that runs the command again, without keys", async () => {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-again-"));
  await writeFile(join(folder, "it's.mjs"), BREACH);
  const words = [
    "exec",
    "--api-key",
    "k3y",
    "--control-token=t0ken",
    ...["--env", "MY_API_KEY=api_key", "--env=MY_TOKEN=control_token"],
    "--",
    process.execPath,
    "it's.mjs",
    "MY_API_KEY=k3y",
    ...["--env=MY_API_KEY=k3y=", "--key=a=k3y", "Authorization: Bearer k3y"],
    "cd . && MY_TOKEN=t0ken go a=b https://a.test/?key=k3y&b=c",
  ];
  const env = { BATCH_SIM_COMMAND: "npx batch-sim@1" };
  const { stderr } = await run(words, { cwd: folder, env });
  expect(stderr).toContain(
    `again  npx batch-sim@1 exec --api-key '***' '--control-token=***' --env MY_API_KEY=api_key --env=MY_TOKEN=control_token -- ${process.execPath} 'it'\\''s.mjs' 'MY_API_KEY=***' '--env=MY_API_KEY=***' '--key=***' 'Authorization: ***' 'cd . && MY_TOKEN=*** go a=b https://a.test/?key=***&b=c'\n`,
  );
  expect(stderr).not.toMatch(/k3y|t0ken/);
});

const WARNING = `${CLIENT} await call("/jobs/job-x");`;

test("`--fail-on warning` lets a warning fail the run, and the last line says so", async () => {
  const { code, stderr } = await run(exec(WARNING, "--fail-on", "warning"));
  expect([code, stderr.split("\n").at(-2)]).toEqual([
    3,
    "batch-sim: Found 1 warning. The run fails because of `--fail-on warning`.",
  ]);
});

test("a command that fails: its own status, whatever its clients did", async () => {
  const { code, stdout, stderr } = await run(exec(`${BREACH} process.exitCode = 41;`));
  expect([code, stderr.split("\n").at(-2)]).toEqual([
    41,
    "batch-sim: Found 1 error. The command failed with exit code 41.",
  ]);
  await expectNothingLeft(stdout);
});

test("a command that crashes: its signal's status", async () => {
  const { code, stdout } = await run(exec(`${PASS} process.kill(process.pid, "SIGKILL");`));
  expect(code).toBe(128 + 9);
  await expectNothingLeft(stdout);
});

test("an unknown command: 127, and no report that hides it", async () => {
  expect(await run(["exec", "--", "no-such-program"])).toMatchObject({
    code: 127,
    stderr: expect.stringMatching(
      /^batch-sim: Failed to run `no-such-program`: the program was not found\.\n/,
    ),
  });
});

test("a command that hangs is passed the signal, and its report is written all the same", async () => {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-exec-"));
  const hang = `${BREACH} console.log("hanging"); setInterval(() => {}, 1000);`;
  await using program = new Program(exec(hang, "--report-dir", folder));
  const stdout = await program.until("hanging");
  expect(await listens(told(stdout).url)).toBe(true);
  const { code, stderr } = await program.kill("SIGTERM");
  expect([code, stderr]).toEqual([128 + 15, expect.stringContaining("invalid-request")]);
  expect((await readdir(folder)).sort()).toEqual([
    "junit.xml",
    "report.html",
    "report.json",
    "reproduce.sh",
    "trace.ndjson",
  ]);
  await expectNothingLeft(stdout);
});

test("a command that doesn't heed the signal is killed by the second", async () => {
  const deaf = `${PASS} process.on("SIGTERM", () => console.log("heard")); console.log("deaf"); setInterval(() => {}, 1000);`;
  await using program = new Program(exec(deaf));
  await program.until("deaf");
  program.child.kill("SIGTERM");
  const stdout = await program.until("heard");
  const { code } = await program.kill("SIGTERM");
  expect(code).toBe(128 + 9);
  await expectNothingLeft(stdout);
});

/** A command that starts another process with the same output, which runs some code. The output ends when both processes have ended. */
const parentOf = (code: string) => `
const { spawn } = await import("node:child_process");
spawn(process.execPath, ["-e", ${JSON.stringify(`${code} setInterval(() => {}, 1000);`)}], { stdio: ["ignore", "inherit", "ignore"] });
setInterval(() => {}, 1000);`;

test.each([
  ["SIGTERM", 143],
  ["SIGINT", 130],
  ["SIGHUP", 129],
] as const)("%s ends what the command has started, too", async (signal, status) => {
  await using program = new Program(exec(parentOf("console.log('started');")));
  await program.until("started");
  const { code } = await program.kill(signal);
  expect(code).toBe(status);
});

test("what the command has started is waited for, and killed by the second signal", async () => {
  const deaf = "process.on('SIGTERM', () => console.log('heard')); console.log('started');";
  await using program = new Program(exec(parentOf(deaf)));
  await program.until("started");
  program.child.kill("SIGTERM");
  await program.until("heard");
  const { code } = await program.kill("SIGTERM");
  // Whether the command had ended before it could be killed.
  expect([143, 137]).toContain(code);
});

test("standard input goes to the command", async () => {
  const echo = "process.stdin.pipe(process.stdout)";
  const program = new Program(["exec", "--", NODE, "-e", echo]);
  program.child.stdin.end("through\n");
  expect(await program.ended).toMatchObject({ code: 0, stdout: "through\n" });
});

test("the reports are written as files", async () => {
  const folder = join(await mkdtemp(join(tmpdir(), "batch-sim-exec-")), "made", "here");
  const { stderr } = await run(exec(BREACH, "--report-dir", folder));
  const read = (name: string) => readFile(join(folder, name), "utf8");
  expect(stderr.split("\n").at(-3)).toBe(
    `reports: ${["report.json", "junit.xml", "report.html", "trace.ndjson", "reproduce.sh"].map((name) => join(folder, name)).join(", ")}`,
  );
  expect(JSON.parse(await read("report.json"))).toMatchObject({ summary: { errors: 1 } });
  expect(parseXml(await read("junit.xml")).attributes["failures"]).toBe("1");
  expect(await read("report.html")).toMatch(/^<!doctype html>/);
  expect(await run(exec(AWAY, "--report-dir", join(folder, "report.json")))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      `batch-sim: Failed to write the reports into \`${join(folder, "report.json")}\``,
    ),
  });
});

test("reports replace what is at their paths: links to other files, and pipes", async () => {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-exec-"));
  const other = join(folder, "other.txt");
  await writeFile(other, "mine");
  await symlink(other, join(folder, "report.json"));
  await link(other, join(folder, "junit.xml"));
  await symlink(join(folder, "nowhere"), join(folder, "report.html"));
  if (process.platform !== "win32") execFileSync("mkfifo", [join(folder, "trace.ndjson")]);
  expect(await run(exec(AWAY, "--report-dir", folder))).toMatchObject({ code: 0 });
  expect(await readFile(other, "utf8")).toBe("mine");
  expect((await readdir(folder)).sort()).toEqual([
    "junit.xml",
    "other.txt",
    "report.html",
    "report.json",
    "trace.ndjson",
  ]);
  const stats = await Promise.all(
    ["report.json", "report.html", "trace.ndjson"].map((name) => lstat(join(folder, name))),
  );
  expect(stats.map((each) => each.isFile())).toEqual([true, true, true]);
});

const onLinux = process.platform === "linux" ? test : test.skip;

onLinux("a folder for reports that can't be made ends the command", async () => {
  const { code, stderr } = await run(exec(AWAY, "--report-dir", "/proc/no-such-folder/here"));
  expect([code, stderr.split("\n").at(-2)]).toEqual([
    2,
    "batch-sim: Failed to write the reports into `/proc/no-such-folder/here`: ENOENT: no such file or directory, mkdir '/proc/no-such-folder'. Check the folder's permissions and free space, or choose another folder with `--report-dir`.",
  ]);
});

test("too little coverage is 3 as well", async () => {
  const { code, stderr } = await run(exec(PASS, "--min-coverage", "90%"));
  expect([code, stderr.split("\n").slice(-3, -1)]).toEqual([
    3,
    [
      expect.stringMatching(
        /^batch-sim: Expected coverage of at least 90 ?%, got \d ?%\. The run fails because of `--min-coverage`\.$/,
      ),
      "batch-sim: Found no errors and no warnings.",
    ],
  ]);
});

test("a client that never reaches the simulator is warned of, with the variables that it could read", async () => {
  const { code, stderr } = await run(exec(AWAY, "--env", "MY_SDK_URL=base_url"));
  expect([code, stderr.split("\n").slice(2).join("\n")]).toEqual([
    0,
    expect.stringMatching(
      /^\ncoverage {2}0 ?% .*\n\nbatch-sim: No request reached batch-sim, so nothing was judged\. Point the client under test at http:\/\/127\.0\.0\.1:\d+, the value of `BATCH_SIM_BASE_URL` and `MY_SDK_URL`; `--env NAME=base_url` sets another variable to this URL\.\n$/,
    ),
  ]);
});

test.each([
  [
    ["--min-coverage", "60%"],
    /^batch-sim: Expected coverage of at least 60 ?%, got 0 ?%\. The run fails because of `--min-coverage`\.$/,
  ],
  [
    ["--fail-on", "warning"],
    /^batch-sim: Expected at least one request because `fail-on` is set, got none\. The run fails\.$/,
  ],
])("a client that never reaches the simulator fails under %j", async (options, reason) => {
  const { code, stderr } = await run(exec(AWAY, ...options));
  expect([code, stderr.split("\n").slice(-3, -1)]).toEqual([
    3,
    [
      expect.stringMatching(reason),
      expect.stringMatching(/^batch-sim: No request reached batch-sim, /),
    ],
  ]);
});

test("a client that never reaches the simulator passes where nothing is to fail", async () => {
  expect(await run(exec(AWAY, "--fail-on", "never"))).toMatchObject({ code: 0 });
});

test("the project file says what the command line doesn't", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "batch-sim-exec-"));
  await writeFile(
    join(cwd, "batch-sim.yaml"),
    `scenario: ./story.yaml
env: { MY_SDK_URL: base_url }
failOn: warning
reportDir: out
expected:
  - id: invalid-request
`,
  );
  await writeFile(join(cwd, "story.yaml"), "name: story\nseed: 5\n");
  const { code, stdout, stderr } = await run(exec(BREACH), { cwd });
  expect([code, stderr]).toEqual([0, expect.stringContaining("(and 1 expected)")]);
  expect(stdout).toContain("MY_SDK_URL=http");
  const report = JSON.parse(await readFile(join(cwd, "out", "report.json"), "utf8"));
  expect(report.sandboxes).toMatchObject([{ scenario: "story.yaml", seed: 5 }]);
  expect((await run(exec(PASS), { cwd })).code).toBe(3);
  expect((await run(exec(PASS, "--fail-on=error"), { cwd })).code).toBe(0);
});

test("every problem of a project file is reported with its position", async () => {
  const cwd = await mkdtemp(join(tmpdir(), "batch-sim-exec-"));
  const text = `fail-on: error
clock: fast
env: { MY_URL: base-url }
expected:
  - id: invalid-requst
  - {}
`;
  await writeFile(join(cwd, "sim.yaml"), text);
  expect(await run(exec(PASS, "--config", "sim.yaml"), { cwd })).toEqual({
    code: 2,
    signal: null,
    stdout: "",
    stderr: `batch-sim: Failed to read \`sim.yaml\`: 5 problems.
batch-sim: sim.yaml:1:1 fail-on: Unknown key \`fail-on\`. Did you mean \`failOn\`?
batch-sim: sim.yaml:2:8 clock: Expected \`clock\` to be \`real\`, a speed such as \`60x\`, \`manual\`, \`poll\`, \`poll:next\`, or a step such as \`poll:5s\`, got \`"fast"\` (string).
batch-sim: sim.yaml:3:16 env.MY_URL: Expected \`env.MY_URL\` to be one of \`base_url\`, \`deployment_url\`, \`control_url\`, \`api_key\`, \`control_token\`, got \`"base-url"\` (string). Did you mean \`base_url\`?
batch-sim: sim.yaml:5:9 expected.0.id: Expected \`expected.0.id\` to be the ID of a finding, got \`"invalid-requst"\` (string). Did you mean \`invalid-request\`?
batch-sim: sim.yaml:6:5 expected.1: Expected \`expected.1\` to be an object with an \`id\`, a \`sandbox\`, or both, got \`{}\` (object).
`,
  });
  expect(await run(exec(PASS, "--config", "none.yaml"), { cwd })).toMatchObject({ code: 2 });
});

test("three side by side don't disturb each other", async () => {
  const ended = await Promise.all(Array.from({ length: 3 }, () => run(exec(PASS, "--port", "0"))));
  expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(new Set(ended.map(({ stdout }) => told(stdout).url)).size).toBe(3);
  for (const { stdout } of ended) await expectNothingLeft(stdout);
});

test("report fetches the same from a simulator that runs", async () => {
  await using program = await launch();
  const { baseUrl, apiKey } = program.ready;
  const headers = { authorization: `Key ${apiKey}`, "content-type": "application/json" };
  expect(await run(["report", baseUrl])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(
      `batch-sim: No request reached batch-sim, so nothing was judged. Point the client under test at ${baseUrl}.\n`,
    ),
  });
  expect((await run(["report", baseUrl, "--min-coverage", "1%"])).code).toBe(3);
  await fetch(`${baseUrl}/batch-inference`, { method: "POST", headers, body: "{}" });
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-report-"));
  const { code, stdout, stderr } = await run(["report", baseUrl, "--report-dir", folder]);
  expect([code, stdout, stderr]).toEqual([3, "", expect.stringContaining("invalid-request")]);
  expect(JSON.parse(await readFile(join(folder, "report.json"), "utf8"))).toMatchObject({
    summary: { errors: 1 },
  });
  expect(await run(["report", "nowhere"])).toEqual({
    code: 2,
    signal: null,
    stdout: "",
    stderr:
      "batch-sim: Expected the simulator's URL, such as `http://127.0.0.1:4010`, got `nowhere`.\n",
  });
});

test("--coverage lists all missing coverage", async () => {
  const { stderr } = await run(exec(PASS, "--coverage"));
  expect(stderr).toMatch(
    /^not covered {2}operations: createJob, getResults, .*tryAuthentication$/m,
  );
  expect(stderr.split("\n")).toContain(
    `not covered  results formats: ${RESULTS_FORMATS.join(", ")}`,
  );
  expect(stderr).toMatch(/^not covered {2}rows: .*a row that failed \(scenario bad-rows\)$/m);
});

/** Blocks the event loop of `exec`, so that it learns of its client's last acts and exit at once. */
const BUSY = `
if (process.argv[2] === "exec") setInterval(() => {
  for (const start = Date.now(); Date.now() - start < 300; );
}, 310);
`;

test("the request that a client gives up right before it exits is in the report, even under load", async () => {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-exec-"));
  await writeFile(join(folder, "busy.mjs"), BUSY);
  await writeFile(join(folder, "hang.yaml"), "faults: [{ on: getQuotas, hang: true }]");
  const client = `${CLIENT}
await call("/list-jobs");
const hanging = request(url + "/get-quotas", { headers }).end();
hanging.on("error", () => {});
setTimeout(() => process.exit(), 400);`;
  const busy = pathToFileURL(join(folder, "busy.mjs")).href;
  await run(exec(client, "--scenario", "hang.yaml", "--report-dir", "out"), {
    cwd: folder,
    env: { NODE_OPTIONS: `--import=${busy}` },
  });
  const report = JSON.parse(await readFile(join(folder, "out", "report.json"), "utf8"));
  expect(report.sandboxes.map(({ exchanges }: { exchanges: number }) => exchanges)).toEqual([2]);
});

onLinux("a report that can't be written completely leaves the earlier one unchanged", async () => {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-exec-"));
  const out = join(folder, "out");
  const args = exec(PASS, "--report-dir", "out");
  await run(args, { cwd: folder });
  const names = await readdir(out);
  const before = await readFile(join(out, "report.json"), "utf8");
  // Allows 512 bytes per file.
  const limited = 'ulimit -f 1; exec "$0" "$@"';
  const command = ["-c", limited, NODE, resolve("dist", "cli.cjs"), ...args];
  const { status, stderr } = spawnSync("sh", command, { cwd: folder, encoding: "utf8" });
  expect(stderr).toContain("Failed to write the reports into `out`: EFBIG");
  expect(status).toBe(2);
  expect(await readdir(out)).toEqual(names);
  expect(await readFile(join(out, "report.json"), "utf8")).toBe(before);
});

test("a file that a killed process with the same ID left is replaced", async () => {
  const path = join(await mkdtemp(join(tmpdir(), "batch-sim-exec-")), "file");
  await writeFile(`${path}.${process.pid}.tmp`, "incompl");
  await writeOwnFile(path, "complete");
  expect(await readdir(dirname(path))).toEqual(["file"]);
  expect(await readFile(path, "utf8")).toBe("complete");
});
