import type { LintIssue } from "../scenario/load/parse-scenario.ts";

/** `file:line:column path: message [warning endless-profile]`, which editors and terminals link to the place. */
export function lintNotice({
  file,
  line,
  column,
  path,
  message,
  severity,
  rule,
}: LintIssue): string {
  const place = path === "" ? "" : ` ${path}`;
  const kind = rule === undefined ? severity : `${severity} ${rule}`;
  return `${file}:${line}:${column}${place}: ${message} [${kind}]`;
}
