import type { DataPath } from "../../yaml/data-path.ts";

/**
 * A remark about a valid scenario: its author can't have intended this (`error`), may not have
 * intended it (`warning`), or should know it (`note`).
 */
export type LintFinding = {
  readonly rule: LintRule;
  readonly severity: "error" | "warning" | "note";
  readonly path: DataPath;
  readonly message: string;
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
