import { setImmediate } from "node:timers/promises";
import { rowOutcomes } from "../../generate/row-outcomes.ts";
import { COMMAND_TABLE } from "../../options/command-table.ts";
import { type Options, simulatorOptions } from "../../options/option-table.ts";
import type { Simulator } from "../../simulator/simulator.ts";
import { startSimulator } from "../../simulator/start-simulator.ts";
import { EXIT_OK, EXIT_REFUSED, refuseManual, UsageError } from "../output/failure.ts";
import { makeFolder } from "../output/own-files.ts";
import { paintFor } from "../output/paint.ts";
import { Progress, type Screen } from "../output/progress-display.ts";
import { DemoClient, hasSucceeded, RefusedError } from "./demo-client.ts";
import { follow } from "./demo-follow.ts";
import { REVIEW_SCHEMA, REVIEWS, SYSTEM_PROMPT } from "./demo-inputs.ts";
import {
  type DemoResults,
  damageOf,
  demoReport,
  type FaultTrace,
  type OddRows,
  type Story,
} from "./demo-report.ts";
import { fetchResults } from "./demo-results.ts";

/** Standard output and standard error. */
type Screens = { readonly stdout: Screen; readonly stderr: Screen };

/**
 * Runs a job like a client, on a simulator of its own: submits it, polls it, downloads the results
 * in three formats, and shows them. Resolves with the exit status.
 */
export async function demo(options: Options, screens: Screens = process): Promise<number> {
  const { out = COMMAND_TABLE.out.fallback } = options;
  await makeOut(out);
  const sim = await startSimulator(simulatorOptions(options));
  try {
    await refuseManual(sim, true);
    return await play(sim, out, screens);
  } catch (error) {
    // The client may see a response before its exchange is recorded.
    await setImmediate();
    // The demo expects documented responses, but a fault can give them any shape.
    const isOdd = error instanceof TypeError && (await faultTraces(sim)).length > 0;
    if (!isOdd && !(error instanceof RefusedError)) throw error;
    const found = isOdd
      ? `a response does not have the documented form (${error}).`
      : error.message;
    const about = [`The demo can't continue: ${found}`, ...(await causeOf(sim))];
    screens.stderr.write(`${about.map((line) => `batch-sim: ${line}\n`).join("")}`);
    return EXIT_REFUSED;
  } finally {
    await sim.close();
  }
}

async function makeOut(out: string): Promise<void> {
  try {
    await makeFolder(out);
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    throw new UsageError([`Failed to create the folder for \`--out\`: ${found}.`]);
  }
}

async function play(sim: Simulator, out: string, screens: Screens): Promise<number> {
  const { stdout } = screens;
  const paint = paintFor(stdout);
  const say = (text: string): void => void stdout.write(`${text}\n`);
  const client = new DemoClient(sim);
  say(`Submitting ${REVIEWS.length} product reviews to ${sim.baseUrl}, scenario ${sim.scenario}.`);
  const jobId = await client.submit({
    inputs: REVIEWS,
    system_prompt: SYSTEM_PROMPT,
    json_schema: REVIEW_SCHEMA,
  });
  say(`The job is ${paint.cyan(jobId)}:`);
  const progress = new Progress(stdout, paint);
  const job = await follow({ sim, client, jobId, progress });
  if (!hasSucceeded(job)) {
    const reason = job.failure_reason === null ? "" : `: ${job.failure_reason.message}`;
    say(`It ended as ${paint.yellow(job.status)}${reason}`);
    say("So there are no results, which is the point of this scenario.");
    return EXIT_OK;
  }
  const results = await fetchResults({
    client,
    jobId,
    folder: out,
    cause: () => causeOf(sim),
    say,
  });
  await setImmediate();
  const [faults, odd] = [await faultTraces(sim), await oddRows(sim, REVIEWS)];
  const { scenario, description } = sim;
  const story = { scenario, description, faults, odd };
  stdout.write(demoReport({ job, results, story }, paint));
  return warnOfDamage(screens.stderr, results, story) ? EXIT_REFUSED : EXIT_OK;
}

/** Prints the files that can't be used; returns whether there are any. */
function warnOfDamage(stderr: Screen, { files }: DemoResults, story: Story): boolean {
  const damaged = files.filter((file) => damageOf(file, story) !== "");
  for (const file of damaged) {
    stderr.write(`batch-sim: \`${file.path}\` is ${damageOf(file, story)}.\n`);
  }
  return damaged.length > 0;
}

/** The faults that shaped responses so far, in the scenario's order. */
async function faultTraces(sim: Simulator): Promise<readonly FaultTrace[]> {
  const rules = await sim.control.faults.list();
  return rules
    .map(({ rule }) => {
      const shaped = sim.exchanges().filter(({ fault }) => fault === rule.name);
      return { rule, requests: shaped.map(({ method, url }) => `${method} ${url}`) };
    })
    .filter(({ requests }) => requests.length > 0);
}

/** The rows that the scenario's row rules decide instead of the generator, by outcome. */
async function oddRows(sim: Simulator, inputs: readonly string[]): Promise<OddRows> {
  const { rows } = await sim.control.scenario.get();
  const outcomeOf = rowOutcomes(rows, sim.seed);
  const counts = new Map<string, number>();
  for (const [index, input] of inputs.entries()) {
    const kind = outcomeOf({ index, input })?.kind;
    // Values of another kind come from the generator, too.
    if (kind !== undefined && kind !== "values") counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

/**
 * Why the last request failed, or why one is slow, if the simulator knows: one sentence, or none.
 */
export async function causeOf(sim: Simulator): Promise<readonly string[]> {
  const { scenario, description } = sim;
  const fault = (await pendingFault(sim)) ?? sim.exchanges().at(-1)?.fault;
  if (fault === undefined && description === "") return [];
  const what = fault === undefined ? "" : `the fault \`${fault}\` of `;
  const about = description === "" ? "." : `: ${description}`;
  return [`That is ${what}the scenario \`${scenario}\`${about}`];
}

/** A fault that fired on a request that has not ended: its count exceeds the journal's. */
async function pendingFault(sim: Simulator): Promise<string | undefined> {
  const rules = await sim.control.faults.list();
  const found = rules.find(({ rule, fired }) => {
    return fired > sim.exchanges().filter(({ fault }) => fault === rule.name).length;
  });
  return found?.rule.name;
}
