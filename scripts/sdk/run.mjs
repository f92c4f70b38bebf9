// Installs the public Python SDK `sutro` into a new virtual environment, and runs `exercise.py` against a simulator with the
// overlay for it. Then it explores `explored.py` with the experiments that most often break clients, none of which the test
// may miss:
//
//   node scripts/sdk/run.mjs checked|latest [PROGRAM]
//
// `checked` is the version that the overlay names. PROGRAM is the simulator's command-line program, by default the built one.
// Exits with 77 if pip can't install the SDK, for example without a network.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const NOT_INSTALLED = 77;
const SERVED = [
  "--overlay",
  "client-sdk",
  "--env",
  "SUTRO_API_URL=base_url",
  "--env",
  "SUTRO_API_KEY=api_key",
];

const own = (path) => fileURLToPath(new URL(path, import.meta.url));
const [version = "checked", program = own("../../dist/cli.cjs")] = process.argv.slice(2);

const work = mkdtempSync(join(tmpdir(), "batch-sim-sdk-"));
try {
  process.exitCode = main();
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Runs a command with its output shown; returns whether it succeeded. */
function succeeds(command, ...args) {
  // The SDK keeps results in the home folder, and would read those of an earlier run there.
  const env = { ...process.env, HOME: work };
  return spawnSync(command, args, { stdio: "inherit", env }).status === 0;
}

/** The version that the overlay names. */
function checkedVersion() {
  const [, found] = /sutro (\d[\d.]*\d)/.exec(
    readFileSync(own("../../overlays/client-sdk.yaml"), "utf8"),
  );
  return found;
}

function main() {
  const python = join(work, "bin", "python");
  const requirement = version === "latest" ? "sutro" : `sutro==${checkedVersion()}`;
  const pip = [
    "-m",
    "pip",
    "install",
    "--quiet",
    "--disable-pip-version-check",
    "--no-compile",
    "--retries=1",
    requirement,
  ];
  if (!succeeds("python3", "-m", "venv", work) || !succeeds(python, ...pip)) return NOT_INSTALLED;
  const run = (verb, script, ...options) =>
    succeeds(process.execPath, program, verb, ...SERVED, ...options, "--", python, own(script));
  const explored = [
    "--runs",
    "12",
    "--fail-on",
    "false-success,flaky",
    "--report-dir",
    join(work, "explored"),
  ];
  return run("exec", "exercise.py", "--clock", "poll") && run("explore", "explored.py", ...explored)
    ? 0
    : 1;
}
