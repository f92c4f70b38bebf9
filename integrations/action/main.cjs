// Starts the simulator in the background, and sets its addresses as variables for the next steps.
const { spawn } = require("node:child_process");
const { mkdtempSync, openSync, readFileSync } = require("node:fs");
const { join } = require("node:path");
const { setTimeout: delay } = require("node:timers/promises");
const { addTo, command, input } = require("./files.cjs");

/** Inputs that `start` doesn't get: those of the action itself, and those of the final report. */
const NOT_FOR_START = [
  "artifact",
  "command",
  "env",
  "fail-on",
  "min-coverage",
  "report-dir",
  "strict",
];

const START_TIMEOUT_MS = 120_000;

/** Passes each input as the environment variable of the option with its name. */
function environment() {
  const given = Object.keys(process.env)
    .filter((name) => name.startsWith("INPUT_"))
    .map((name) => name.slice("INPUT_".length).toLowerCase())
    .filter((name) => !NOT_FOR_START.includes(name) && input(name) !== "")
    .map((name) => [`BATCH_SIM_${name.replaceAll("-", "_").toUpperCase()}`, input(name)]);
  return { ...process.env, BATCH_SIM_PORT: "0", ...Object.fromEntries(given) };
}

async function readyLine(file, child) {
  for (const end = Date.now() + START_TIMEOUT_MS; Date.now() < end; await delay(50)) {
    const [line, rest] = readFileSync(file, "utf8").split("\n");
    if (rest !== undefined) return JSON.parse(line);
    if (child.exitCode !== null) break;
  }
  throw new Error("Failed to start batch-sim. Its messages are above.");
}

async function waitForHealth({ baseUrl }) {
  const response = await fetch(`${baseUrl}/healthz`);
  if (!response.ok)
    throw new Error(`Expected ${baseUrl}/healthz to respond with 200, got ${response.status}.`);
}

async function main() {
  const folder = mkdtempSync(join(process.env.RUNNER_TEMP, "batch-sim-"));
  const [output, errors] = ["ready.json", "log.txt"].map((name) => join(folder, name));
  const [program, ...words] = command();
  const child = spawn(program, [...words, "start", "--json", "--log", "silent"], {
    detached: true,
    env: environment(),
    stdio: ["ignore", openSync(output, "w"), openSync(errors, "w")],
  });
  const failure = new Promise((_, reject) => child.once("error", reject));
  const ready = await Promise.race([readyLine(output, child), failure]).catch((error) => {
    process.stdout.write(readFileSync(errors, "utf8"));
    throw error;
  });
  addTo("GITHUB_STATE", "pid", String(ready.pid));
  await waitForHealth(ready);
  tellSteps(ready);
  child.unref();
}

/** Adds the addresses, the key, and the token to the variables of all further steps. */
function tellSteps({ baseUrl, deploymentUrl, controlUrl = "", apiKey, controlToken = "" }) {
  const values = {
    base_url: baseUrl,
    deployment_url: deploymentUrl,
    control_url: controlUrl,
    api_key: apiKey,
  };
  // The simulator generates a missing token if other machines can reach it.
  const token = input("control-token") || controlToken;
  if (token !== "") {
    console.log(`::add-mask::${token}`);
    addTo("GITHUB_STATE", "token", token);
    values.control_token = token;
  }
  const further = input("env")
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((each) => each.split("="));
  for (const [source, value] of Object.entries(values)) {
    addTo("GITHUB_ENV", `BATCH_SIM_${source.toUpperCase()}`, value);
    if (source !== "control_token") addTo("GITHUB_OUTPUT", source.replace("_", "-"), value);
  }
  for (const [name, source] of further) {
    if (values[source] === undefined)
      throw new Error(
        `Expected env to be NAME=SOURCE with a source of ${Object.keys(values).join(", ")}, got ${name}=${source}.`,
      );
    addTo("GITHUB_ENV", name, values[source]);
  }
  addTo("GITHUB_STATE", "url", baseUrl);
  console.log(`batch-sim is at ${baseUrl}.`);
}

main().catch((error) => {
  console.log(`::error title=batch-sim::${error.message}`);
  process.exitCode = 1;
});
