import { formatIssue, type Issue, SimulatorError } from "../core/errors.ts";

/** A problem in a scenario file. `path` is empty for the whole file. */
export type ScenarioIssue = Required<Issue>;

/** A scenario that can't be used; `issues` is empty if its file can't be read. */
export class ScenarioError extends SimulatorError {
  override readonly name = "ScenarioError";
  declare readonly issues: readonly ScenarioIssue[];

  constructor(message: string, issues: readonly ScenarioIssue[] = [], options: ErrorOptions = {}) {
    super("SIM_SCENARIO", [message, ...issues.map(formatIssue)].join("\n"), { ...options, issues });
  }
}
