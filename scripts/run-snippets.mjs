// Runs the curl and Python snippets of the README and of docs/ against the built program. They need more than Node.js, so
// they are not part of the tests. Fails if a program is missing, if a snippet fails, or if it prints nothing.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";

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
};
const runs = [
  ...snippets("sh", "curl -s").map(({ page, code }) => ({
    page,
    command: "bash",
    args: ["-ec", code.replaceAll("http://127.0.0.1:4010", baseUrl)],
  })),
  ...snippets("python", "urllib").map(({ page, code }) => ({
    page,
    command: "python3",
    args: ["-c", code + CALL_TESTS],
  })),
];
for (const { page, command, args } of runs) {
  const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: "utf8", env });
  console.log(`${page}, ${command}: ${(stdout || stderr || String(error)).trim()}`);
  if (status !== 0 || !stdout.trim()) process.exitCode = 1;
}
server.kill();
