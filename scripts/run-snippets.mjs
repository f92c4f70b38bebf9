// Runs the curl, Python, and Go snippets of the README and of docs/ against the built program. They need more than Node.js, so
// they are not part of the tests. Fails if a program other than Go is missing, if a snippet fails, or if it prints
// nothing.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const pages = [
  "README.md",
  ...readdirSync("docs", { recursive: true })
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];

/** Calls every test function of a snippet, as pytest does. */
const CALL_TESTS = `
for name, value in list(globals().items()):
    if name.startswith("test_"):
        value()
        print(name, "passed")
`;

const folder = mkdtempSync(join(tmpdir(), "batch-sim-snippets-"));

/** Writes a snippet to a file in a temporary folder; returns its path. */
function fileWith(code, name) {
  const path = join(folder, name);
  writeFileSync(path, code);
  return path;
}

function snippets(language, mark) {
  return pages.flatMap((page) =>
    [
      ...readFileSync(page, "utf8").matchAll(
        new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"),
      ),
    ]
      .map(([, code]) => ({ page, code }))
      .filter(({ code }) => code.includes(mark)),
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
const hasGo = spawnSync("go", ["version"]).status === 0;
if (!hasGo) console.log("Skipped the Go snippets: go is missing.");
const runs = [
  ...snippets("sh", "curl -s").map(({ page, code }) => ({
    page,
    command: "bash",
    args: ["-ec", code.replaceAll("http://127.0.0.1:4010", baseUrl)],
  })),
  // The recipes for pytest need its plugin, and run with that.
  ...snippets("python", "urllib")
    .filter(({ code }) => !code.includes("import pytest"))
    .map(({ page, code }) => ({
      page,
      command: "python3",
      args: ["-c", code + CALL_TESTS],
    })),
  ...(hasGo ? snippets("go", "testing") : []).map(({ page, code }, number) => ({
    page,
    command: "go",
    args: ["test", "-count=2", fileWith(code, `snippet_${number}_test.go`)],
  })),
];
for (const { page, command, args } of runs) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8", env });
  console.log(`${page}, ${command}: ${(stdout || stderr || String(error)).trim()}`);
  if (status !== 0 || !stdout.trim()) process.exitCode = 1;
}
rmSync(folder, { recursive: true });
server.kill();
