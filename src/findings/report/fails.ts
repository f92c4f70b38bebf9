import { type Finding, reaches } from "../finding.ts";
import type { Report } from "./report-of.ts";

/** Lowest severity at which a report fails. */
export type FailOn = "error" | "warning" | "never";

/** Whether a finding makes a report fail. An expected or pending finding never does. */
export function fails({ isExpected, isPending, severity }: Finding, failOn: FailOn): boolean {
  return !isExpected && isPending !== true && failOn !== "never" && reaches(severity, failOn);
}

/** A copy of a report in which no finding is pending anymore, because the run is complete. */
export function decidedReport(report: Report): Report {
  const findings = report.findings.map(({ isPending: _, ...finding }) => finding);
  return { ...report, findings, summary: { ...report.summary, pending: 0 } };
}

/** A report that uses the sandboxes' display names. */
export function titled(report: Report): Report {
  const titles = new Map(report.sandboxes.map(({ name, title = name }) => [name, title]));
  const findings = report.findings.map((finding) => ({
    ...finding,
    sandbox: titles.get(finding.sandbox) ?? finding.sandbox,
  }));
  return { ...report, findings };
}
