// Runs the README's first clients in curl and Python against the built program: they need more than Node, so they are no part
// of the tests. Fails where a program is missing, where one ends badly, or where it prints nothing.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

const readme = readFileSync("README.md", "utf8");
const snippet = (language, mark) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))]
    .map(([, code]) => code)
    .find((code) => code.includes(mark));

const server = spawn(
  process.execPath,
  ["dist/cli.js", "--port", "0", "--json", "--clock", "poll", "--log", "silent"],
  {
    stdio: ["ignore", "pipe", "inherit"],
  },
);
const [line] = await once(server.stdout, "data");
const { baseUrl } = JSON.parse(line);
const runs = [
  ["bash", ["-c", snippet("sh", "curl -s").replaceAll("http://127.0.0.1:4010", baseUrl)]],
  ["python3", ["-c", snippet("python", "urllib")]],
];
for (const [command, args] of runs) {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: "utf8",
    env: { ...process.env, BATCH_SIM_BASE_URL: baseUrl },
  });
  console.log(`${command}: ${(stdout || stderr || String(error)).trim()}`);
  if (status !== 0 || !stdout.trim()) process.exitCode = 1;
}
server.kill();
