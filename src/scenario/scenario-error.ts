import { formatIssue, SimulatorError } from "../core/errors.ts";

/** A problem in a scenario file; line and column from 1. `path` is empty for the whole file. */
export type ScenarioIssue = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly path: string;
  readonly message: string;
};

/** A scenario that can't be used; `issues` is empty if its file can't be read. */
export class ScenarioError extends SimulatorError {
  override readonly name = "ScenarioError";
  declare readonly issues: readonly ScenarioIssue[];

  constructor(message: string, issues: readonly ScenarioIssue[] = [], options: ErrorOptions = {}) {
    super("SIM_SCENARIO", [message, ...issues.map(formatIssue)].join("\n"), { ...options, issues });
  }
}
