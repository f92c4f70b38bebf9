// Runs the README's first clients in curl and Python against the built program: they need more than Node, so they are no part
// of the tests. Fails where a program is missing, where one ends badly, or where it prints nothing.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";

const readme = readFileSync("README.md", "utf8");
const snippets = (language, mark) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))]
    .map(([, code]) => code)
    .filter((code) => code.includes(mark));

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
  ...snippets("sh", "curl -s").map((code) => [
    "bash",
    ["-ec", code.replaceAll("http://127.0.0.1:4010", baseUrl)],
  ]),
  ...snippets("python", "urllib").map((code) => ["python3", ["-c", code]]),
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
