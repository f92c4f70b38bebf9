import type { RanCommand, RunTrace } from "../../control/reports.ts";
import { counted } from "../../core/counted.ts";
import { HIDDEN, isSecretName, redactText } from "../../core/redact.ts";
import { shellWord } from "../../core/visible-text.ts";
import { type FailOn, fails } from "../../findings/report/fails.ts";
import type { Report, ReportSummary } from "../../findings/report/report-of.ts";
import { percent } from "../../findings/report/summary-text.ts";
import { missingCoverage, terminalReport } from "../../findings/report/terminal-report.ts";
import { ENV_SOURCES } from "../../options/command-environment.ts";
import { COMMAND_TABLE } from "../../options/command-table.ts";
import type { Options } from "../../options/option-table.ts";
import { ownCommand } from "../../simulator/package-file.ts";
import { EXIT_FINDINGS, EXIT_OK } from "./failure.ts";
import { tellGitHub } from "./github.ts";
import { type Paint, paintFor } from "./paint.ts";
import { withScript, writeReports } from "./write-reports.ts";

const SCRIPT_HINT =
  "batch-sim: To repeat the requests behind these findings, run this command again with `--report-dir DIR`, and then run `sh DIR/reproduce.sh`, which needs curl.";

/** Maximum length, in characters, of the command line to show with each finding. */
const MAX_COMMAND_LENGTH = 500;

type Limits = Pick<Options, "failOn" | "minCoverage" | "coverage" | "reportDir">;

type Concluded = {
  /** The command under test; undefined if this process didn't run it. */
  readonly run?: RanCommand;
  /** The command that repeats the run in the simulator; by default, this process's own command. */
  readonly repeat?: string;
  /** The simulator's address for clients; completes "Point the client under test at". */
  readonly address: string;
  readonly trace: () => Promise<RunTrace>;
};

type RunEnd = {
  readonly failOn: FailOn;
  readonly fails: boolean;
  /** Exit status of the command under test; undefined if this process didn't run it. */
  readonly exitCode: number | undefined;
};

/** Shows a report on standard error and writes its files; resolves with the run's exit status. */
export async function conclude(
  found: Report,
  limits: Limits,
  { run, repeat, address, trace }: Concluded,
): Promise<number> {
  const { failOn = COMMAND_TABLE.failOn.fallback, reportDir } = limits;
  const again = run === undefined ? found : withRun(found, repeat);
  const report = reportDir === undefined ? again : withScript(again, reportDir);
  const { stderr } = process;
  const paint = paintFor(stderr);
  stderr.write(`\n${terminalReport(report, paint)}\n`);
  if (limits.coverage === true) stderr.write(`${missingCoverage(report, paint)}\n`);
  if (reportDir !== undefined) {
    const recorded = { ...(await trace()), ...(run !== undefined && { run }) };
    const files = await writeReports(report, reportDir, { failOn, trace: recorded });
    stderr.write(`reports: ${files.join(", ")}\n`);
  } else if (report.reproductions.length > 0) {
    stderr.write(`${SCRIPT_HINT}\n`);
  }
  await tellGitHub(report, process.env);
  const missed = missedLimits(report, limits);
  for (const each of missed) stderr.write(`batch-sim: ${each}\n`);
  const isBad = report.findings.some((finding) => fails(finding, failOn));
  const last =
    report.summary.exchanges === 0
      ? `batch-sim: No request reached batch-sim, so nothing was judged. Point the client under test at ${address}.`
      : verdictLine(report.summary, { failOn, fails: isBad, exitCode: run?.exitCode }, paint);
  stderr.write(`${last}\n`);
  if (run !== undefined && run.exitCode !== EXIT_OK) return run.exitCode;
  return isBad || missed.length > 0 ? EXIT_FINDINGS : EXIT_OK;
}

