import { escaped } from "../../findings/report/escape.ts";
import { CLASS_TITLES } from "./terminal.ts";
import type { VerifyReport } from "./verify-report.ts";

/** A report as JUnit XML: a failed test case for each difference, and an error for what can't be compared. */
export function verifyJunit({ against, differences, problem }: VerifyReport): string {
  const cases = [
    ...differences.map(({ id, class: name, sentence }) => {
      const tag = name === "unclear" ? "error" : "failure";
      return testCase(
        id,
        sentence,
        `<${tag} type="${name}" message="${escaped(`${CLASS_TITLES[name]}: ${sentence}`)}"/>`,
      );
    }),
    ...(problem === undefined
      ? []
      : [
          testCase(
            "service",
            "The service can be compared",
            `<error type="unclear" message="${escaped(problem)}"/>`,
          ),
        ]),
  ];
  const all = cases.length === 0 ? [testCase("service", "No differences", "")] : cases;
  const failures = differences.filter((each) => each.class !== "unclear").length;
  const counts = `tests="${all.length}" failures="${failures}" errors="${cases.length - failures}"`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="batch-sim verify" ${counts}>
  <testsuite name="${escaped(against)}" ${counts} time="0">
${all.join("\n")}
  </testsuite>
</testsuites>
`;
}

function testCase(id: string, name: string, body: string): string {
  return `    <testcase classname="batch-sim.verify.${escaped(id)}" name="${escaped(name)}" time="0">${body}</testcase>`;
}
