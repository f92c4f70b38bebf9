import type { DataProblem } from "../../yaml/data-path.ts";

/**
 * A remark about part of a valid scenario that its author can't have intended (`error`), may not
 * have intended (`warning`), or should know about (`note`).
 */
export type LintFinding = Pick<DataProblem, "path" | "message"> & {
  readonly rule: LintRule;
  readonly severity: "error" | "warning" | "note";
};

export type LintRule =
  | "empty-scenario"
  | "unreachable-profile"
  | "unreachable-row-rule"
  | "unreachable-fault"
  | "unknown-model"
  | "undeclared-status"
  | "retry-after"
  | "clock"
  | "no-effect"
  | "endless-profile"
  | "unobtainable-results";
