import { type Finding, reaches, type Severity } from "./finding.ts";
import type { Report } from "./report/report.ts";

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

/** What findings are expected to be none of. */
export type Findable =
  | { readonly report: () => Report }
  | { readonly findings: () => Promise<readonly Finding[]> };

/** From which severity on a finding is one too many; `warning` where nothing is said. */
export type NoFindingsOptions = { readonly severity?: Severity };

/**
 * Throws a `FindingsError` where clients have findings of a severity (`warning` or worse) that nobody expected: those of all keys for a
 * simulator, those of one sandbox, with a promise, for its `control`.
 *
 * @example
 * afterAll(() => expectNoFindings(sim));
 * await expectNoFindings(box.control);
 */
export function expectNoFindings(
  simulator: { readonly report: () => Report },
  options?: NoFindingsOptions,
): void;
export function expectNoFindings(
  control: { readonly findings: () => Promise<readonly Finding[]> },
  options?: NoFindingsOptions,
): Promise<void>;
export function expectNoFindings(
  source: Findable,
  { severity = "warning" }: NoFindingsOptions = {},
): void | Promise<void> {
  if (!("findings" in source)) return expectNone(source.report().findings, severity);
  return source.findings().then((findings) => expectNone(findings, severity));
}

function expectNone(findings: readonly Finding[], severity: Severity): void {
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
