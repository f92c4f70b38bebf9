// Schemathesis, an independent program, attacks the operations of every document that the simulator serves. It is installed into a
// new virtual environment.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Target } from "./target.mjs";

const REQUIREMENT = "schemathesis==4.32.5";

/** A schema can't express everything that the interface document and the simulator check. */
const EXCLUDED = ["positive_data_acceptance"];

const CONTROL = {
  // YAML is a string for the document, but an object is a scenario, too. A sandbox that doesn't exist is 404, not a wrong key.
  excluded: ["negative_data_rejection", "ignored_auth"],
  // Three wait for others; the path of the last also matches a fault's name, so its `Allow` has more methods.
  arguments: ["waitForExchange", "waitForDelivery", "streamEvents", "unusedFaults"].flatMap(
    (id) => ["--exclude-operation-id", id],
  ),
};

/** The documents: options of the program that serves them, and which of its addresses. */
const DOCUMENTS = [
  { name: "the service", options: [], at: "baseUrl" },
  { name: "client-sdk", options: ["--overlay", "client-sdk"], at: "baseUrl" },
  { name: "strict", options: ["--overlay", "strict"], at: "baseUrl" },
  { name: "the control API", options: [], at: "controlUrl", ...CONTROL },
];

/** The number of equal shares of the total time that it needs. */
export const SCHEMATHESIS_SHARES = DOCUMENTS.length;

/** Attacks each document for the time. Resolves with "passed", "failed", or "skipped" if it can't be installed. */
export async function attackWithSchemathesis({ seed, shareMs }) {
  const folder = mkdtempSync(join(tmpdir(), "batch-sim-schemathesis-"));
  try {
    const program = await installed(folder);
    if (program === undefined) return "skipped";
    let verdict = "passed";
    for (const document of DOCUMENTS) {
      const isRight = await attack(document, { program, folder, seed, shareMs });
      if (!isRight) verdict = "failed";
    }
    return verdict;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The path of the program; undefined without Python or a package index. */
async function installed(folder) {
  const environment = join(folder, "venv");
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries=1"];
  const made = await outputOf("python3", ["-m", "venv", environment], folder);
  if (made.status !== 0) return undefined;
  const python = join(environment, "bin", "python");
  const { status } = await outputOf(python, [...pip, REQUIREMENT], folder);
  return status === 0 ? join(environment, "bin", "schemathesis") : undefined;
}

async function attack({ name, options, at, ...more }, { program, folder, seed, shareMs }) {
  const target = new Target(["--scenario", "instant", ...options]);
  const running = await target.program();
  const excluded = [...EXCLUDED, ...(more.excluded ?? [])];
  const { status, output } = await outputOf(
    program,
    [
      ...["run", `${running[at]}/openapi.json`, "--header", "Authorization: Key fuzz"],
      ...["--seed", `${seed}`, "--max-time", `${Math.max(1, Math.round(shareMs / 1000))}`],
      ...["--exclude-checks", excluded.join(), "--generation-database", "none", "--no-color"],
      ...["--continue-on-failure", "--warnings", "off", ...(more.arguments ?? [])],
    ],
    folder,
  );
  const problem = status === 0 ? await problemOf(target, running) : output;
  await target.drop();
  console.log(`schemathesis on ${name}: ${problem === undefined ? "ok" : `failed\n${problem}`}`);
  return problem === undefined;
}

/** The problem that the program has after the attack, if any. */
async function problemOf(target, running) {
  try {
    const { status, text } = await Promise.race([running.control("GET", "/health"), target.end]);
    target.expectSilence();
    return status === 200 ? undefined : `The next request got ${status}: ${text}`;
  } catch (error) {
    return error.message;
  }
}

function outputOf(command, commandArguments, cwd) {
  return new Promise((resolve) => {
    const child = spawn(command, commandArguments, { cwd, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    child.once("error", (error) => resolve({ status: undefined, output: error.message }));
    child.once("close", (status) => resolve({ status, output }));
  });
}
