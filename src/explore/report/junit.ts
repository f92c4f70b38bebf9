import { escaped } from "../../findings/report/escape.ts";
import type { ExperimentResult, ExploreReport } from "./explore-report.ts";
import { VERDICT_WORDS } from "./matrix.ts";

/** A report as JUnit XML: a test suite for each row of the matrix, and a test case for each experiment. */
export function exploreJunit(report: ExploreReport, failing: readonly ExperimentResult[]): string {
  const failed = new Set(failing.map(({ id }) => id));
  const rows = [...new Set(report.results.map(({ row }) => row))];
  const suites = rows.map((name) => {
    const own = report.results.filter(({ row }) => row === name);
    const cases = own.map((result) => testCase(result, failed.has(result.id)));
    return `  <testsuite name="${escaped(name)}" ${countsOf(own, failed)} time="0">
${cases.join("\n")}
  </testsuite>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="batch-sim explore" ${countsOf(report.results, failed)}>
${suites.join("\n")}
</testsuites>
`;
}

function countsOf(results: readonly ExperimentResult[], failed: ReadonlySet<string>): string {
  const failures = results.filter(({ id }) => failed.has(id)).length;
  return `tests="${results.length}" failures="${failures}" errors="0"`;
}

function testCase(result: ExperimentResult, isFailure: boolean): string {
  const { id, title, verdict, sentence, evidence, repeat } = result;
  const text = escaped([sentence, ...evidence, repeat].join("\n"));
  const word = VERDICT_WORDS[verdict];
  const body = isFailure
    ? `<failure type="${verdict}" message="${escaped(`${word}: ${sentence}`)}">${text}</failure>`
    : `<system-out>${word}\n${text}</system-out>`;
  return `    <testcase classname="batch-sim.explore.${escaped(id)}" name="${escaped(title)}" time="0">
      ${body}
    </testcase>`;
}
