import type { Finding } from "./finding.ts";
import type { FindingId } from "./finding-id.ts";
import { FINDING_TABLE } from "./finding-table.ts";

/** A finding that a negative test provokes on purpose: its ID, its sandbox, or both. */
export type ExpectedFinding = {
  readonly id?: FindingId;
  /** Name of the sandbox that should have the finding. */
  readonly sandbox?: string;
};

export type Expectation = ExpectedFinding & { readonly title?: string };

/** Marks the expected findings, and adds a finding for each expectation that was not met. */
export function withExpectations(
  findings: readonly Finding[],
  expectations: readonly Expectation[],
): readonly Finding[] {
  if (expectations.length === 0) return findings;
  const marked = findings.map((finding) => {
    const isExpected = expectations.some((each) => fits(each, finding));
    return isExpected ? { ...finding, isExpected } : finding;
  });
  const unmet = expectations.filter((each) => !findings.some((finding) => fits(each, finding)));
  return [...marked, ...unmet.map(unmetFinding)];
}

export function fits(
  { id, sandbox }: ExpectedFinding,
  finding: Pick<Finding, "id" | "sandbox">,
): boolean {
  return (id ?? finding.id) === finding.id && (sandbox ?? finding.sandbox) === finding.sandbox;
}

function unmetFinding({ id, sandbox, title = sandbox }: Expectation): Finding {
  const what = id === undefined ? "a finding" : `the finding \`${id}\``;
  const where = title === undefined ? "" : ` in sandbox ${title}`;
  const { severity, cure } = FINDING_TABLE["expected-did-not-occur"];
  return {
    id: "expected-did-not-occur",
    severity,
    sentence: `Expected ${what}${where}, but it did not occur.`,
    cure,
    exchanges: [],
    evidence: [],
    exchangeCount: 0,
    repeat: "",
    sandbox: sandbox ?? "",
    scenario: "",
    isExpected: false,
  };
}
