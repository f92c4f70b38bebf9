import { join } from "node:path";
import type { RecordedRun } from "../../control/shared/trace-text.ts";
import { listed, suggestion } from "../../core/nearest.ts";
import { formatDuration } from "../../core/time.ts";
import { shellWord } from "../../core/visible-text.ts";
import type { VerdictName } from "../../options/explore-table.ts";
import { ownCommand, readData } from "../../simulator/package-file.ts";
import { type Experiment, scenarioText, slug } from "../plan/experiment.ts";
import type { LifecycleTable } from "../plan/lifecycles.ts";
import type { Plan } from "../plan/plan-experiments.ts";
import type { ExperimentResult, ExploreReport } from "../report/explore-report.ts";
import { combined, type Judgment, judge, seriousIn } from "../verdict/judgment.ts";
import { type Baseline, hasRows } from "../verdict/missed-damage.ts";
import { planFor } from "./first-run.ts";
import { type Explored, type RunResult, runOnce } from "./run-once.ts";

/** The limits of an exploration, and the destinations of its results. */
export type Extent = {
  /** Wall-clock milliseconds after which no experiment begins. */
  readonly budgetMs: number | undefined;
  readonly runs: number | undefined;
  /** Number of concurrent runs; if undefined, it depends on two trial runs. */
  readonly parallel: number | undefined;
  readonly cores: number;
  /** Time limit of each run; by default, derived from the first run, which has no limit. */
  readonly timeoutMs: number | undefined;
  readonly clientTimeoutMs: number;
  readonly signal: AbortSignal;
  /** The folder for scenarios and recordings; it appears in commands that repeat an experiment. */
  readonly folder: string;
  /** Experiment IDs, prefixes of IDs, or matrix rows that the client has to survive. */
  readonly mustSurvive: readonly string[];
  /** The report of the exploration to continue. */
  readonly earlier: ExploreReport | undefined;
  readonly write: (file: string, text: string) => Promise<void>;
  /** Writes a run's recording into a folder; resolves with the path of its page. */
  readonly record: (folder: string, run: RecordedRun) => Promise<string>;
  readonly tell: (line: string) => void;
};

/** Thrown if the first run can't be explored. `exitCode` is the exit code for this program. */
export class UnfitFirstRun extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = EXIT_FINDINGS) {
    super(message);
    this.exitCode = exitCode;
  }
}

const EXIT_USAGE = 2;
const EXIT_FINDINGS = 3;
const MIN_LIMIT_MS = 10_000;
const LIMIT_FACTOR = 10;
const MOST_PARALLEL = 4;

export async function explore(command: Explored, extent: Extent): Promise<ExploreReport> {
  const startedAt = performance.now();
  requireSameCommand(command, extent.earlier);
  const { signal } = extent;
  const first = await runOnce(command, { signal, limitMs: extent.timeoutMs });
  if (signal.aborted) throw new UnfitFirstRun("Interrupted before the first run had ended.");
  requirePass(first);
  await requireKnown(extent.mustSurvive, first);
  const looksAtOutputs = await checkOutputs(command, first, extent);
  const parallel = extent.parallel ?? (await chooseParallel(command, extent));
  const plan = await planFor(first, command.options.clock ?? DEFAULT_CLOCK);
  const limit = (each: Experiment): string => formatDuration(experimentLimit(each, first, extent));
  const run: Run = { command, extent, startedAt, baseline: { first, looksAtOutputs, limit } };
  extent.tell(
    `The first run passed. Planned experiments: ${plan.experiments.length} (${parallel} at a time).`,
  );
  return reportOn(plan, await runAll(plan, run, parallel), run);
}

type Run = {
  readonly command: Explored;
  readonly extent: Extent;
  readonly startedAt: number;
  readonly baseline: Baseline & { readonly first: RunResult };
};

function requireSameCommand(command: Explored, earlier: ExploreReport | undefined): void {
  const own = commandText(command);
  if (earlier === undefined || earlier.command === own) return;
  throw new UnfitFirstRun(
    `Expected \`--resume\` to continue with the same command, \`${earlier.command}\`, got \`${own}\`.`,
    EXIT_USAGE,
  );
}

