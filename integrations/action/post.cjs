// Reports on the requests of all steps, uploads the report, and stops the simulator.
const { spawnSync } = require("node:child_process");
const { existsSync } = require("node:fs");
const { join } = require("node:path");
const { setTimeout: delay } = require("node:timers/promises");
const { uploadFolder } = require("./artifact.cjs");
const { command, input } = require("./files.cjs");

const STOP_TIMEOUT_MS = 10_000;

/** Folder for the report; "" if no report is requested. */
function reportFolder() {
  const isUploaded = input("artifact") !== "";
  return (
    input("report-dir") || (isUploaded ? join(process.env.RUNNER_TEMP, "batch-sim-report") : "")
  );
}

/** Command-line options for the report, from the inputs that are set. */
function options() {
  const given = ["fail-on", "min-coverage"].map((name) => [name, input(name)]);
  given.push(["report-dir", reportFolder()]);
  const words = [...given, ["control-token", process.env.STATE_token ?? ""]].flatMap(
    ([name, value]) => (value === "" ? [] : [`--${name}`, value]),
  );
  return input("strict") === "true" ? [...words, "--strict"] : words;
}

/** Uploads the report. A failure is only a warning, so it doesn't fail the job. */
async function upload() {
  const name = input("artifact");
  if (name === "" || !existsSync(reportFolder())) return;
  try {
    await uploadFolder(name, reportFolder());
    console.log(`Uploaded the report as the artifact ${name}.`);
  } catch (error) {
    const hint = "If several jobs of a run use the action, give each its own `artifact`.";
    const reason = `${error.message}`.replaceAll("\n", " ");
    console.log(
      `::warning title=batch-sim::Failed to upload the report as the artifact ${name}: ${reason}. ${hint}`,
    );
  }
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
    // `report` writes annotations, and the summary of this step.
    const { status } = spawnSync(program, [...words, "report", ...options(), url], {
      stdio: "inherit",
    });
    process.exitCode = status ?? 1;
    await upload();
  }
  if (pid !== "") await stop(Number(pid));
}

main().catch((error) => {
  console.log(`::error title=batch-sim::${error.message}`);
  process.exitCode = 1;
});
