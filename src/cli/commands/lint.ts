import type { JsonObject } from "../../core/json.ts";
import type { LintIssue } from "../../scenario/load/parse-scenario.ts";
import { ScenarioError } from "../../scenario/scenario-error.ts";
import { loadBaseDocument } from "../../simulator/base-document.ts";
import { lintNotice } from "../../simulator/lint-notice.ts";
import { checkFile } from "../../simulator/open-scenario.ts";

/** How scenario files are linted. */
export type LintOptions = {
  /** Warnings count as problems. Default false. */
  readonly strict?: boolean;
  /** The document that the scenarios are held against. Default: the one that ships with this package. */
  readonly document?: JsonObject;
  /** Takes a finding, or a file that can't be read; a line each. Default: standard output. */
  readonly out?: (line: string) => void;
  /** Takes the sum of it all. Default: standard error. */
  readonly err?: (line: string) => void;
};

/**
 * Says what is wrong with scenarios, each a file or a built-in one's name, a line a finding: `file:line:column path: message [warning endless-profile]`.
 * Resolves with an exit status, as linters have it: 0 where there is no problem (warnings are none, unless `strict` is set),
 * 1 where there is one, 2 where a file can't be read.
 */
export async function lintFiles(
  files: readonly string[],
  { strict = false, document, out = toStdout, err = toStderr }: LintOptions = {},
): Promise<0 | 1 | 2> {
  const base = document ?? (await loadBaseDocument());
  const issues: LintIssue[] = [];
  const unreadable: ScenarioError[] = [];
  for (const file of files) {
    try {
      issues.push(...(await checkFile(file, base)).issues);
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      unreadable.push(error);
    }
  }
  for (const issue of issues) out(lintNotice(issue));
  for (const { message } of unreadable) out(message);
  err(summary(files.length, issues, unreadable.length));
  if (unreadable.length > 0) return 2;
  return issues.some(({ severity }) => strict || severity === "error") ? 1 : 0;
}

function summary(fileCount: number, issues: readonly LintIssue[], unreadableCount: number): string {
  const problems = issues.filter(({ severity }) => severity === "error").length;
  const warnings = issues.length - problems;
  const read = fileCount - unreadableCount;
  const parts = [
    ...(read === 0
      ? []
      : [
          `${counted(problems, "problem")} and ${counted(warnings, "warning")} in ${counted(read, "file")}`,
        ]),
    ...(unreadableCount === 0 ? [] : [`${counted(unreadableCount, "file")} can't be read`]),
  ];
  return `${parts.join("; ")}.`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function toStdout(line: string): void {
  process.stdout.write(`${line}\n`);
}

function toStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}
