import { fails } from "../../findings/report/fails.ts";
import type { Report } from "../../findings/report/report.ts";
import { percent } from "../../findings/report/summary-text.ts";
import { terminalReport } from "../../findings/report/terminal-report.ts";
import { COMMAND_TABLE } from "../../options/command-table.ts";
import type { Options } from "../../options/option-table.ts";
import { EXIT_FINDINGS, EXIT_OK } from "./failure.ts";
import { paintFor } from "./paint.ts";
import { writeReports } from "./write-reports.ts";

type Limits = Pick<Options, "failOn" | "minCoverage" | "reportDir">;

/** What a report is on. */
export type Concluded = {
  readonly exitCode: number;
  /** Goes on after "The client under test has to take". */
  readonly address: string;
};

/** Shows a report on standard error and writes its files; resolves with the exit status, given that of what was reported on. */
export async function conclude(
  report: Report,
  limits: Limits,
  { exitCode, address }: Concluded,
): Promise<number> {
  const { failOn = COMMAND_TABLE.failOn.fallback, reportDir } = limits;
  const { stderr } = process;
  stderr.write(`\n${terminalReport(report, paintFor(stderr))}`);
  if (reportDir !== undefined) {
    const files = await writeReports(report, reportDir, failOn);
    stderr.write(`\nreports: ${files.join(", ")}\n`);
  }
  if (report.summary.exchanges === 0) {
    const cure = `The client under test has to take ${address}.`;
    stderr.write(`batch-sim: No request reached batch-sim, so nothing was judged. ${cure}\n`);
  }
  const missed = missedLimits(report, limits);
  for (const each of missed) stderr.write(`batch-sim: ${each}\n`);
  if (exitCode !== EXIT_OK) return exitCode;
  const isBad = report.findings.some((finding) => fails(finding, failOn));
  return isBad || missed.length > 0 ? EXIT_FINDINGS : EXIT_OK;
}

/** What was asked for besides that there are no findings, and didn't come; a sentence each. */
function missedLimits({ summary, coverage }: Report, limits: Limits): readonly string[] {
  const { failOn, minCoverage = 0 } = limits;
  // Whoever says from which findings on to fail wants clients judged: a client that went elsewhere has none.
  const isUnjudged = summary.exchanges === 0 && failOn !== undefined && failOn !== "never";
  const isThin = coverage.share < minCoverage;
  return [
    ...(isUnjudged ? ["Expected at least one request where `fail-on` is given, got none."] : []),
    ...(isThin
      ? [`Expected a coverage of at least ${percent(minCoverage)}, got ${percent(coverage.share)}.`]
      : []),
  ];
}
