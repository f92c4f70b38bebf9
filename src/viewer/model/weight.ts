import type { Finding } from "../../findings/finding.ts";

/** All weights of findings, heaviest first; the end of a sandbox decides a pending one. */
export const WEIGHTS = ["error", "warning", "pending", "expected", "info"] as const;

/** How much a finding says about the client at the moment. */
export type Weight = (typeof WEIGHTS)[number];

type Weighed = Pick<Finding, "severity" | "isExpected" | "isPending">;

/** A finding's weight. */
export function weightOf({ severity, isExpected, isPending }: Weighed): Weight {
  if (isExpected) return "expected";
  return severity !== "info" && isPending === true ? "pending" : severity;
}

/** The weight of the heaviest finding; undefined without findings. */
export function heaviestOf(findings: readonly Weighed[]): Weight | undefined {
  const weights = new Set(findings.map(weightOf));
  return WEIGHTS.find((weight) => weights.has(weight));
}
