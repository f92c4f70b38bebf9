import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readTrace } from "../../control/shared/trace-text.ts";
import type { Assumptions } from "../../core/assumption.ts";
import { SimulatorError } from "../../core/errors.ts";
import type { Exchange } from "../../core/exchange.ts";
import { shellWord } from "../../core/visible-text.ts";
import { documentWords, type Options } from "../../options/option-table.ts";
import { VERIFY_TABLE } from "../../options/verify-table.ts";
import { Redactor } from "../../record/redactor.ts";
import { openDocument, overlaysOf } from "../../simulator/open-document.ts";
import { packageVersion } from "../../simulator/package-file.ts";
import { startSimulator } from "../../simulator/start-simulator.ts";
import { createSpecs, type Spec } from "../../spec/spec.ts";
import { extended, OVERLAY_TITLE } from "../../verify/patch/explained.ts";
import { createsJob, type PlanSize, planText, probesOf } from "../../verify/plan/probes.ts";
import { verifyJunit, verifyPage, verifyText } from "../../verify/report/render-verify.ts";
import {
  outcomeOfReport,
  type VerifyReport,
  verifyReport,
} from "../../verify/report/verify-report.ts";
import { explain, type Simulate } from "../../verify/run/explain.ts";
import { runPlan, type Target } from "../../verify/run/run-plan.ts";
import { confirm } from "../output/confirm.ts";
import { EXIT_FINDINGS, EXIT_OK, EXIT_UNCLEAR, tryFiles, UsageError } from "../output/failure.ts";
import { writeFolder, writeOwnFile } from "../output/own-files.ts";
import { paintFor } from "../output/paint.ts";
import { viewerFile } from "../output/write-reports.ts";

const TIMEOUT_MS = 3_600_000;

/** Resolves with 0 if nothing differs, 3 if something does, and 4 if the result is inconclusive. */
export async function verify(options: Options): Promise<number> {
  const overlays = overlaysOf(options);
  const spec = createSpecs(await openDocument(overlays))({});
  await requireOwnFile(options);
  const { jobs = VERIFY_TABLE.jobs.fallback, deep: isDeep = false } = options;
  const size: PlanSize = { jobs: jobs === 0 ? 0 : 1, isDeep };
  const seen = await callsOf(options, { spec, size });
  const simulate = simulatedBy(overlays, seen.size);
  const explanation = await explain(seen.exchanges, simulate);
  const report = verifyReport({ ...seen, version: await packageVersion(), explanation });
  await tryFiles(
    () => writeFiles(report, options, explanation.overlay),
    (reason) => `Failed to write the report or the overlay: ${reason}.`,
  );
  const text = verifyText(report, paintFor(process.stderr));
  if (options.json === true) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  process.stderr.write(`${text}\n`);
  return EXITS[outcomeOfReport(report)];
}

const EXITS = { same: EXIT_OK, different: EXIT_FINDINGS, unclear: EXIT_UNCLEAR };

async function callsOf(
  options: Options,
  { spec, size }: { readonly spec: Spec; readonly size: PlanSize },
) {
  const { againstTrace, pollMs = VERIFY_TABLE.pollMs.fallback, timeoutMs = TIMEOUT_MS } = options;
  if (againstTrace !== undefined) {
    const exchanges = await recorded(againstTrace);
    // A recording may contain any call, so the full plan applies.
    const whole: PlanSize = { jobs: 1, isDeep: true };
    return { against: againstTrace, exchanges, problem: undefined, size: whole };
  }
  const target = targetOf(options);
  const probes = probesOf(spec, size);
  const against = target.baseUrl.href;
  process.stderr.write(`${planText(probes, against)}\n`);
  if (options.yes !== true)
    await confirm("This will send the requests above to the service.", "Nothing was sent");
  const parts = { spec, pace: { pollMs, timeoutMs }, redactor: new Redactor(spec) };
  const { exchanges, problem } = await runPlan(probes, target, parts);
  const noJob =
    "No job was compared, because the create request takes no inputs in its body, or has no example. To compare jobs, record a client with `batch-sim record`, and pass the trace with `--against-trace`. To compare only the other requests, pass `--jobs 0`.";
  const isWhole = size.jobs === 0 || probes.some(createsJob);
  return { against, size, exchanges, problem: problem ?? (isWhole ? undefined : noJob) };
}

/** The calls in a trace that `record`, `exec`, or `report` wrote. */
function recorded(file: string): Promise<readonly Exchange[]> {
  return tryFiles(
    async () => {
      const { trace } = readTrace(await readFile(file, "utf8"));
      return trace.sandboxes.flatMap(({ exchanges }) => exchanges);
    },
    (reason) =>
      `Failed to read the recording \`${file}\`: ${reason}. \`batch-sim record\` writes recordings as \`trace.ndjson\`.`,
  );
}

