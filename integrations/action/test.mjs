// Runs the action's steps with the variables and files that GitHub sets.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
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

  /** Runs a step's script; the artifact service of a test is in the same process, so this waits without blocking. */
  async run(script) {
    const states = Object.entries(this.read("GITHUB_STATE")).map(([name, value]) => [
      `STATE_${name}`,
      value,
    ]);
    const env = { ...this.env, ...Object.fromEntries(states) };
    const file = join(ROOT, "integrations/action", script);
    const child = spawn(process.execPath, [file], { cwd: this.folder, env });
    let printed = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        printed += chunk;
      });
    const [status] = await once(child, "close");
    return { status, printed };
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
  const { status, printed } = await job.run("main.cjs");
  assert.equal(status, 0, printed);
  const variables = job.read("GITHUB_ENV");
  assert.equal(variables.MY_URL, variables.BATCH_SIM_BASE_URL);
  assert.equal(job.read("GITHUB_OUTPUT")["base-url"], variables.BATCH_SIM_BASE_URL);
  assert.equal(await send(variables, "/batch-inference", "{}"), 422);
  const end = await job.run("post.cjs");
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
  const { status, printed } = await job.run("main.cjs");
  assert.equal(status, 0, printed);
  assert.match(printed, /^::add-mask::hidden$/m);
  const variables = job.read("GITHUB_ENV");
  assert.equal(variables.BATCH_SIM_API_KEY, "secret");
  assert.equal(await send(variables, "/get-quotas"), 200);
  const end = await job.run("post.cjs");
  assert.equal(end.status, 0, end.printed);
  assert.match(end.printed, /sandbox|0 errors/);
  job.end();
});

test("a token that the simulator generates is hidden, and steps and the end have it", async () => {
  const job = new Job({ host: "0.0.0.0" });
  const { status, printed } = await job.run("main.cjs");
  assert.equal(status, 0, printed);
  const variables = job.read("GITHUB_ENV");
  assert.ok(printed.startsWith(`::add-mask::${variables.BATCH_SIM_CONTROL_TOKEN}\n`), printed);
  assert.match(variables.BATCH_SIM_CONTROL_TOKEN, /^[0-9a-f]{32}$/);
  assert.equal(await send(variables, "/get-quotas"), 200);
  const end = await job.run("post.cjs");
  assert.equal(end.status, 0, end.printed);
  job.end();
});

test("an invalid input fails the step with its message, and leaves nothing to stop", async () => {
  const job = new Job({ clock: "sundial" });
  const { status, printed } = await job.run("main.cjs");
  assert.equal(status, 1);
  assert.match(printed, /BATCH_SIM_CLOCK.*sundial/);
  assert.match(printed, /^::error title=batch-sim::Failed to start batch-sim/m);
  assert.equal((await job.run("post.cjs")).status, 0);
  job.end();
});

const RUN = { workflow_run_backend_id: "run-1", workflow_job_run_backend_id: "job-2" };

/** GitHub's service for artifacts, and the storage behind it. */
async function artifactService(failing) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    requests.push({ method, url, headers, body: Buffer.concat(chunks) });
    response.statusCode = url.endsWith(failing) ? 409 : 200;
    const signed_upload_url = `http://127.0.0.1:${server.address().port}/store?sig=s`;
    response.end(JSON.stringify({ ok: true, signed_upload_url, artifact_id: "7" }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const claims = { scp: "Actions.Example Actions.Results:run-1:job-2" };
  const env = {
    ACTIONS_RUNTIME_TOKEN: `e30.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`,
    ACTIONS_RESULTS_URL: `http://127.0.0.1:${server.address().port}/`,
  };
  return { requests, env, end: () => server.close() };
}

test("the report is uploaded as an artifact", async () => {
  const job = new Job({ artifact: "my-report", "fail-on": "never" });
  const service = await artifactService();
  Object.assign(job.env, service.env);
  const { status, printed } = await job.run("main.cjs");
  assert.equal(status, 0, printed);
  assert.equal(await send(job.read("GITHUB_ENV"), "/batch-inference", "{}"), 422);
  const end = await job.run("post.cjs");
  assert.match(end.printed, /^Uploaded the report as the artifact my-report\.$/m);
  assert.equal(end.status, 0, end.printed);
  const [create, put, finalize] = service.requests;
  const path = "/twirp/github.actions.results.api.v1.ArtifactService";
  assert.deepEqual(
    service.requests.map(({ method, url }) => `${method} ${url}`),
    [`POST ${path}/CreateArtifact`, "PUT /store?sig=s", `POST ${path}/FinalizeArtifact`],
  );
  assert.equal(create.headers.authorization, `Bearer ${service.env.ACTIONS_RUNTIME_TOKEN}`);
  assert.deepEqual(JSON.parse(create.body), { ...RUN, name: "my-report", version: 4 });
  assert.equal(put.headers["x-ms-blob-type"], "BlockBlob");
  const hash = `sha256:${createHash("sha256").update(put.body).digest("hex")}`;
  const size = String(put.body.length);
  assert.deepEqual(JSON.parse(finalize.body), { ...RUN, name: "my-report", size, hash });
  const file = join(job.folder, "artifact.zip");
  writeFileSync(file, put.body);
  const read =
    "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), *sorted(z.namelist()))";
  const { stdout, stderr } = spawnSync("python3", ["-c", read, file], { encoding: "utf8" });
  assert.equal(
    stdout.trim(),
    "None junit.xml report.html report.json reproduce.sh trace.ndjson",
    stderr,
  );
  service.end();
  job.end();
});

test("a report that can't be uploaded is a warning", async () => {
  for (const [failing, warning] of [
    ["CreateArtifact", /^::warning title=batch-sim::Failed to upload .* 409: \{/m],
    [
      undefined,
      /^::warning title=batch-sim::Failed to upload .*: this runner has no artifacts\. /m,
    ],
  ]) {
    const job = new Job({ artifact: "my-report" });
    const service = await artifactService(failing);
    if (failing !== undefined) Object.assign(job.env, service.env);
    const { status, printed } = await job.run("main.cjs");
    assert.equal(status, 0, printed);
    assert.equal(await send(job.read("GITHUB_ENV"), "/get-quotas"), 200);
    const end = await job.run("post.cjs");
    assert.match(end.printed, warning);
    assert.equal(end.status, 0, end.printed);
    service.end();
    job.end();
  }
});
