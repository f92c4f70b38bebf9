import { type JunitCase, junitXml } from "../../findings/report/junit.ts";
import { CLASS_TITLES } from "./terminal.ts";
import type { VerifyReport } from "./verify-report.ts";

/**
 * A report as JUnit XML: a failed test case for each difference, and an error if something can't be
 * compared.
 */
export function verifyJunit({ against, differences, problem }: VerifyReport): string {
  const className = "batch-sim.verify.service";
  const cases = [
    ...differences.map(
      ({ id, class: type, sentence }): JunitCase => ({
        className: `batch-sim.verify.${id}`,
        name: sentence,
        end: type === "unclear" ? "error" : "failure",
        ...{ type, message: `${CLASS_TITLES[type]}: ${sentence}` },
      }),
    ),
    ...(problem === undefined ? [] : [{ ...UNCLEAR, className, message: problem }]),
  ];
  const shown = cases.length === 0 ? [{ className, name: "No differences" }] : cases;
  return junitXml("batch-sim verify", [[against, shown]]);
}

const UNCLEAR = { name: "The service can be compared", end: "error", type: "unclear" } as const;
