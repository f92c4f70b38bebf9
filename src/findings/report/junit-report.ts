import type { Finding } from "../finding.ts";
import { escaped } from "./escape.ts";
import { type FailOn, fails } from "./fails.ts";
import type { Report } from "./report.ts";
import { basisText, exchangesText } from "./summary-text.ts";

/**
 * A report as JUnit XML, a suite each sandbox and a test case each finding: failed from `failOn` on, else skipped, so that CI
 * shows it. A sandbox without findings has one case, that passes.
 */
export function junitReport(report: Report, failOn: FailOn): string {
  const suites = suitesOf(report).map(([name, findings]) => suite(name, findings, failOn));
  const counts = countsOf(report.findings, failOn);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="batch-sim" ${counts}>
${suites.join("\n")}
</testsuites>
`;
}

function suitesOf({ sandboxes, findings }: Report): [string, Finding[]][] {
  const suites = new Map<string, Finding[]>(sandboxes.map(({ name }) => [name, []]));
  for (const finding of findings) {
    const known = suites.get(finding.sandbox);
    if (known === undefined) suites.set(finding.sandbox, [finding]);
    else known.push(finding);
  }
  return [...suites];
}

function suite(name: string, findings: readonly Finding[], failOn: FailOn): string {
  const cases =
    findings.length === 0
      ? ['    <testcase classname="batch-sim" name="no findings" time="0"/>']
      : findings.map((finding) => testCase(finding, failOn));
  const title = name === "" ? "expected findings" : name;
  return `  <testsuite name="${escaped(title)}" ${countsOf(findings, failOn)} time="0">
${cases.join("\n")}
  </testsuite>`;
}

function countsOf(findings: readonly Finding[], failOn: FailOn): string {
  const failures = findings.filter((finding) => fails(finding, failOn)).length;
  return `tests="${Math.max(1, findings.length)}" failures="${failures}" errors="0" skipped="${findings.length - failures}"`;
}

function testCase(finding: Finding, failOn: FailOn): string {
  const { id, severity, sentence, isExpected } = finding;
  const head = `    <testcase classname="batch-sim.${id}" name="${escaped(sentence)}" time="0">`;
  const text = escaped(details(finding));
  const message = `${isExpected ? "expected, " : ""}${severity}: ${sentence}`;
  const body = fails(finding, failOn)
    ? `<failure type="${id}" message="${escaped(message)}">${text}</failure>`
    : `<skipped message="${escaped(message)}"/><system-out>${text}</system-out>`;
  return `${head}\n      ${body}\n    </testcase>`;
}

function details(finding: Finding): string {
  const lines = [finding.cure, basisText(finding), exchangesText(finding), finding.repeat];
  return lines.filter((line) => line !== "").join("\n");
}
