import { type Finding, reaches } from "../finding.ts";

/** From which findings on a report fails. */
export type FailOn = "error" | "warning" | "never";

/** Whether a finding makes a report fail; an expected one never does. */
export function fails({ isExpected, severity }: Finding, failOn: FailOn): boolean {
  return !isExpected && failOn !== "never" && reaches(severity, failOn);
}
