import type { Finding } from "../finding.ts";
import { grouped } from "../grouped.ts";
import { escaped } from "./escape.ts";
import { type FailOn, fails } from "./fails.ts";
import {
  caseFacts,
  countText,
  type FindingGroup,
  groupFacts,
  groupsOf,
  type LabeledText,
} from "./finding-groups.ts";
import type { Report } from "./report-of.ts";
import { titled } from "./titled.ts";

/**
 * A report as JUnit XML: a test suite for each sandbox, and a test case for each kind of finding. A case fails if its severity
 * reaches `failOn`; otherwise it passes, and says what was found in its output. A sandbox without findings has one case, which passes.
 * The result is valid according to Jenkins' schema, which allows less than others.
 */
export function junitReport(given: Report, failOn: FailOn): string {
  const report = titled(given);
  const suites = suitesOf(report).map(([name, findings]) => suite(name, findings, failOn));
  const groups = suitesOf(report).flatMap(([, findings]) => groupsOf(findings));
  const counts = countsOf(groups, failOn);
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="batch-sim" ${counts}>
${suites.join("\n")}
</testsuites>
`;
}

function suitesOf({ sandboxes, findings }: Report): [string, readonly Finding[]][] {
  const found = grouped(findings, ({ sandbox }) => sandbox);
  const titles = sandboxes.map(({ name, title = name }) => title);
  const names = new Set([...titles, ...found.keys()]);
  return [...names].map((name) => [name, found.get(name) ?? []]);
}

function suite(name: string, findings: readonly Finding[], failOn: FailOn): string {
  const groups = groupsOf(findings);
  const cases =
    groups.length === 0
      ? ['    <testcase classname="batch-sim" name="no findings" time="0"/>']
      : groups.map((group) => testCase(group, failOn));
  const title = name === "" ? "expected findings" : name;
  return `  <testsuite name="${escaped(title)}" ${countsOf(groups, failOn)} time="0">
${cases.join("\n")}
  </testsuite>`;
}

function countsOf(groups: readonly FindingGroup[], failOn: FailOn): string {
  const failures = groups.filter(({ first }) => fails(first, failOn)).length;
  return `tests="${Math.max(1, groups.length)}" failures="${failures}" errors="0"`;
}

function testCase(group: FindingGroup, failOn: FailOn): string {
  const { id, severity, sentence, isExpected } = group.first;
  const count = countText(group);
  const name = count === "" ? sentence : `${id} (${count})`;
  const head = `    <testcase classname="batch-sim.${id}" name="${escaped(name)}" time="0">`;
  const text = escaped(details(group));
  const rest = count === "" ? "" : ` (${count})`;
  const message = `${isExpected ? "expected, " : ""}${severity}: ${sentence}${rest}`;
  const body = fails(group.first, failOn)
    ? `<failure type="${id}" message="${escaped(message)}">${text}</failure>`
    : `<system-out>${escaped(message)}\n${text}</system-out>`;
  return `${head}\n      ${body}\n    </testcase>`;
}

/** Maximum number of cases to describe per group. */
const MAX_CASES = 100;

function details(group: FindingGroup): string {
  const cases = group.cases.slice(0, MAX_CASES);
  const more = group.cases.length - cases.length;
  return [
    ...cases.flatMap((each) => [each.sentence, ...caseFacts(each).map(lineOf)]),
    ...(more > 0 ? [`… and ${more} more`] : []),
    ...groupFacts(group).map(lineOf),
  ].join("\n");
}

function lineOf([label, text]: LabeledText): string {
  return `  ${label}: ${text}`;
}
