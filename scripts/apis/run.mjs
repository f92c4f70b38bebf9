// Installs an API's SDKs for Python and Node, and programs that use them, into a new folder, and runs the judges of that API with
// them against a simulator:
//
//   node scripts/apis/run.mjs anthropic|gemini|groq|mistral|openai [checked|latest] [PROGRAM]
//
// `checked` are the versions that the overlay names. PROGRAM is the simulator's command-line program, by default the built one.
// Exits with 77 if the SDKs can't be installed, for example without a network.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

const NOT_INSTALLED = 77;

/** Each API's SDKs, and programs with their own batch code, with the versions that were checked. */
const SDKS = {
  anthropic: {
    python: "anthropic",
    node: "@anthropic-ai/sdk",
    consumers: {
      python: { "pydantic-ai-slim": "2.68", instructor: "1.17" },
      node: { ai: "7.0.173", "@ai-sdk/anthropic": "4.0.105" },
    },
  },
  gemini: {
    python: "google-genai",
    node: "@google/genai",
    consumers: { python: {}, node: { ai: "7.0.173", "@ai-sdk/google": "4.0.121" } },
  },
  groq: { python: "groq", node: "groq-sdk" },
  mistral: {
    python: "mistralai",
    node: "@mistralai/mistralai",
  },
  openai: {
    python: "openai",
    node: "openai",
    consumers: {
      python: { "pydantic-ai-slim": "2.68", standardwebhooks: "1.1" },
      node: { ai: "7.0.173", "@ai-sdk/openai": "4.0.118", standardwebhooks: "1.1.1" },
    },
    // These need older versions of the SDK, so each has its own environment.
    apart: {
      "openai-litellm.py": { packages: { litellm: "1.110", instructor: "1.17" } },
      "openai-curator.py": { packages: { "bespokelabs-curator": "0.1" }, clocks: ["poll"] },
    },
  },
};

/** On each clock, batches end within seconds. */
const CLOCKS = ["poll", "60x", "manual"];

const own = (path) => fileURLToPath(new URL(path, import.meta.url));
const [api, version = "checked", program = own("../../dist/cli.cjs")] = process.argv.slice(2);
const { python, node, consumers = { python: {}, node: {} }, apart = {} } = SDKS[api];

const work = mkdtempSync(join(tmpdir(), "batch-sim-api-"));
try {
  process.exitCode = main();
} finally {
  rmSync(work, { recursive: true, force: true });
}

function binaryOf(venv) {
  return join(work, venv, "bin", "python");
}

/** Runs a command with its output shown; returns whether it succeeded. */
function succeeds(command, args, options = {}) {
  return spawnSync(command, args, { stdio: "inherit", ...options }).status === 0;
}

/** The version of an SDK that the overlay names, to the patch that is newest: the first is for Python, the last for Node. */
function versionOf(sdk, place) {
  const overlay = readFileSync(own(`../../overlays/${api}.yaml`), "utf8");
  const named = [...overlay.matchAll(new RegExp(`\`${sdk}\` (\\d+\\.\\d+)`, "g"))];
  const found = named.at(place)?.[1];
  if (found === undefined) throw new Error(`Expected the overlay to name a version of \`${sdk}\`.`);
  return found;
}

/** Makes an environment of Python with packages; returns whether that succeeded. */
function makes(venv, packages) {
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries=1"];
  return (
    succeeds("python3", ["-m", "venv", join(work, venv)]) &&
    succeeds(binaryOf(venv), [...pip, ...packages])
  );
}

function installs() {
  const npm = ["install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts"];
  writeFileSync(join(work, "package.json"), '{ "private": true, "type": "module" }');
  const own = version === "latest" ? python : `${python}==${versionOf(python, 0)}.*`;
  return (
    makes("venv", [own, ...pinned(consumers.python)]) &&
    Object.entries(apart).every(([file, { packages }]) =>
      makes(`${file}-venv`, pinned(packages)),
    ) &&
    succeeds("npm", [...npm, ...nodePackages()], { cwd: work })
  );
}

function pinned(packages) {
  const names = Object.entries(packages);
  if (version === "latest") return names.map(([name]) => name);
  return names.map(([name, checked]) => `${name}==${checked}.*`);
}

function nodePackages() {
  const others = Object.entries(consumers.node);
  if (version === "latest")
    return [node, ...others.map(([name]) => name)].map((it) => `${it}@latest`);
  return [
    `${node}@~${versionOf(node, -1)}.0`,
    ...others.map(([name, checked]) => `${name}@${checked}`),
  ];
}

function main() {
  if (!installs()) return NOT_INSTALLED;
  // In this folder, a judge finds the SDKs, and its file name doesn't match one of them.
  const files = [`${api}.py`, `${api}.mjs`];
  if (api === "openai") files.push("openai-webhooks.py", "openai-webhooks.mjs");
  if (Object.keys(consumers.python).length > 0) files.push("consumers.py");
  if (consumers.node.ai !== undefined) files.push("ai-sdk.mjs");
  const judges = [
    ...files.map((file) => ({ file, venv: "venv", clocks: CLOCKS })),
    ...Object.entries(apart).map(([file, { clocks = CLOCKS }]) => ({
      ...{ file, venv: `${file}-venv`, clocks },
    })),
  ];
  const commands = judges.map(({ file, venv, clocks }, index) => {
    const judge = join(work, `judge-${index}${extname(file)}`);
    copyFileSync(own(file), judge);
    const binary = extname(file) === ".py" ? binaryOf(venv) : process.execPath;
    return { command: [binary, judge, api], clocks };
  });
  const passed = CLOCKS.flatMap((clock) => {
    // The judges also make mistakes, to check the SDK's errors.
    const setting = ["--clock", clock, "--scenario", own("judge.yaml"), "--fail-on", "never"];
    const helper = clock === "manual" ? [process.execPath, own("advancing.mjs")] : [];
    const exec = [program, "exec", "--api", api, ...setting, "--", ...helper];
    const timed = commands.filter(({ clocks }) => clocks.includes(clock));
    return timed.map(({ command }) => succeeds(process.execPath, [...exec, ...command]));
  });
  return passed.every(Boolean) ? 0 : 1;
}