/** The report with this run's command line in each finding, unless the line is very long. */
function withRun(report: Report, repeat = ownLine()): Report {
  if (repeat.length > MAX_COMMAND_LENGTH) return report;
  return { ...report, findings: report.findings.map((finding) => ({ ...finding, repeat })) };
}

function ownLine(): string {
  const words = wordsWithoutSecrets(process.argv.slice(2)).map(shellWord);
  return [ownCommand(process.env), ...words].join(" ");
}

/** Matches arguments such as `MY_API_KEY=api_key`, which contain a source's name, not a secret. */
const NAMES_SOURCE = new RegExp(`^(?:--env=)?\\w+=(?:${ENV_SOURCES.join("|")})$`);

export function wordsWithoutSecrets(words: readonly string[]): readonly string[] {
  return words.map((word, index) => {
    const before = words[index - 1] ?? "";
    if (NAMES_SOURCE.test(word)) return word;
    if (before.startsWith("--") && !before.includes("=") && isSecretName(before.slice(2)))
      return HIDDEN;
    const [, header = ""] = /^([\w-]+): /.exec(word) ?? [];
    if (isSecretName(header)) return `${header}: ${HIDDEN}`;
    // An argument may be a script that contains secrets.
    return redactText(word)
      .split(/([\s&#]+)/)
      .map(withoutValue)
      .join("");
  });
}

/** Hides the value after a secret's name, as in `--env=API_KEY=k3y`; other text is unchanged. */
function withoutValue(text: string): string {
  const parts = text.split("=");
  const names = parts.slice(0, -1).map((part) => part.split(/[^\w.-]/).at(-1) ?? "");
  const at = names.findIndex(isSecretName);
  return at < 0 ? text : [...parts.slice(0, at + 1), HIDDEN].join("=");
}

/** One sentence per missed limit; `verdictLine` explains findings that reach `fail-on`. */
function missedLimits({ summary, coverage }: Report, limits: Limits): readonly string[] {
  const { failOn, minCoverage = 0 } = limits;
  // If `fail-on` is set, the user expects a judgment, but without a request, nothing was judged.
  const isUnjudged = summary.exchanges === 0 && failOn !== undefined && failOn !== "never";
  const isThin = coverage.share < minCoverage;
  const unjudged =
    "Expected at least one request because `fail-on` is set, got none. The run fails.";
  const thin = `Expected coverage of at least ${percent(minCoverage)}, got ${percent(coverage.share)}. The run fails because of \`--min-coverage\`.`;
  return [...(isUnjudged ? [unjudged] : []), ...(isThin ? [thin] : [])];
}

/** The last line of a run: its findings, and which option decides whether they fail the run. */
export function verdictLine(summary: ReportSummary, end: RunEnd, paint: Paint): string {
  const { errors, warnings } = summary;
  const found: string[] = [];
  if (errors > 0) found.push(counted(errors, "error"));
  if (warnings > 0) found.push(counted(warnings, "warning"));
  if (found.length === 0) return `batch-sim: ${paint.green("Found no errors and no warnings.")}`;
  const color = errors > 0 ? paint.red : paint.yellow;
  return `batch-sim: ${paint.bold(color(`Found ${found.join(" and ")}.`))} ${consequence(summary, end)}`.trimEnd();
}

function consequence(summary: ReportSummary, { failOn, fails, exitCode }: RunEnd): string {
  if (exitCode !== undefined && exitCode !== EXIT_OK)
    return `The command failed with exit code ${exitCode}.`;
  if (fails) return `The run fails because of \`--fail-on ${failOn}\`.`;
  if (summary.pending >= summary.errors + summary.warnings)
    return "Pending: clients can still correct this until their sandboxes end.";
  const severity = summary.errors > 0 ? "error" : "warning";
  // If another process ran the command, the run may have failed there.
  if (exitCode === undefined)
    return failOn === "never" ? "" : `Add \`--fail-on ${severity}\` to make this command fail.`;
  return `The run passes anyway; \`--fail-on ${severity}\` would make it fail.`;
}
