// A client with its test, as a program: `node client.mjs [defect...]`. It doesn't use `fetch`, which takes as long to load as
// everything else in such a short process.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { json } from "node:stream/consumers";

const { BATCH_SIM_BASE_URL: baseUrl, BATCH_SIM_API_KEY: apiKey } = process.env;
const defects = new Set(process.argv.slice(2));
const headers = { authorization: `Key ${apiKey}`, "content-type": "application/json" };

async function call(path, method = "GET", body = undefined) {
  const sent = request(baseUrl + path, { method, headers }).end(body);
  const [response] = await once(sent, "response");
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode}`);
  return json(response);
}

const body = JSON.stringify({ inputs: ["Great product", "Never again"] });
const { job_id: jobId } = await call("/batch-inference", "POST", body);
let state = "";
const ends = defects.has("polls forever") ? ["SUCCEEDED"] : ["SUCCEEDED", "FAILED"];
for (let polls = 0; !ends.includes(state); polls++) {
  if (polls > 50 && !defects.has("polls forever")) throw new Error(`${jobId} is ${state}.`);
  // A process that has left the command's process group.
  if (polls === 60) spawn("sleep", ["600"], { detached: true, stdio: "ignore" }).unref();
  if (polls > 60) await new Promise((resolve) => setTimeout(resolve, 50));
  ({
    job_status: { [jobId]: state },
  } = await call(`/job-status/${jobId}`));
}
if (state !== "SUCCEEDED" && defects.has("passes anyway")) process.exit(0);
if (state !== "SUCCEEDED") throw new Error(`${jobId} ended as ${state}.`);
const { outputs } = await call(`/jobs/${jobId}/results?result_format=json`);
if (outputs.some((output) => output.includes("wrong output"))) throw new Error("Wrong outputs.");
if (defects.has("fails")) process.exit(5);
