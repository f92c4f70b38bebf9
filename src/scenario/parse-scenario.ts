import type { Scenario } from "../core/scenario.ts";
import type { SchemaCheck } from "./cross-check.ts";
import { formatPath, type Problem } from "./problem.ts";
import { ScenarioError, type ScenarioIssue } from "./scenario-error.ts";
import type { Vocabulary } from "./vocabulary.ts";
import type { YamlSource } from "./yaml-source.ts";

/** What a scenario's text is read with. */
export type ParseOptions = {
  /** For messages, and for the scenario's name where the text gives none. */
  readonly file: string;
  readonly vocabulary: Vocabulary;
  /** Checks the JSON Schemas in conditions; where it is left out, they are taken as they are. */
  readonly schemaProblem?: SchemaCheck;
};

/**
 * The scenario that a YAML text describes.
 * Rejects with a `ScenarioError` of all its problems.
 */
export async function parseScenario(text: string, options: ParseOptions): Promise<Scenario> {
  const { readYaml } = await import("./yaml-source.ts");
  const { checkData } = await import("./check-data.ts");
  const source = readYaml(text);
  const syntax = source.problems.map((problem) => ({ file: options.file, path: "", ...problem }));
  if (source.data === undefined) throw failure(options.file, syntax);
  const { scenario, problems } = checkData(source.data ?? {}, options);
  const issues = [...syntax, ...problems.map((problem) => toIssue(problem, source, options.file))];
  if (scenario === undefined || issues.length > 0) throw failure(options.file, issues);
  return scenario;
}

function toIssue(problem: Problem, source: YamlSource, file: string): ScenarioIssue {
  return {
    file,
    ...source.locate(problem.path, problem.at),
    path: formatPath(problem.path),
    message: problem.message,
  };
}

function failure(file: string, issues: readonly ScenarioIssue[]): ScenarioError {
  const sorted = [...issues].sort((a, b) => a.line - b.line || a.column - b.column);
  const count = sorted.length === 1 ? "1 problem" : `${sorted.length} problems`;
  return new ScenarioError(`Failed to read the scenario \`${file}\`: ${count}.`, sorted);
}
