import { counted } from "../../core/counted.ts";
import type { Options } from "../../options/option-table.ts";
import type { LintIssue } from "../../scenario/load/parse-scenario.ts";
import { ScenarioError } from "../../scenario/scenario-error.ts";
import { openDocument, overlaysOf } from "../../simulator/open-document.ts";
import { checkFile, lintNotice } from "../../simulator/open-scenario.ts";

/**
 * Reports problems in scenarios (files, or names of built-in ones), one line per problem:
 * `file:line:column path: message [warning endless-profile]`. Resolves with an exit status: 0
 * without problems (warnings count only with `strict`), 1 with problems, or 2 if a file can't be
 * read. Notes never count.
 */
export async function lint(
  options: Pick<Options, "strict" | "api" | "overlays">,
  files: readonly string[],
  out: (line: string) => void = writerTo(process.stdout),
  err: (line: string) => void = writerTo(process.stderr),
): Promise<0 | 1 | 2> {
  const document = await openDocument(overlaysOf(options));
  const issues: LintIssue[] = [];
  const unreadable: ScenarioError[] = [];
  for (const file of files) {
    try {
      issues.push(...(await checkFile(file, document)).issues);
    } catch (error) {
      if (!(error instanceof ScenarioError)) throw error;
      unreadable.push(error);
    }
  }
  for (const issue of issues) out(lintNotice(issue));
  for (const { message } of unreadable) out(message);
  err(summary(files.length, issues, unreadable.length));
  if (unreadable.length > 0) return 2;
  const problems = options.strict === true ? ["error", "warning"] : ["error"];
  return issues.some(({ severity }) => problems.includes(severity)) ? 1 : 0;
}

function summary(fileCount: number, issues: readonly LintIssue[], unreadableCount: number): string {
  const countOf = (wanted: LintIssue["severity"], noun: string): string =>
    counted(issues.filter(({ severity }) => severity === wanted).length, noun);
  const found = `${countOf("error", "problem")} and ${countOf("warning", "warning")}`;
  const read = fileCount - unreadableCount;
  const parts: string[] = [];
  if (read > 0) parts.push(`${found} in ${counted(read, "file")}`);
  if (unreadableCount > 0) parts.push(`${counted(unreadableCount, "file")} can't be read`);
  return `${parts.join("; ")}.`;
}

function writerTo(stream: NodeJS.WriteStream): (line: string) => void {
  return (line) => void stream.write(`${line}\n`);
}
