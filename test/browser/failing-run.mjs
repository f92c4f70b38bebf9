import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

/** The number of tests in the run, and the number of failures for each kind of mistake. */
export const TESTS = 400;
export const FAILURES = {
  "created-twice": 5,
  "invalid-request": 6,
  "results-too-early": 7,
  "results-of-unsuccessful": 7,
  "retry-after-ignored": 7,
  "never-downloaded": 8,
};

/** A client's tests, of which 40 fail for one of six reasons. */
function program() {
  const kinds = Object.entries(FAILURES).flatMap(([kind, count]) => Array(count).fill(kind));
  return `
import { connect } from ${JSON.stringify(pathToFileURL("dist/index.js").href)};
const control = connect(process.env.BATCH_SIM_CONTROL_URL);
const kinds = ${JSON.stringify(kinds)};
const SCENARIOS = {
  "created-twice": "lost-create-response",
  "results-too-early": "slow-job",
  "results-of-unsuccessful": "job-fails-midway",
  "retry-after-ignored": {
    name: "busy",
    profiles: [{ queued: "0s", starting: "0s", running: "0s" }],
    faults: [{ on: "getJobStatus", status: 429, headers: { "retry-after": 60 }, times: 1 }],
  },
};
async function runTest(index) {
  // The failures are spread over the run.
  const kind = index % 10 === 3 ? kinds[(index - 3) / 10] : undefined;
  const name = "suite " + Math.floor(index / 20) + " > test " + index;
  const box = await control.sandbox({ name, scenario: SCENARIOS[kind] ?? "instant", clock: kind === "retry-after-ignored" ? "real" : "poll" });
  const call = (method, path, body) =>
    fetch(box.baseUrl + path, {
      method,
      headers: { authorization: "Key " + box.apiKey, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    }).then((response) => response.json().catch(() => ({})), () => ({}));
  const create = () => call("POST", "/batch-inference", { inputs: ["a", "b"] });
  if (kind === "invalid-request") await call("POST", "/batch-inference", { inputs: 5 });
  const job = await create();
  const { job_id } = job.job_id ? job : await create();
  const results = () => call("GET", "/jobs/" + job_id + "/results?result_format=json");
  if (kind === "results-too-early") await results();
  let state = "";
  for (let poll = 0; poll < 50 && !/SUCCEEDED|FAILED/.test(state); poll++)
    state = JSON.stringify(await call("GET", "/job-status/" + job_id));
  if (kind !== "never-downloaded" && (state.includes("SUCCEEDED") || kind === "results-of-unsuccessful"))
    await results();
}
for (let index = 0; index < ${TESTS}; index += 8)
  await Promise.all(Array.from({ length: 8 }, (_, next) => runTest(index + next)));
process.exitCode = 1;
`;
}

/** Runs the tests with `exec` in a folder; resolves with the address of the report's page. */
export async function failingRun(folder) {
  const file = join(folder, "client.test.mjs");
  await writeFile(file, program());
  const words = ["dist/cli.cjs", "exec", "--report-dir", folder, "--", process.execPath, file];
  await promisify(execFile)(process.execPath, words, { maxBuffer: 1e8 }).catch(
    ({ code, stderr }) => {
      if (code !== 1) throw new Error(stderr);
    },
  );
  return pathToFileURL(join(folder, "report.html")).href;
}
