import type { Finding } from "../finding.ts";
import { grouped } from "../grouped.ts";
import { type FailOn, fails } from "./fails.ts";
import { countText, type FindingGroup, groupLines, groupsOf } from "./finding-groups.ts";
import { type JunitCase, type JunitSuites, junitXml } from "./junit.ts";
import type { Report } from "./report-of.ts";
import { titled } from "./titled.ts";

/**
 * A report as JUnit XML: a test suite for each sandbox, and a test case for each kind of finding. A case fails if its severity
 * reaches `failOn`; otherwise it passes, and says what was found in its output. A sandbox without findings has one case, which passes.
 */
export function junitReport(given: Report, failOn: FailOn): string {
  const { sandboxes, findings } = titled(given);
  const found = grouped(findings, ({ sandbox }) => sandbox);
  const titles = sandboxes.map(({ name, title = name }) => title);
  const names = new Set([...titles, ...found.keys()]);
  const suites: JunitSuites = [...names].map((name) => [
    name === "" ? "expected findings" : name,
    casesOf(found.get(name) ?? [], failOn),
  ]);
  return junitXml("batch-sim", suites);
}

function casesOf(findings: readonly Finding[], failOn: FailOn): readonly JunitCase[] {
  if (findings.length === 0) return [{ className: "batch-sim", name: "no findings" }];
  return groupsOf(findings).map((group) => testCase(group, failOn));
}

/** Maximum number of cases to describe per group. */
const MAX_CASES = 100;

function testCase(group: FindingGroup, failOn: FailOn): JunitCase {
  const { id, severity, sentence, isExpected } = group.first;
  const count = countText(group);
  const rest = count === "" ? "" : ` (${count})`;
  return {
    className: `batch-sim.${id}`,
    name: count === "" ? sentence : `${id}${rest}`,
    end: fails(group.first, failOn) ? "failure" : undefined,
    type: id,
    message: `${isExpected ? "expected, " : ""}${severity}: ${sentence}${rest}`,
    text: groupLines(group, MAX_CASES).join("\n"),
  };
}
