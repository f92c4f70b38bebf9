import { type Finding, reaches } from "../finding.ts";

/** Lowest severity at which a report fails. */
export type FailOn = "error" | "warning" | "never";

/** Whether a finding makes a report fail. An expected or pending finding never does. */
export function fails({ isExpected, isPending, severity }: Finding, failOn: FailOn): boolean {
  return !isExpected && isPending !== true && failOn !== "never" && reaches(severity, failOn);
}
