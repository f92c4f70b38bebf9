import { type Finding, reaches } from "../finding.ts";

/** Lowest severity at which a report fails. */
export type FailOn = "error" | "warning" | "never";

/** Whether a finding makes a report fail. An expected finding never does. */
export function fails({ isExpected, severity }: Finding, failOn: FailOn): boolean {
  return !isExpected && failOn !== "never" && reaches(severity, failOn);
}
