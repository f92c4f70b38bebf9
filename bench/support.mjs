// Shared by the benchmarks: servers in their own processes, a client, and statistics over several
// rounds.
import { spawn } from "node:child_process";
import { Agent, request } from "node:http";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const CLI = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));

/** Starts a program and waits for the first line of its output. */
export async function startProcess(args) {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout });
  const line = await new Promise((resolve, reject) => {
    lines.once("line", resolve);
    child.once("exit", (code) => reject(new Error(`${args.join(" ")} ended with ${code}`)));
  });
  const stop = () =>
    new Promise((resolve) => {
      child.once("exit", resolve);
      child.kill("SIGTERM");
    });
  return { line, pid: child.pid, stop };
}

/** Starts the simulator with these options and resolves with its ready line as an object. */
export async function startSimulatorProcess(...options) {
  const started = await startProcess([CLI, "--port", "0", "--json", "--log", "silent", ...options]);
  return { ...started, ready: JSON.parse(started.line) };
}

/** Sends one request and resolves with the complete response as text. */
export function send(method, url, { body, agent, key = "bench" } = {}) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Key ${key}` };
    if (body !== undefined) headers["content-type"] = "application/json";
    const outgoing = request(url, { method, headers, agent }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("end", () =>
        resolve({ status: response.statusCode, text: Buffer.concat(chunks).toString() }),
      );
    });
    outgoing.on("error", reject);
    if (body === undefined || typeof body === "string") outgoing.end(body);
    else body.pipe(outgoing);
  });
}

/** Requests per second over this number of keep-alive connections. */
export async function requestsPerSecond(url, { requests, connections }) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let left = requests;
  const started = performance.now();
  const work = async () => {
    while (left-- > 0) await send("GET", url, { agent });
  };
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
  return requests / ((performance.now() - started) / 1000);
}

/** The median of some numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
