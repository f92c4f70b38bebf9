import type { Issue } from "./errors.ts";

/**
 * `file:line:column path: message`, a form that editors and terminals turn into a link. Omits what
 * is unknown.
 */
export function formatIssue({ file, line, column, path = "", message }: Issue): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(":");
  const where = [place, path].filter((part) => part !== "").join(" ");
  return where === "" ? message : `${where}: ${message}`;
}
