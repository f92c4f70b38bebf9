import { type Finding, reaches, type Severity } from "./finding.ts";
import { type FindingGroup, groupsOf } from "./report/finding-groups.ts";
import { caseFacts, countText, groupFacts, type LabeledText } from "./report/group-text.ts";
import type { Report } from "./report/report.ts";

/** A client did something wrong; the message describes every finding. */
export class FindingsError extends Error {
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    super(
      `Expected no findings, got ${findings.length}.\n\n${groupsOf(findings).map(paragraph).join("\n\n")}`,
    );
    this.name = "FindingsError";
    this.findings = findings;
  }
}

/** A simulator, or a sandbox's control, that is expected to have no findings. */
export type Findable =
  | { readonly report: () => Report }
  | { readonly findings: () => Promise<readonly Finding[]> };

/** Which findings throw: those of at least this severity. Default: `warning`. */
export type NoFindingsOptions = { readonly severity?: Severity };

/**
 * Throws a `FindingsError` if there are unexpected findings of at least a severity (default: `warning`): in all sandboxes for a
 * simulator, or, with a promise, in one sandbox for its `control`.
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

function paragraph(group: FindingGroup): string {
  const { id, severity } = group.first;
  const count = countText(group);
  const [first, ...others] = group.cases;
  return [
    `${severity} ${id}${count === "" ? "" : ` (${count})`}: ${first?.sentence}`,
    ...(first === undefined ? [] : caseFacts(first).map(lineOf)),
    ...others.flatMap((each) => [`  also: ${each.sentence}`, ...caseFacts(each).map(lineOf)]),
    ...groupFacts(group).map(lineOf),
  ].join("\n");
}

function lineOf([label, text]: LabeledText): string {
  return `  ${label}: ${text}`;
}
