// Runs the action's steps with the variables and files that GitHub sets.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { test } from "node:test";

const ROOT = resolve(import.meta.dirname, "..", "..");
const FILES = ["GITHUB_ENV", "GITHUB_OUTPUT", "GITHUB_STATE", "GITHUB_STEP_SUMMARY"];

/** A job on a runner: a folder with its files, in which the action's steps run. */
class Job {
  constructor(inputs) {
    this.folder = mkdtempSync(join(tmpdir(), "batch-sim-action-"));
    for (const name of FILES) writeFileSync(join(this.folder, name), "");
    const withCommand = { command: `${process.execPath} ${join(ROOT, "dist/cli.cjs")}`, ...inputs };
    this.env = {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      GITHUB_ACTIONS: "true",
      RUNNER_TEMP: this.folder,
      ...Object.fromEntries(FILES.map((name) => [name, join(this.folder, name)])),
      ...Object.fromEntries(
        Object.entries(withCommand).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
      ),
    };
  }

  run(script) {
    const states = Object.entries(this.read("GITHUB_STATE")).map(([name, value]) => [
      `STATE_${name}`,
      value,
    ]);
    const env = { ...this.env, ...Object.fromEntries(states) };
    const file = join(ROOT, "integrations/action", script);
    const { status, stdout, stderr } = spawnSync(process.execPath, [file], {
      cwd: this.folder,
      env,
      encoding: "utf8",
    });
    return { status, printed: stdout + stderr };
  }

  /** The variables in one of the runner's files. */
  read(name) {
    const lines = this.text(name).trimEnd().split("\n").filter(Boolean);
    return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2)));
  }

  text(name) {
    return readFileSync(join(this.folder, name), "utf8");
  }

  end() {
    rmSync(this.folder, { recursive: true });
  }
}

const send = async ({ BATCH_SIM_BASE_URL: url, BATCH_SIM_API_KEY: key }, path, body) => {
  const headers = { authorization: `Key ${key}`, "content-type": "application/json" };
  const response = await fetch(url + path, { headers, ...(body && { method: "POST", body }) });
  await response.text();
  return response.status;
};

test("steps find the simulator, and the end has a summary, annotations, and a report", async () => {
  const job = new Job({
    scenario: "slow-job",
    clock: "poll",
    env: "MY_URL=base_url",
    "fail-on": "warning",
    "report-dir": "report",
  });
  const { status, printed } = job.run("main.cjs");
  assert.equal(status, 0, printed);
  const variables = job.read("GITHUB_ENV");
  assert.equal(variables.MY_URL, variables.BATCH_SIM_BASE_URL);
  assert.equal(job.read("GITHUB_OUTPUT")["base-url"], variables.BATCH_SIM_BASE_URL);
  assert.equal(await send(variables, "/batch-inference", "{}"), 422);
  const end = job.run("post.cjs");
  assert.equal(end.status, 3, end.printed);
  assert.match(end.printed, /^::error title=batch-sim%3A invalid-request::/m);
  assert.match(job.text("GITHUB_STEP_SUMMARY"), /^### batch-sim: 1 error/);
  for (const name of ["report.json", "report.html", "junit.xml", "trace.ndjson", "reproduce.sh"])
    assert.ok(existsSync(join(job.folder, "report", name)), name);
  await assert.rejects(send(variables, "/get-quotas"));
  job.end();
});

test("a client that does nothing wrong passes, with a named key and a hidden token", async () => {
  const job = new Job({ "api-key": "team-a=secret", "control-token": "hidden" });
  const { status, printed } = job.run("main.cjs");
  assert.equal(status, 0, printed);
  assert.match(printed, /^::add-mask::hidden$/m);
  const variables = job.read("GITHUB_ENV");
  assert.equal(variables.BATCH_SIM_API_KEY, "secret");
  assert.equal(await send(variables, "/get-quotas"), 200);
  const end = job.run("post.cjs");
  assert.equal(end.status, 0, end.printed);
  assert.match(end.printed, /sandbox|0 errors/);
  job.end();
});

test("a token that the simulator generates is hidden, and steps and the end have it", async () => {
  const job = new Job({ host: "0.0.0.0" });
  const { status, printed } = job.run("main.cjs");
  assert.equal(status, 0, printed);
  const variables = job.read("GITHUB_ENV");
  assert.ok(printed.startsWith(`::add-mask::${variables.BATCH_SIM_CONTROL_TOKEN}\n`), printed);
  assert.match(variables.BATCH_SIM_CONTROL_TOKEN, /^[0-9a-f]{32}$/);
  assert.equal(await send(variables, "/get-quotas"), 200);
  const end = job.run("post.cjs");
  assert.equal(end.status, 0, end.printed);
  job.end();
});

test("an invalid input fails the step with its message, and leaves nothing to stop", () => {
  const job = new Job({ clock: "sundial" });
  const { status, printed } = job.run("main.cjs");
  assert.equal(status, 1);
  assert.match(printed, /BATCH_SIM_CLOCK.*sundial/);
  assert.match(printed, /^::error title=batch-sim::Failed to start batch-sim/m);
  assert.equal(job.run("post.cjs").status, 0);
  job.end();
});
