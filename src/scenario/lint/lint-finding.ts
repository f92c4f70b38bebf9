import type { DataPath } from "../../yaml/data-path.ts";

/**
 * A remark about something in a valid scenario that its author can't have intended (`error`), may
 * not have intended (`warning`), or should know (`note`).
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
