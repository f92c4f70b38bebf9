// A client with its test, as a program: `node client.mjs [defect...]`.
import { spawn } from "node:child_process";

const { BATCH_SIM_BASE_URL: baseUrl, BATCH_SIM_API_KEY: apiKey } = process.env;
const defects = new Set(process.argv.slice(2));
const headers = { authorization: `Key ${apiKey}`, "content-type": "application/json" };

async function call(path, init) {
  const response = await fetch(baseUrl + path, { headers, ...init });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

const body = JSON.stringify({ inputs: ["Great product", "Never again"] });
const { job_id: jobId } = await call("/batch-inference", { method: "POST", body });
let state = "";
for (let polls = 0; !["SUCCEEDED", "FAILED"].includes(state); polls++) {
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
