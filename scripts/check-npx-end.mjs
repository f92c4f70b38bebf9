// Starts the installed program with npx, ends npx as Python's `terminate()` does, and checks that the simulator ends, too.
// Usage: node scripts/check-npx-end.mjs FOLDER, where batch-sim is installed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

const [cwd] = process.argv.slice(2);
const npx = spawn("npx", ["batch-sim", "--port", "0", "--json"], {
  cwd,
  stdio: ["ignore", "pipe", "inherit"],
  shell: process.platform === "win32",
});
const [line] = await once(createInterface({ input: npx.stdout }), "line");
const { baseUrl, pid } = JSON.parse(line);
npx.kill("SIGTERM");
// The simulator has the same standard output, which closes when the last process that has it has ended.
const late = setTimeout(() => {
  process.stderr.write(`The simulator (process ${pid}) outlives npx by more than 10 s.\n`);
  process.kill(pid, "SIGKILL");
  process.exitCode = 1;
}, 10_000);
await once(npx, "close");
clearTimeout(late);
const answer = await fetch(baseUrl).catch(() => undefined);
if (answer !== undefined) process.exitCode = 1;
