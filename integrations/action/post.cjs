// Reports on the requests of all steps, and stops the simulator.
const { spawnSync } = require("node:child_process");
const { setTimeout: delay } = require("node:timers/promises");
const { command, input } = require("./files.cjs");

const STOP_TIMEOUT_MS = 10_000;

/** The options of the report that are given. */
function options() {
  const valued = ["fail-on", "min-coverage", "report-dir"];
  const given = valued.map((name) => [name, input(name)]);
  const words = [...given, ["control-token", process.env.STATE_token ?? ""]].flatMap(
    ([name, value]) => (value === "" ? [] : [`--${name}`, value]),
  );
  return input("strict") === "true" ? [...words, "--strict"] : words;
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function stop(pid) {
  if (isRunning(pid)) process.kill(pid, "SIGTERM");
  for (const end = Date.now() + STOP_TIMEOUT_MS; isRunning(pid) && Date.now() < end; )
    await delay(50);
  if (isRunning(pid)) process.kill(pid, "SIGKILL");
}

async function main() {
  const { STATE_pid: pid = "", STATE_url: url = "" } = process.env;
  if (url !== "") {
    const [program, ...words] = command();
    // It writes annotations, and the summary of this step.
    const { status } = spawnSync(program, [...words, "report", ...options(), url], {
      stdio: "inherit",
    });
    process.exitCode = status ?? 1;
  }
  if (pid !== "") await stop(Number(pid));
}

main().catch((error) => {
  console.log(`::error title=batch-sim::${error.message}`);
  process.exitCode = 1;
});