function commandText({ program, args }: Explored): string {
  return [program, ...args].map(shellWord).join(" ");
}

function requirePass({ exitCode, isTimedOut, calls, output }: RunResult): void {
  const tail = output.trim() === "" ? "" : `\n${output.trimEnd()}`;
  if (isTimedOut)
    throw new UnfitFirstRun(
      `Expected the command to pass without faults, but it exceeded the time limit set with \`--timeout\`.${tail}`,
    );
  if (exitCode !== 0)
    throw new UnfitFirstRun(
      `Expected the command to pass without faults, but it failed with exit code ${exitCode}. To see why, run the command with \`batch-sim exec\`.${tail}`,
      exitCode,
    );
  if (calls.length === 0)
    throw new UnfitFirstRun(
      "Expected the command to send requests to batch-sim, got none. Point the client under test at the value of BATCH_SIM_BASE_URL; `--env` sets other variables.",
    );
}

/** Rejects unless each name is an operation, a matrix row, or the start of an experiment's ID. */
async function requireKnown(names: readonly string[], first: RunResult): Promise<void> {
  // A real clock never makes the plan skip an experiment.
  const { experiments } = await planFor(first, "real");
  const rows = first.spec.operations.map(({ operationId }) => operationId);
  // The plan skips changes that don't affect this client, but their names are valid.
  const changes = Object.keys(await readData<LifecycleTable>("lifecycles")).map(slug);
  const ids = [...changes, ...experiments.map(({ id }) => id)];
  const known = new Set([...rows, ...experiments.map(({ row }) => row), ...ids]);
  const unknown = names.filter(
    (name) => !known.has(name) && !ids.some((id) => id.startsWith(name)),
  );
  if (unknown.length === 0) return;
  throw new UnfitFirstRun(
    `Expected \`expect.survive\` to list operations, experiment IDs, or prefixes of these IDs, got ${listed(unknown)}.${suggestion(unknown[0], [...known], "An earlier `explore.json` contains the IDs.")}`,
    EXIT_USAGE,
  );
}

/** Whether the command fails if every output is wrong; true if it gets no results. */
async function checkOutputs(command: Explored, first: RunResult, extent: Extent): Promise<boolean> {
  if (!first.calls.some(hasRows)) return true;
  const over = join(extent.folder, "wrong-outputs.yaml");
  const rows = [{ outcome: { text: "batch-sim: a wrong output" } }];
  await extent.write(over, `${JSON.stringify({ name: "wrong-outputs", rows }, null, 2)}\n`);
  const limitMs = experimentLimit({ isWaiting: false }, first, extent);
  const { exitCode } = await runOnce(command, { over, limitMs, signal: extent.signal });
  return exitCode !== 0;
}

/** Number of parallel runs: at most one per core, and only one unless two parallel runs pass. */
async function chooseParallel(command: Explored, { cores, signal }: Extent): Promise<number> {
  const most = Math.min(cores, MOST_PARALLEL);
  if (most < 2) return 1;
  const pair = await Promise.all([1, 2].map(() => runOnce(command, { signal })));
  return pair.every(({ exitCode }) => exitCode === 0) ? most : 1;
}

function experimentLimit(
  { isWaiting }: Pick<Experiment, "isWaiting">,
  { durationMs }: RunResult,
  { timeoutMs, clientTimeoutMs }: Extent,
): number {
  const ownMs = Math.max(MIN_LIMIT_MS, Math.ceil((LIMIT_FACTOR * durationMs) / 1000) * 1000);
  return timeoutMs ?? ownMs + (isWaiting ? clientTimeoutMs : 0);
}

