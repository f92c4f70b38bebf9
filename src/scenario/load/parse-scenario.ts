import { counted } from "../../core/counted.ts";
import type { JsonValue } from "../../core/json.ts";
import type { Scenario } from "../../core/scenario.ts";
import { type DataProblem, formatPath } from "../../yaml/data-path.ts";
import type { LintFinding, LintRule } from "../lint/lint-finding.ts";
import type { LintContext } from "../lint/lint-scenario.ts";
import type { ParseOptions } from "../parse-options.ts";
import { ScenarioError, type ScenarioIssue } from "../scenario-error.ts";

/** A problem in an invalid scenario, or a lint finding about a valid one. */
export type LintIssue = ScenarioIssue & {
  readonly severity: LintFinding["severity"];
  /** Undefined if the scenario is invalid. */
  readonly rule?: LintRule;
};

/** A valid scenario and its lint findings, or an invalid scenario's problems, in file order. */
export type ScenarioCheck = {
  readonly scenario?: Scenario;
  readonly issues: readonly LintIssue[];
};

/** Reads a scenario from YAML. Rejects with a `ScenarioError` that lists all problems. */
export async function parseScenario(text: string, options: ParseOptions): Promise<Scenario> {
  const { scenario, issues } = await read(text, options);
  if (scenario !== undefined && issues.length === 0) return scenario;
  throw unreadable(options.file, issues);
}

export function unreadable(file: string, issues: readonly ScenarioIssue[]): ScenarioError {
  const count = counted(issues.length, "problem");
  return new ScenarioError(`Failed to read the scenario \`${file}\`: ${count}.`, issues);
}

/** Finds a scenario's problems or, if it has none, its lint findings. */
export async function checkScenario(
  text: string,
  options: ParseOptions & LintContext,
): Promise<ScenarioCheck> {
  const { scenario, issues, place, isEmpty } = await read(text, options);
  if (scenario === undefined || issues.length > 0) {
    return { issues: issues.map((issue) => ({ ...issue, severity: "error" })) };
  }
  const { lintScenario } = await import("../lint/lint-scenario.ts");
  const found = isEmpty ? [EMPTY] : lintScenario(scenario, options);
  const findings = found.map((finding) => {
    const { rule, severity } = finding;
    return { ...place(finding), rule, severity };
  });
  return { scenario, issues: inOrder(findings) };
}

const EMPTY: LintFinding = {
  rule: "empty-scenario",
  severity: "error",
  path: [],
  message:
    "The file is empty, so it has no effect. Add `profiles`, `rows`, or `faults`, or at least a `description`.",
};

async function read(text: string, options: ParseOptions) {
  const { readYaml } = await import("../../yaml/yaml-source.ts");
  const { checkData } = await import("./check-data.ts");
  const source = readYaml(text);
  const place = ({ path, at, message }: DataProblem): ScenarioIssue => ({
    file: options.file,
    ...source.locate(path, at),
    path: formatPath(path),
    message,
  });
  const syntax = source.problems.map((problem) => ({ file: options.file, path: "", ...problem }));
  if (source.data === undefined) return { issues: inOrder(syntax), place, isEmpty: false };
  const isEmpty = source.data === null || Object.keys(source.data).length === 0;
  const { problems, ...result } = await checkData((source.data ?? {}) as JsonValue, options);
  return { ...result, issues: inOrder([...syntax, ...problems.map(place)]), place, isEmpty };
}

function inOrder<Issue extends ScenarioIssue>(issues: readonly Issue[]): readonly Issue[] {
  return [...issues].sort((a, b) => a.line - b.line || a.column - b.column);
}
