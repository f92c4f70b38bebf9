// Runs the curl snippets in the README and docs/ against the built program. They need more than Node.js, so they are not part
// of the tests. Fails if curl is missing, if a snippet fails, or if it prints nothing.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";

const pages = [
  "README.md",
  ...readdirSync("docs", { recursive: true })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

function curlSnippets() {
  return pages.flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
      .map(([, code]) => ({ page, code }))
      .filter(({ code }) => code.includes("curl -s")),
  );
}

const server = spawn(
  process.execPath,
  ["dist/cli.cjs", "--port", "0", "--json", "--clock", "poll", "--log", "silent"],
  { stdio: ["ignore", "pipe", "inherit"] },
);
const [line] = await once(server.stdout, "data");
const { baseUrl, deploymentUrl, apiKey } = JSON.parse(line);
const env = {
  ...process.env,
  BATCH_SIM_BASE_URL: baseUrl,
  BATCH_SIM_DEPLOYMENT_URL: deploymentUrl,
  BATCH_SIM_API_KEY: apiKey,
  BATCH_SIM_CONTROL_URL: `${baseUrl}/_sim`,
};
for (const { page, code } of curlSnippets()) {
  const args = ["-ec", code.replaceAll("http://127.0.0.1:4010", baseUrl)];
  const { status, stdout, stderr, error } = spawnSync("bash", args, { encoding: "utf8", env });
  console.log(`${page}: ${(stdout || stderr || String(error)).trim()}`);
  if (status !== 0 || !stdout.trim()) process.exitCode = 1;
}
server.kill();