/** Runs a plan's experiments that have no earlier results; resolves with all results by ID. */
async function runAll({ experiments }: Plan, run: Run, parallel: number) {
  const { earlier, signal, tell, runs = Infinity, budgetMs = Infinity } = run.extent;
  const results = new Map(earlier?.results.map((result) => [result.id, result]));
  const left = experiments.filter(({ id }) => !results.has(id));
  let begun = 0;
  const isOver = (): boolean =>
    signal.aborted || begun >= runs || performance.now() - run.startedAt >= budgetMs;
  const work = async (): Promise<void> => {
    while (!isOver()) {
      const experiment = left.shift();
      if (experiment === undefined) return;
      begun++;
      const result = await runExperiment(experiment, run);
      if (result === undefined) return;
      results.set(experiment.id, result);
      tell(`${results.size}/${experiments.length} ${result.verdict}: ${result.title}`);
    }
  };
  await Promise.all(Array.from({ length: parallel }, work));
  return results;
}

/** Runs an experiment, and repeats it unless the client survives; undefined if interrupted. */
async function runExperiment(
  experiment: Experiment,
  run: Run,
): Promise<ExperimentResult | undefined> {
  const { command, extent, baseline } = run;
  const { clock = DEFAULT_CLOCK, seed } = command.options;
  const scenario = join(extent.folder, `${experiment.id}.yaml`);
  await extent.write(scenario, scenarioText(experiment, { clock, seed }));
  const limitMs = experimentLimit(experiment, baseline.first, extent);
  const attempt = async (): Promise<{ verdict: Judgment; seen: RunResult } | undefined> => {
    const seen = await runOnce(command, { over: scenario, limitMs, signal: extent.signal });
    if (extent.signal.aborted) return undefined;
    return { verdict: judge(experiment, seen, baseline), seen };
  };
  const once = await attempt();
  const again = once?.verdict.name === "survived" ? once : once && (await attempt());
  if (once === undefined || again === undefined) return undefined;
  const { name, ...verdict } = combined(once.verdict, again.verdict);
  const { id, row, group, title } = experiment;
  const result = {
    ...{ id, row, group, title, verdict: name, ...verdict },
    mustSurvive: extent.mustSurvive.some((start) => id.startsWith(start) || row === start),
    ...{ scenario, repeat: repeatLine(scenario, name, run) },
  };
  if (name === "survived") return result;
  return { ...result, recording: await extent.record(join(extent.folder, id), again.seen) };
}

/** The `exec` command that repeats an experiment. */
function repeatLine(scenario: string, verdict: VerdictName, { command, baseline }: Run): string {
  const { program, args, options, repeatWords } = command;
  const own = options.scenario ?? DEFAULT_SCENARIO;
  const played = baseline.first.report.sandboxes.map((sandbox) => sandbox.scenario);
  const isPlain = own === DEFAULT_SCENARIO && played.every((each) => each === own);
  const base = options.scenario === undefined ? [] : ["--scenario", String(own)];
  const words = isPlain
    ? ["--scenario", scenario]
    : [...base, "--clock", options.clock ?? DEFAULT_CLOCK, "--over", scenario];
  // By default, `exec` ignores warnings, but `explore` doesn't.
  const failOn = /^(misbehaved|false-success)$/.test(verdict) ? ["--fail-on", "warning"] : [];
  const all = ["exec", ...words, ...failOn, ...repeatWords, "--", program, ...args];
  return `${ownCommand(process.env)} ${all.map(shellWord).join(" ")}`;
}

/** A clock on which polling clients don't wait. */
export const DEFAULT_CLOCK = "poll";

const DEFAULT_SCENARIO = "happy-path";

function reportOn(
  { experiments, leftOut }: Plan,
  results: ReadonlyMap<string, ExperimentResult>,
  { command, baseline: { first, looksAtOutputs } }: Run,
): ExploreReport {
  const [{ scenario = DEFAULT_SCENARIO, seed = 1, clock = DEFAULT_CLOCK } = {}] =
    first.report.sandboxes;
  return {
    format: 1,
    version: first.report.version,
    command: commandText(command),
    ...{ scenario, clock, seed, looksAtOutputs },
    firstFindings: [...new Set(seriousIn(first).map(({ id, sentence }) => `${id}: ${sentence}`))],
    planned: experiments.length,
    leftOut,
    results: experiments.flatMap(({ id }) => results.get(id) ?? []),
    notRun: experiments
      .filter(({ id }) => !results.has(id))
      .map(({ id, title }) => ({ id, title })),
  };
}
