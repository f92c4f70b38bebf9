// Starts the simulator with the overlay `client-sdk`, runs the Python client against it, and stops both. On a `poll` clock, each
// poll moves the time, so the client doesn't need to sleep. Exits with the client's exit code.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { startSimulator } from "batch-sim";

const sim = await startSimulator({ overlays: ["client-sdk"], clock: "poll" });
const client = fileURLToPath(new URL("client.py", import.meta.url));
const args = ["--base-url", sim.baseUrl, "--api-key", sim.apiKey, "--poll-interval", "0"];
const python = spawn("python3", [client, ...args], { stdio: "inherit" });
const [status] = await once(python, "close");
await sim.close();
process.exitCode = status ?? 1;
