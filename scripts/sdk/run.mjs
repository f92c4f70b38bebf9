// Installs the public Python SDK `sutro` into a new virtual environment, and runs `exercise.py` against a simulator with its
// overlay. Then explores `explored.py` with the experiments that most often break clients, all of which the test must survive.
// Finally, records jobs that `polled.py` follows, and replays them to the same client at a different pace:
//
//   node scripts/sdk/run.mjs checked|latest [PROGRAM]
//
// `checked` is the version that the overlay names. PROGRAM is the simulator's command-line program, by default the built one.
// Exits with 77 if pip can't install the SDK, for example without a network.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const NOT_INSTALLED = 77;
const OVERLAY = ["--overlay", "client-sdk"];
const ADDRESS = ["--env", "SUTRO_API_URL=base_url"];
const SERVED = [...OVERLAY, ...ADDRESS, "--env", "SUTRO_API_KEY=api_key"];

/** Pauses between polls while a job is recorded, and while it is replayed, in milliseconds. */
const PACES = [
  [10, 700],
  [700, 10],
];
const RECORDED = "profiles: [{ queued: 1500ms, starting: 1500ms, running: 2s }]";
const STATES = "QUEUED STARTING RUNNING SUCCEEDED";

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
  // The SDK caches results in the home folder, and would otherwise read an earlier run's results.
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
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--retries=1"];
  if (
    !succeeds("python3", "-m", "venv", work) ||
    !succeeds(python, ...pip, "--no-compile", requirement)
  )
    return NOT_INSTALLED;
  const run = (verb, script, ...options) =>
    succeeds(process.execPath, program, verb, ...SERVED, ...options, "--", python, own(script));
  const judged = ["--fail-on", "false-success,flaky", "--report-dir", join(work, "explored")];
  return run("exec", "exercise.py", "--clock", "poll") &&
    run("explore", "explored.py", "--runs", "12", ...judged) &&
    PACES.every((paces) => replaysAsRecorded(python, paces))
    ? 0
    : 1;
}

/** Whether the SDK sees the same job states through the proxy and in the replay. */
function replaysAsRecorded(python, [recordEveryMs, replayEveryMs]) {
  const names = ["recorded.yaml", "seen.txt", `recording-${recordEveryMs}`];
  const [scenario, seen, recording] = names.map((name) => join(work, name));
  writeFileSync(scenario, RECORDED);
  const client = (everyMs) => ["--", python, own("polled.py"), `${everyMs}`, seen];
  const played = (file, ...command) => {
    const args = ["exec", ...SERVED, "--clock", "real", "--fail-on", "never", "--scenario", file];
    if (!succeeds(process.execPath, program, ...args, ...command)) return false;
    const states = readFileSync(seen, "utf8");
    rmSync(seen);
    if (states === STATES) return true;
    console.error(`Expected the states ${STATES}, got ${states}.`);
    return false;
  };
  const record = ["record", ...OVERLAY, ...ADDRESS, "--fail-on", "never", "--out", recording];
  const through = [process.execPath, program, ...record, "--target", "$SUTRO_API_URL"];
  const recorded = [...through, ...client(recordEveryMs)].join(" ");
  return (
    played(scenario, "--", "sh", "-c", recorded) &&
    played(join(recording, "scenario.yaml"), ...client(replayEveryMs))
  );
}
