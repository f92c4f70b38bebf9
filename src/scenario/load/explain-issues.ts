import type { z } from "zod";
import type { JsonValue } from "../../core/json.ts";
import { valueAtPath } from "../../core/json-pointer.ts";
import { listed, suggestion } from "../../core/nearest.ts";
import { type DataPath, type DataProblem, describeValue } from "../../yaml/data-path.ts";
import { isStop } from "../grammar/expectation.ts";

type Issue = z.core.$ZodIssue;

/** Turns the grammar's issues into problems whose messages quote the invalid values. */
export function explainIssues(issues: readonly Issue[], data: unknown): readonly DataProblem[] {
  const problems = new Map<string, DataProblem>();
  // Removes duplicates: a value can fail several checks with the same message.
  for (const problem of explain(issues, data, []))
    problems.set(JSON.stringify([problem.path, problem.message]), problem);
  return [...problems.values()];
}

function explain(issues: readonly Issue[], data: unknown, prefix: DataPath): DataProblem[] {
  return issues.flatMap((issue) => {
    const path = [...prefix, ...(issue.path as (string | number)[])];
    if (isStop(issue)) return [];
    const sentence = issue.code === "custom" ? issue.params?.["sentence"] : undefined;
    if (typeof sentence === "string") return [{ path, at: "key", message: sentence }];
    if (issue.code === "unrecognized_keys") return unknownKeys(issue, path);
    if (issue.code === "invalid_union") {
      const branch = fittingBranch(issue.errors);
      if (branch !== undefined) return explain(branch, data, path);
    }
    if (issue.code === "invalid_key") {
      const expected = issue.issues[0]?.message ?? issue.message;
      const message = `Expected ${expected}, got ${describeValue(path.at(-1))}.`;
      return [{ path, at: "key", message }];
    }
    return [wrongValue(issue, path, data)];
  });
}

/** Maximum number of unknown keys to report per object. */
const MOST_UNKNOWN_KEYS = 100;

function unknownKeys(
  { keys, message }: Extract<Issue, { code: "unrecognized_keys" }>,
  path: DataPath,
): DataProblem[] {
  const known = message.split(" ").filter((name) => name !== "");
  return keys.slice(0, MOST_UNKNOWN_KEYS).map((key) => {
    const all = known.length === 0 ? "No key is allowed here." : `Allowed keys: ${listed(known)}.`;
    const hint = suggestion(key, known, all);
    return { path: [...path, key], at: "key", message: `Unknown key \`${key}\`.${hint}` };
  });
}

function wrongValue(issue: Issue, path: DataPath, data: unknown): DataProblem {
  const value = valueAtPath(data as JsonValue, path);
  const name = path.at(-1);
  if (value === undefined && typeof name === "string")
    return { path, message: `Missing key \`${name}\`: expected ${issue.message}.` };
  const hint = suggestion(value, allowedWords(issue));
  return { path, message: `Expected ${issue.message}, got ${describeValue(value)}.${hint}` };
}

function allowedWords(issue: Issue): string[] {
  if (issue.code === "invalid_value")
    return issue.values.filter((word) => typeof word === "string");
  if (issue.code !== "invalid_union") return [];
  return issue.errors
    .flat()
    .flatMap((nested) => (nested.path.length === 0 ? allowedWords(nested) : []));
}

/** Issues of the union's only branch for the value's type; undefined if several or none fit. */
function fittingBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const fitting = branches.filter((issues) => !issues.some(isOfAnotherKind));
  return fitting.length === 1 ? fitting[0] : undefined;
}

function isOfAnotherKind(issue: Issue): boolean {
  if (issue.path.length > 0) return false;
  if (issue.code === "invalid_union") return fittingBranch(issue.errors) === undefined;
  return ["invalid_type", "invalid_value", "invalid_format"].includes(issue.code);
}
