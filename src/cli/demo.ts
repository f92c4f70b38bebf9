import { mkdir } from "node:fs/promises";
import { setTimeout as delay, setImmediate } from "node:timers/promises";
import { type Simulator, startSimulator } from "../simulator.ts";
import { DemoClient, type JobRecord, RefusedError } from "./demo-client.ts";
import { REVIEW_SCHEMA, REVIEWS, SYSTEM_PROMPT } from "./demo-inputs.ts";
import { demoReport, fetchResults } from "./demo-report.ts";
import { EXIT_OK, EXIT_REFUSED, UsageError } from "./failure.ts";
import { DEFAULT_OUT, type Options } from "./option-table.ts";
import { type Paint, paintFor } from "./paint.ts";
import { Progress } from "./progress.ts";
import { refuseManual } from "./refuse-manual.ts";
import { simulatorOptions } from "./simulator-options.ts";

const POLL_MS = 200;

const ENDED: ReadonlySet<string> = new Set(["SUCCEEDED", "FAILED", "CANCELLED"]);

/**
 * Plays the main job as a client of a simulator of its own would: submits, polls, downloads in three formats, shows what
 * came. Resolves with the exit status.
 */
export async function demo(options: Options): Promise<number> {
  const out = options.out ?? DEFAULT_OUT;
  await makeFolder(out);
  const sim = await startSimulator(await simulatorOptions({ ...options, port: options.port ?? 0 }));
  try {
    refuseManual(sim, true);
    await play(sim, out, paintFor(process.stdout));
    return EXIT_OK;
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    // What the client sees may come before the exchange is closed.
    await setImmediate();
    const about = [`The demo can't go on: ${error.message}`, ...causeOf(sim)];
    process.stderr.write(`${about.map((line) => `batch-sim: ${line}\n`).join("")}`);
    return EXIT_REFUSED;
  } finally {
    await sim.close();
  }
}

/** Why a request wasn't served: the fault rule that shaped the last answer, and what the scenario is about. */
function causeOf({ scenario, description, exchanges }: Simulator): string[] {
  const fault = exchanges().at(-1)?.fault;
  const what = fault === undefined ? "" : `the fault \`${fault}\` of `;
  if (fault === undefined && description === "") return [];
  const about = description === "" ? "." : `: ${description}`;
  return [`That is ${what}the scenario \`${scenario}\`${about}`];
}

async function makeFolder(out: string): Promise<void> {
  try {
    await mkdir(out, { recursive: true });
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    throw new UsageError([`Failed to make the folder of \`--out\`: ${found}.`]);
  }
}

async function play(sim: Simulator, out: string, paint: Paint): Promise<void> {
  const client = new DemoClient(sim);
  say(`Submitting ${REVIEWS.length} product reviews to ${sim.baseUrl}, scenario ${sim.scenario}.`);
  const jobId = await client.submit({
    inputs: REVIEWS,
    system_prompt: SYSTEM_PROMPT,
    json_schema: REVIEW_SCHEMA,
  });
  say(`The job is ${paint.cyan(jobId)}:`);
  const job = await follow(client, jobId, new Progress(process.stdout, paint));
  if (job.status.toUpperCase() !== "SUCCEEDED") {
    const reason = job.failure_reason === null ? "" : `: ${job.failure_reason.message}`;
    say(`It ended as ${paint.yellow(job.status)}${reason}`);
    say("So there are no results: that is what this scenario is for.");
    return;
  }
  const results = await fetchResults(client, jobId, out);
  process.stdout.write(demoReport({ job, results }, paint));
}

async function follow(client: DemoClient, jobId: string, progress: Progress): Promise<JobRecord> {
  for (;;) {
    const job = await client.job(jobId);
    progress.show({ state: job.status, done: job.rows_completed, total: job.num_rows });
    if (ENDED.has(job.status.toUpperCase())) {
      progress.end();
      return job;
    }
    await delay(POLL_MS);
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
