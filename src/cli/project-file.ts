import { readFile } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { counted } from "../core/counted.ts";
import { formatIssue } from "../core/errors.ts";
import { isPostgresUrl } from "../core/urls.ts";
import { OPTION_TABLE, type OptionName, type Options } from "../options/option-table.ts";
import { checkProject } from "../options/project.ts";
import { formatPath } from "../yaml/data-path.ts";

const PROJECT_FILE = "batch-sim.yaml";

/**
 * The options in the project file, with paths made relative to the current folder; none if no file
 * is specified and `batch-sim.yaml` doesn't exist. Adds every problem with the file to `problems`,
 * with its location.
 */
export async function readProject(named: string | undefined, problems: string[]): Promise<Options> {
  const file = named ?? PROJECT_FILE;
  try {
    return placed(await parseProject(await readFile(file, "utf8"), file, problems), dirname(file));
  } catch (error) {
    // In jest, the errors of Node's own modules are not instances of the test's `Error`.
    const { code, message } = error as Partial<NodeJS.ErrnoException>;
    if (code === undefined) throw error;
    if (named !== undefined || code !== "ENOENT")
      problems.push(`Failed to read the project file \`${file}\`: ${message}.`);
    return {};
  }
}

export async function parseProject(
  text: string,
  file: string,
  problems: string[],
): Promise<Options> {
  const { readYaml } = await import("../yaml/yaml-source.ts");
  const source = readYaml(text);
  const checked = source.data === undefined ? undefined : checkProject(source.data ?? {});
  const issues = [
    ...source.problems.map((problem) => ({ file, path: "", ...problem })),
    ...(checked?.problems ?? []).map(({ path, at, message }) => ({
      file,
      path: formatPath(path),
      message,
      ...source.locate(path, at),
    })),
  ].sort((a, b) => a.line - b.line || a.column - b.column);
  const headline = `Failed to read \`${file}\`: ${counted(issues.length, "problem")}.`;
  if (issues.length > 0) problems.push(headline, ...issues.map(formatIssue));
  return checked?.options ?? {};
}

/** Resolves paths from the file's folder. A name without a slash or an extension isn't a path. */
function placed(options: Options, folder: string): Options {
  const at = (path: string): string => (isAbsolute(path) ? path : join(folder, path));
  const found = (name: string): string =>
    /[/\\]|\.(ya?ml|json|db)$/.test(name) && !isPostgresUrl(name) ? at(name) : name;
  const entries = Object.entries(options).map(([name, value]) => {
    const { path } = OPTION_TABLE[name as OptionName];
    if (path === undefined) return [name, value];
    const place = path === "file" ? at : found;
    return [name, Array.isArray(value) ? value.map(place) : place(value as string)];
  });
  return Object.fromEntries(entries);
}
