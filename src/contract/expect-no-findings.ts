import { type Finding, reaches, type Severity } from "./finding.ts";
import type { Report } from "./report.ts";

/** A test's client did what it should not: the message holds every finding. */
export class FindingsError extends Error {
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(
      `Expected no findings, got ${findings.length}.\n\n${findings.map(paragraph).join("\n\n")}`,
    );
    this.name = "FindingsError";
    this.findings = findings;
  }
}

/**
 * Throws a `FindingsError` where the client has findings of a severity (`warning`, the default, or worse) that nobody expected.
 *
 * @example
 * afterEach(() => expectNoFindings(sim));
 */
export function expectNoFindings(
  source: { readonly report: () => Report },
  { severity = "warning" }: { readonly severity?: Severity } = {},
): void {
  const { findings } = source.report();
  const found = findings.filter((each) => !each.isExpected && reaches(each.severity, severity));
  if (found.length > 0) throw new FindingsError(found);
}

function paragraph(finding: Finding): string {
  const { id, severity, sentence, cure, section, assumption, exchanges, repeat } = finding;
  const basis = [
    section === undefined ? "" : `part ${section}`,
    assumption === undefined ? "" : `assumption ${assumption}`,
  ].filter((part) => part !== "");
  const lines = [
    `${severity} ${id}: ${sentence}`,
    `  do: ${cure}`,
    ...(basis.length === 0 ? [] : [`  see: ${basis.join(", ")}`]),
    ...(exchanges.length === 0 ? [] : [`  exchanges: ${exchanges.join(", ")}`]),
    ...(repeat === "" ? [] : [`  again: ${repeat}`]),
  ];
  return lines.join("\n");
}
