import { join } from "node:path";
import type { RunTrace } from "../../control/reports.ts";
import { traceText } from "../../control/shared/trace-text.ts";
import { shellWord } from "../../core/visible-text.ts";
import type { FailOn } from "../../findings/report/fails.ts";
import { junitReport } from "../../findings/report/junit-report.ts";
import type { Report } from "../../findings/report/report-of.ts";
import { UsageError } from "./failure.ts";
import { makeFolder, writeOwnFile } from "./own-files.ts";
import { reportPage } from "./report-page.ts";
import { reproduceScript, scenarioFileOf } from "./reproduce-script.ts";

const SCRIPT_NAME = "reproduce.sh";

/**
 * The report with the command that runs the folder's script in each finding that the script
 * reproduces.
 */
export function withScript(report: Report, folder: string): Report {
  const names = new Set(report.reproductions.map(({ sandbox }) => sandbox));
  const script = shellWord(join(folder, SCRIPT_NAME));
  const findings = report.findings.map((finding) =>
    names.has(finding.sandbox)
      ? { ...finding, repeat: `sh ${script} ${shellWord(finding.sandbox)}` }
      : finding,
  );
  return { ...report, findings };
}

/** A folder for reports, and the parts that are not in the report itself. */
export type ReportFolder = {
  /** Created if it doesn't exist. */
  readonly folder: string;
  readonly failOn: FailOn;
  readonly trace: RunTrace;
};

/** Writes a report and the run's trace into a folder; resolves with the files' paths. */
export async function writeReports(
  report: Report,
  { folder, failOn, trace }: ReportFolder,
): Promise<readonly string[]> {
  const script = reproduceScript(report);
  const recorded = traceText({ trace, report });
  const texts = [
    ["report.json", `${JSON.stringify(report, null, 2)}\n`],
    ["junit.xml", junitReport(report, failOn)],
    ["report.html", await reportPage(report, recorded)],
    ["trace.ndjson", recorded],
    ...(script === undefined ? [] : [[SCRIPT_NAME, script] as const]),
    ...report.reproductions.flatMap(({ sandbox, scenarioText }) =>
      scenarioText === undefined ? [] : [[scenarioFileOf(sandbox), scenarioText] as const],
    ),
  ] as const;
  try {
    await makeFolder(folder);
    await Promise.all(texts.map(([name, text]) => writeOwnFile(join(folder, name), text)));
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    throw new UsageError([
      `Failed to write the reports into \`${folder}\`: ${found}. Free space there, or choose another folder with \`--report-dir\`.`,
    ]);
  }
  return texts.map(([name]) => join(folder, name));
}
