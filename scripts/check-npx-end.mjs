// Starts the installed program with npx, ends npx as Python's `terminate()` and `kill()` do, and checks that the simulator and
// the command of `exec` end, too. Usage: node scripts/check-npx-end.mjs FOLDER, where batch-sim is installed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

const [cwd] = process.argv.slice(2);
// Prints the ID of a process that would run for a minute, and where the simulator is.
const CLIENT =
  "console.log(JSON.stringify({ pid: process.pid, baseUrl: process.env.BATCH_SIM_BASE_URL })); setTimeout(() => {}, 60_000);";
const PROGRAMS = [
  ["--port", "0", "--json"],
  ["exec", "--", "node", "-e", CLIENT],
];
// SIGKILL of npx leaves its shell running, and only Linux lets the simulator look above that.
const SIGNALS = process.platform === "linux" ? ["SIGTERM", "SIGKILL"] : ["SIGTERM"];

for (const args of PROGRAMS) for (const signal of SIGNALS) await check(args, signal);

async function check(args, signal) {
  const npx = spawn("npx", ["batch-sim", ...args], {
    cwd,
    stdio: ["ignore", "pipe", "ignore"],
    shell: process.platform === "win32",
  });
  const [line] = await once(createInterface({ input: npx.stdout }), "line");
  const { baseUrl, pid } = JSON.parse(line);
  npx.kill(signal);
  // All of them share the same standard output, which closes when the last process that holds it has ended.
  const late = setTimeout(() => {
    process.stderr.write(
      `After ${signal}, process ${pid} of \`${args[0]}\` outlives npx by more than 15 s.\n`,
    );
    process.kill(pid, "SIGKILL");
    process.exitCode = 1;
  }, 15_000);
  await once(npx, "close");
  clearTimeout(late);
  if ((await fetch(baseUrl).catch(() => undefined)) !== undefined) process.exitCode = 1;
}
