import { fails } from "../contract/fails.ts";
import type { Report } from "../contract/report.ts";
import { percent } from "../contract/summary-text.ts";
import { terminalReport } from "../contract/terminal-report.ts";
import { EXIT_FINDINGS, EXIT_OK } from "./failure.ts";
import type { Options } from "./option-table.ts";
import { paintFor } from "./paint.ts";
import { writeReports } from "./write-reports.ts";

type Limits = Pick<Options, "failOn" | "minCoverage" | "reportDir">;

/** Shows a report on standard error and writes its files; resolves with the exit status, given that of what was reported on. */
export async function conclude(report: Report, limits: Limits, exitCode: number): Promise<number> {
  const { failOn = "error", minCoverage = 0, reportDir } = limits;
  const { stderr } = process;
  stderr.write(`\n${terminalReport(report, paintFor(stderr))}`);
  if (reportDir !== undefined) {
    const files = await writeReports(report, reportDir, failOn);
    stderr.write(`\nreports: ${files.join(", ")}\n`);
  }
  const { share } = report.coverage;
  const isThin = share < minCoverage;
  if (isThin) {
    const found = `Expected a coverage of at least ${percent(minCoverage)}, got ${percent(share)}.`;
    stderr.write(`batch-sim: ${found}\n`);
  }
  if (exitCode !== EXIT_OK) return exitCode;
  const isBad = report.findings.some((finding) => fails(finding, failOn));
  return isBad || isThin ? EXIT_FINDINGS : EXIT_OK;
}
