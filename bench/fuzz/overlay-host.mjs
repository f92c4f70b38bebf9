// Serves one overlay after another in a separate process, so that a crash is detected. Tells the parent process whether an
// overlay was rejected, or what failed.
import { createRequire } from "node:module";

const { startSimulator } = createRequire(import.meta.url)("../../dist/index.cjs");

const KEY = "fuzz";
const BODY = { inputs: ["a"], result_format: "json", dataset_id: "x", file_name: "x", text: "a" };

/** Returns undefined if the overlay is served, or rejected properly; otherwise, what failed. */
async function failureOf(file) {
  const notices = [];
  const options = { overlays: [file], scenario: "instant", clock: "poll", port: 0 };
  let sim;
  try {
    sim = await startSimulator({ ...options, onNotice: (notice) => notices.push(notice) });
    await callAll(sim);
  } catch (error) {
    const isRefusal = sim === undefined && error.code?.startsWith("SIM_");
    return isRefusal ? undefined : `${error.stack}`;
  } finally {
    await sim?.close();
  }
  return notices.find((notice) => /^batch-sim failed: (?!SimulatorError)/.test(notice));
}

/** Calls each operation once, with the ID of the first job if there is one. */
async function callAll(sim) {
  const document = await documentOf(sim);
  let jobId = "none";
  for (const [path, verbs] of Object.entries(document.paths)) {
    for (const method of Object.keys(verbs).filter((key) => /^(get|post|put|delete)$/.test(key))) {
      const text = await called(sim, method, path.replace(/\{[^}]*\}/g, jobId));
      jobId = /job-[\da-f-]{36}/.exec(text)?.[0] ?? jobId;
    }
  }
}

async function documentOf(sim) {
  const response = await fetch(`${sim.baseUrl}/openapi.json`);
  const text = await response.text();
  return response.ok && text.startsWith("{") ? { paths: {}, ...JSON.parse(text) } : { paths: {} };
}

/** The response's text; empty if there is no response, for example because the path is invalid. */
async function called(sim, method, path) {
  const headers = { authorization: `Key ${KEY}`, "content-type": "application/json" };
  const body = method === "get" ? undefined : JSON.stringify(BODY);
  const url = `${sim.baseUrl}${path}?result_format=json`;
  const sent = fetch(url, { method, headers, body, signal: AbortSignal.timeout(1000) });
  const response = await sent.catch(() => undefined);
  if (response?.headers.get("x-sim-error") === "SIM_BUG")
    throw new Error(`${method} ${path}: ${await response.text()}`);
  return (await response?.text().catch(() => "")) ?? "";
}

process.on("message", async (file) => process.send({ failure: await failureOf(file) }));
