import { grouped } from "../../findings/grouped.ts";
import { type JunitCase, junitXml } from "../../findings/report/junit.ts";
import { type ExperimentResult, type ExploreReport, VERDICT_WORDS } from "./explore-report.ts";

/** A report as JUnit XML: a test suite for each row of the matrix, and a test case for each experiment. */
export function exploreJunit(report: ExploreReport, failing: readonly ExperimentResult[]): string {
  const failed = new Set(failing.map(({ id }) => id));
  const rows = grouped(report.results, ({ row }) => row);
  const suites = [...rows].map(
    ([name, results]) =>
      [name, results.map((result) => testCase(result, failed.has(result.id)))] as const,
  );
  return junitXml("batch-sim explore", suites);
}

function testCase(
  { id, title, verdict, sentence, evidence, repeat }: ExperimentResult,
  isFailure: boolean,
): JunitCase {
  return {
    className: `batch-sim.explore.${id}`,
    name: title,
    end: isFailure ? "failure" : undefined,
    type: verdict,
    message: `${VERDICT_WORDS[verdict]}: ${sentence}`,
    text: [...evidence, repeat].join("\n"),
  };
}
