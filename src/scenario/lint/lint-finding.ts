import type { DataProblem } from "../../yaml/data-path.ts";

/**
 * A remark about a part of a valid scenario. Its author can't have intended the part (`error`), may
 * not have intended it (`warning`), or should know about it (`note`).
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
