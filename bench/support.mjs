// Shared by the benchmarks: servers in separate processes, a client, and statistics over several rounds.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const CLI = fileURLToPath(new URL("../dist/cli.cjs", import.meta.url));
const WITH_KEY = { authorization: "Key bench" };
const USAGE = fileURLToPath(new URL("harness/usage.cjs", import.meta.url));

/**
 * Starts a program and waits for the first line of its output. `usage` resolves with the CPU time of the process so far in
 * milliseconds, and its largest size in bytes since the last call.
 */
export async function startProcess(args) {
  const child = spawn(process.execPath, ["--require", USAGE, ...args], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  const usage = async () => {
    child.send("usage");
    const [answer] = await once(child, "message");
    return answer;
  };
  return { ...(await printed(child)), usage };
}

/** The same server without the measuring code, which slows down the start by a few milliseconds. */
export function startAlone(args, isReady) {
  return printed(spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] }), isReady);
}

/** Waits for the line that says that a program is ready: by default, its first. */
async function printed(child, isReady = () => true) {
  const lines = createInterface({ input: child.stdout });
  const line = await new Promise((resolve, reject) => {
    lines.on("line", (each) => isReady(each) && resolve(each));
    child.once("exit", (code) =>
      reject(new Error(`${child.spawnargs.join(" ")} ended with ${code}`)),
    );
  });
  const end = (signal) =>
    new Promise((resolve) => {
      child.once("exit", resolve);
      child.kill(signal);
    });
  return { line, pid: child.pid, stop: () => end("SIGTERM"), kill: () => end("SIGKILL") };
}

/** How people start the simulator, on a free port: it prints a banner. */
export const WITH_BANNER = [CLI, "--port", "0"];

/** How to start the simulator on a free port; its first line is an object. */
export const SIMULATOR = [CLI, "--port", "0", "--json", "--log", "silent"];

/** Starts the simulator with these options and resolves with its ready line as an object. */
export async function startSimulatorProcess(...options) {
  const started = await startProcess([...SIMULATOR, ...options]);
  return { ...started, ready: JSON.parse(started.line) };
}

/** Sends one request and resolves with the complete response as text. */
export function send(method, url, { body, agent, headers: given = WITH_KEY } = {}) {
  return new Promise((resolve, reject) => {
    const headers = body === undefined ? given : { ...given, "content-type": "application/json" };
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

/** Downloads a file without keeping it, and resolves with its number of bytes. Rejects if the status is not 200. */
export function download(url, headers = WITH_KEY) {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers }, (response) => {
      let bytes = 0;
      response.on("data", (chunk) => {
        bytes += chunk.length;
      });
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode === 200) resolve(bytes);
        else reject(new Error(`Expected 200 from ${url}, got ${response.statusCode}.`));
      });
    });
    outgoing.on("error", reject).end();
  });
}

/** Submits a job, and resolves with its ID. The body is text, or a stream of it. */
export async function submit(baseUrl, body) {
  const response = await send("POST", `${baseUrl}/batch-inference`, { body });
  if (response.status !== 200)
    throw new Error(`Expected 200, got ${response.status} ${response.text.slice(0, 300)}`);
  return JSON.parse(response.text).job_id;
}

/** The median of some numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