function targetOf({ against, apiKeyFrom, deploymentUrl }: Options): Target {
  const apiKey = process.env[apiKeyFrom ?? ""] ?? "";
  const problems: string[] = [];
  if (against === undefined)
    problems.push(
      "Expected `--against` with the base URL of the service, such as `https://api.example.com`, or `--against-trace` with a recording, got neither.",
    );
  if (apiKeyFrom === undefined)
    problems.push(
      "Expected `--api-key-from` with the name of the environment variable that contains the service's API key, got nothing.",
    );
  else if (apiKey === "")
    problems.push(
      `Expected the environment variable \`${apiKeyFrom}\` to contain the service's API key, got nothing.`,
    );
  if (against === undefined || problems.length > 0) throw new UsageError(problems);
  const baseUrl = new URL(against);
  return {
    ...{ baseUrl, deploymentUrl: new URL(deploymentUrl ?? baseUrl.origin), apiKey, now: Date.now },
    wait: (ms) => sleep(ms),
  };
}

/** Rejects unless `--write` names a new file, a file that `verify` wrote, or an overlay in use. */
async function requireOwnFile({ write, overlays = [] }: Options): Promise<void> {
  if (write === undefined || overlays.some((each) => resolve(each) === resolve(write))) return;
  const text = await readFile(write, "utf8").catch(({ code }) =>
    code === "ENOENT" ? OVERLAY_TITLE : "",
  );
  if (text.includes(OVERLAY_TITLE)) return;
  throw new UsageError([
    `Expected \`--write\` to name a new file, an overlay that \`verify\` wrote, or an overlay in use, got \`${write}\`. Choose another name; to add to an overlay, also pass it with \`--overlay\`.`,
  ]);
}

async function writeFiles(
  report: VerifyReport,
  options: Options,
  overlay: string | undefined,
): Promise<void> {
  const { write, reportDir, overlays = [] } = options;
  if (write !== undefined && overlay !== undefined) {
    const isUsed = overlays.some((each) => resolve(each) === resolve(write));
    const all = isUsed ? overlays : [...overlays, write];
    const text = isUsed ? extended(await readFile(write, "utf8"), overlay) : overlay;
    await writeOwnFile(write, text);
    const words = documentWords({ ...options, overlays: all })
      .map(shellWord)
      .join(" ");
    const done = isUsed ? "Added to" : "Wrote";
    process.stderr.write(`${done} \`${write}\`. Use it with \`${words}\`.\n`);
  }
  if (reportDir === undefined) return;
  await writeFolder(reportDir, {
    "verify.json": `${JSON.stringify(report, null, 2)}\n`,
    "junit.xml": verifyJunit(report),
    "verify.html": verifyPage(report, await viewerFile("style.css")),
  });
}

/** Each state lasts longer than the time between two polls, so that a poll sees every state. */
const SCENARIO = { name: "verify", profiles: [{ queued: "6s", starting: "6s", running: "6s" }] };
const PACE = { pollMs: 5000, timeoutMs: 60_000 };

/** Returns a function that runs a plan against a simulator with these overlays. */
export function simulatedBy(overlays: readonly string[], size: PlanSize): Simulate {
  return async ({ assumptions = {}, overlay }) => {
    if (overlay === undefined) return simulated(overlays, assumptions, size);
    const folder = await mkdtemp(join(tmpdir(), "batch-sim-"));
    try {
      const file = join(folder, "verified.yaml");
      await writeFile(file, overlay);
      return await simulated([...overlays, file], assumptions, size);
    } finally {
      await rm(folder, { recursive: true });
    }
  };
}

async function simulated(
  overlays: readonly string[],
  assumptions: Assumptions,
  size: PlanSize,
): ReturnType<Simulate> {
  const spec = createSpecs(await openDocument(overlays))(assumptions);
  await using sim = await startSimulator({
    ...{ overlays, clock: "manual", scenario: { ...SCENARIO, assumptions } },
    onNotice: () => {},
  });
  let { now } = await sim.clock.read();
  const target = {
    ...{ baseUrl: new URL(sim.baseUrl), deploymentUrl: new URL(sim.deploymentUrl) },
    ...{ apiKey: sim.apiKey, now: () => now },
    wait: async (ms: number) => {
      ({ now } = await sim.clock.advance(ms));
    },
  };
  const parts = { spec, pace: PACE, redactor: new Redactor(spec) };
  const { exchanges, problem } = await runPlan(probesOf(spec, size), target, parts);
  if (problem !== undefined)
    throw new SimulatorError("SIM_OVERLAY", problem.replaceAll("The service", "The simulator"));
  return { exchanges, spec };
}
