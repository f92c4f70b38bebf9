import { grouped } from "../grouped.ts";
import { type FailOn, fails, titled } from "./fails.ts";
import { countText, type FindingGroup, groupLines, groupsOf } from "./finding-groups.ts";
import { escaped } from "./html-page.ts";
import type { Report } from "./report-of.ts";

export type JunitCase = {
  readonly suite: string;
  readonly className: string;
  readonly name: string;
  /** Undefined if the case passed: then the message and the text are its output. */
  readonly end?: "failure" | "error" | undefined;
  /** A finding's ID or an experiment's verdict. */
  readonly type?: string;
  readonly message?: string;
  readonly text?: string;
};

/** Test cases as JUnit XML. Valid according to Jenkins' schema, which is stricter than others. */
export function junitXml(title: string, cases: readonly JunitCase[]): string {
  const suites = [...grouped(cases, ({ suite }) => suite)];
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="${escaped(title)}" ${countsOf(cases)}>
${suites.map(([name, own]) => testSuite(name, own)).join("\n")}
</testsuites>
`;
}

function testSuite(name: string, cases: readonly JunitCase[]): string {
  return `  <testsuite name="${escaped(name)}" ${countsOf(cases)} time="0">
${cases.map(testCase).join("\n")}
  </testsuite>`;
}

function countsOf(cases: readonly JunitCase[]): string {
  const count = (wanted: JunitCase["end"]): number =>
    cases.filter(({ end }) => end === wanted).length;
  return `tests="${cases.length}" failures="${count("failure")}" errors="${count("error")}"`;
}

function testCase({ className, name, end, type = "", message, text = "" }: JunitCase): string {
  const head = `    <testcase classname="${escaped(className)}" name="${escaped(name)}" time="0"`;
  if (message === undefined) return `${head}/>`;
  const content =
    end === undefined
      ? `<system-out>${escaped(`${message}\n${text}`)}</system-out>`
      : `<${end} type="${escaped(type)}" message="${escaped(message)}">${escaped(text)}</${end}>`;
  return `${head}>\n      ${content}\n    </testcase>`;
}

/**
 * A report as JUnit XML: a test suite for each sandbox, and a test case for each kind of finding. A
 * case fails if its severity reaches `failOn`, unless it is expected or pending. If it passes, its
 * output lists the findings. A sandbox without findings has one passing case.
 */
export function junitReport(given: Report, failOn: FailOn): string {
  const { sandboxes, findings } = titled(given);
  const found = grouped(findings, ({ sandbox }) => sandbox);
  const titles = sandboxes.map(({ name, title = name }) => title);
  const names = new Set([...titles, ...found.keys()]);
  const cases = [...names].flatMap((name) => {
    const suite = name === "" ? "expected findings" : name;
    const groups = groupsOf(found.get(name) ?? []);
    if (groups.length === 0) return [{ suite, className: "batch-sim", name: "no findings" }];
    return groups.map((group) => ({ suite, ...caseOf(group, failOn) }));
  });
  return junitXml("batch-sim", cases);
}

const MAX_CASES = 100;

function caseOf(group: FindingGroup, failOn: FailOn): Omit<JunitCase, "suite"> {
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
