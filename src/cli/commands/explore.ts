import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { isJsonObject } from "../../core/json.ts";
import {
  type ExploreReport,
  exploreJunit,
  failing,
  improved,
} from "../../explore/report/explore-report.ts";
import { explorePage, terminalText } from "../../explore/report/render-explore.ts";
import { DEFAULT_CLOCK, explore, UnfitFirstRun } from "../../explore/run/exploration.ts";
import type { Explored } from "../../explore/run/run-once.ts";
import { commandEnvironment } from "../../options/command-environment.ts";
import { EXPLORE_TABLE } from "../../options/explore-table.ts";
import { type Options, repeatWords, simulatorOptions } from "../../options/option-table.ts";
import { EXIT_FINDINGS, EXIT_OK, tryFiles, UsageError } from "../output/failure.ts";
import { makeFolder, writeFolder, writeOwnFile } from "../output/own-files.ts";
import { paintFor } from "../output/paint.ts";
import { viewerFile, writeReports } from "../output/write-reports.ts";
import { onNpxEnd } from "./parent-end.ts";
import { SIGNALS } from "./run-command.ts";

const FOLDER = join(".batch-sim", "explore");
const KEPT_FOLDER = "scenarios";
const NEEDS_TEST = "`exec` can't detect a false success. Use a test that expects a client error.";

export async function exploreTests(options: Options, words: readonly string[]): Promise<number> {
  const folder = options.reportDir ?? FOLDER;
  if (options.keep !== undefined) return keep(options.keep, folder);
  const [program, ...args] = words;
  if (program === undefined)
    throw new UsageError([
      "Expected `explore` to be followed by `--` and a command, such as `npm test`, got nothing.",
    ]);
  const earlier =
    options.resume === true ? await readReport(join(folder, "explore.json")) : undefined;
  const baseline = options.baseline === undefined ? undefined : await readReport(options.baseline);
  const { failOnVerdicts: failOn = EXPLORE_TABLE.failOnVerdicts.fallback } = options;
  try {
    const report = await explored(options, { program, args }, { folder, earlier });
    const bad = failing(report, failOn, baseline);
    await writeFiles(report, folder, exploreJunit(report, bad));
    const paint = paintFor(process.stderr);
    tell(`\n${terminalText(report, paint)}`);
    for (const { title, before, verdict } of improved(report, baseline))
      tell(`Improved: ${title} (${before} → ${verdict})`);
    tell(`report: ${join(folder, "explore.html")}`);
    const many = bad.length === 1 ? "due to 1 experiment" : `due to ${bad.length} experiments`;
    tell(bad.length === 0 ? "batch-sim: The run passes." : `batch-sim: The run fails ${many}.`);
    return bad.length === 0 ? EXIT_OK : EXIT_FINDINGS;
  } catch (error) {
    if (!(error instanceof UnfitFirstRun)) throw error;
    tell(`batch-sim: ${error.message}`);
    return error.exitCode;
  }
}

async function explored(
  options: Options,
  command: Pick<Explored, "program" | "args">,
  { folder, earlier }: { readonly folder: string; readonly earlier: ExploreReport | undefined },
): Promise<ExploreReport> {
  const { runs, parallel, timeoutMs, budgetMs, controlToken, env, clock = DEFAULT_CLOCK } = options;
  const ending = new AbortController();
  const end = (): void => {
    // A second signal ends the program immediately.
    if (ending.signal.aborted) process.exit(EXIT_FINDINGS);
    ending.abort();
    tell("Interrupted. The report contains the completed experiments; `--resume` runs the others.");
  };
  for (const signal of SIGNALS) process.on(signal, end);
  onNpxEnd(end);
  await makeFolder(folder);
  return explore(
    {
      ...command,
      // Each run has its own simulator, which stores nothing.
      options: { ...simulatorOptions(options), clock, store: "memory", port: 0 },
      repeatWords: repeatWords(options),
      environmentOf: ({ simulator, spec }) =>
        commandEnvironment(simulator, { env: { ...spec().environment, ...env }, controlToken }),
    },
    {
      ...{ budgetMs, runs, parallel, timeoutMs, cores: availableParallelism() },
      clientTimeoutMs: options.clientTimeoutMs ?? EXPLORE_TABLE.clientTimeoutMs.fallback,
      signal: ending.signal,
      ...{ folder, earlier, tell, write: writeOwnFile },
      mustSurvive: options.expect?.survive ?? [],
      record: async (own, { report, trace }) => {
        await writeReports(report, own, { failOn: "warning", trace });
        return join(own, "report.html");
      },
    },
  );
}

async function writeFiles(report: ExploreReport, folder: string, junit: string): Promise<void> {
  const style = await viewerFile("style.css");
  const texts = new Map<string, string>();
  for (const { scenario } of report.results) texts.set(scenario, await readFile(scenario, "utf8"));
  const scenarioText = ({ scenario }: { scenario: string }): string => texts.get(scenario) ?? "";
  await writeFolder(folder, {
    "explore.json": `${JSON.stringify(report, null, 2)}\n`,
    "junit.xml": junit,
    "explore.html": explorePage(report, { style, folder, scenarioText }),
  });
}

function readReport(file: string): Promise<ExploreReport> {
  return tryFiles(
    async () => {
      const report: unknown = JSON.parse(await readFile(file, "utf8"));
      if (isJsonObject(report) && report["format"] === 1 && Array.isArray(report["results"]))
        return report as unknown as ExploreReport;
      throw new Error("it is not an `explore` report with `format` 1");
    },
    (reason) =>
      `Failed to read the report \`${file}\`: ${reason}. \`batch-sim explore\` writes its report as \`explore.json\`.`,
  );
}

async function keep(id: string, folder: string): Promise<number> {
  const { results } = await readReport(join(folder, "explore.json"));
  const found = results.find((result) => result.id === id);
  if (found === undefined)
    throw new UsageError([
      `Expected \`--keep\` to be the ID of an experiment in \`${join(folder, "explore.json")}\`, got \`${id}\`.`,
    ]);
  const kept = join(KEPT_FOLDER, `${id}.yaml`);
  const text = await readFile(found.scenario, "utf8");
  const earlier = await readFile(kept, "utf8").catch(({ code }) => (code === "ENOENT" ? text : ""));
  if (earlier !== text)
    throw new UsageError([
      `Failed to keep \`${id}\`: \`${kept}\` already exists with different contents. Rename or delete it first.`,
    ]);
  await writeFolder(KEPT_FOLDER, { [`${id}.yaml`]: text });
  process.stdout.write(`${kept}\n${found.repeat.replace(found.scenario, kept)}\n`);
  if (found.verdict === "false-success") tell(NEEDS_TEST);
  return EXIT_OK;
}

function tell(line: string): void {
  process.stderr.write(`${line}\n`);
}
