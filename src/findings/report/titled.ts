import type { Report } from "./report-of.ts";

/** A report whose findings have the names that people gave to their sandboxes. */
export function titled(report: Report): Report {
  const titles = new Map(report.sandboxes.map(({ name, title = name }) => [name, title]));
  const findings = report.findings.map((finding) => ({
    ...finding,
    sandbox: titles.get(finding.sandbox) ?? finding.sandbox,
  }));
  return { ...report, findings };
}
