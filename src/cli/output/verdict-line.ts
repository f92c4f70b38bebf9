import type { FailOn } from "../../findings/report/fails.ts";
import type { ReportSummary } from "../../findings/report/report-of.ts";
import { EXIT_OK } from "./failure.ts";
import type { Paint } from "./paint.ts";

/** How the run would end because of its findings alone, and how the command under test ended. */
export type RunEnd = {
  readonly failOn: FailOn;
  /** Whether a finding reaches `failOn`. */
  readonly fails: boolean;
  /** Exit status of the command under test. */
  readonly exitCode: number;
};

/** The last line of a run: what was found, whether that fails the run, and which option decides that. */
export function verdictLine(summary: ReportSummary, end: RunEnd, paint: Paint): string {
  const { errors, warnings } = summary;
  const found = [counted(errors, "error"), counted(warnings, "warning")].filter(Boolean);
  if (found.length === 0) return `batch-sim: ${paint.green("Found no errors and no warnings.")}`;
  const color = errors > 0 ? paint.red : paint.yellow;
  return `batch-sim: ${paint.bold(color(`Found ${found.join(" and ")}.`))} ${consequence(summary, end)}`;
}

function consequence({ errors }: ReportSummary, { failOn, fails, exitCode }: RunEnd): string {
  if (exitCode !== EXIT_OK) return `The command failed with exit code ${exitCode}.`;
  if (fails) return `The run fails because of \`--fail-on ${failOn}\`.`;
  const severity = errors > 0 ? "error" : "warning";
  return `The run passes anyway; \`--fail-on ${severity}\` makes it fail.`;
}

function counted(count: number, noun: string): string {
  if (count === 0) return "";
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
