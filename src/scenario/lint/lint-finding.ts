import type { DataPath } from "../../yaml/data-path.ts";

/** Something in a valid scenario that its author can't have meant (`error`) or may not have meant (`warning`). */
export type LintFinding = {
  readonly rule: LintRule;
  readonly severity: "error" | "warning";
  readonly path: DataPath;
  readonly message: string;
};

/** The rule that found it. */
export type LintRule =
  | "unreachable-profile"
  | "unreachable-row-rule"
  | "unreachable-fault"
  | "unknown-operation"
  | "unknown-model"
  | "undeclared-status"
  | "endless-profile"
  | "unobtainable-results";
