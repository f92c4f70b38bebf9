import { readFile } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";
import { formatIssue } from "../core/format-issue.ts";
import type { Project } from "../options/project-grammar.ts";
import type { Problem } from "../scenario/problem.ts";
import type { ScenarioIssue } from "../scenario/scenario-error.ts";
import { formatPath } from "../yaml/data-path.ts";
import { UsageError } from "./output/failure.ts";

/** Where the project file is looked for. */
export const PROJECT_FILE = "batch-sim.yaml";

/**
 * The project file, its paths as seen from here; undefined where none is named and none is there. Throws a UsageError of all its
 * problems, each with its place.
 */
export async function readProject(named: string | undefined): Promise<Project | undefined> {
  const file = named ?? PROJECT_FILE;
  const text = await readText(file, named !== undefined);
  return text === undefined ? undefined : placed(await parseProject(text, file), dirname(file));
}

async function readText(file: string, isNamed: boolean): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    if (!isNamed && (error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new UsageError([`Failed to read the project file \`${file}\`: ${found}.`]);
  }
}

/** Reads the text of a project file. */
export async function parseProject(text: string, file: string): Promise<Project> {
  const { readYaml } = await import("../yaml/yaml-source.ts");
  const { checkProject } = await import("../options/project-grammar.ts");
  const source = readYaml(text);
  const place = ({ path, at, message }: Problem): ScenarioIssue => ({
    file,
    ...source.locate(path, at),
    path: formatPath(path),
    message,
  });
  const syntax = source.problems.map((problem) => ({ file, path: "", ...problem }));
  const { project = {}, problems } =
    source.data === undefined ? { problems: [] } : checkProject(source.data ?? {});
  const issues = [...syntax, ...problems.map(place)].sort(
    (a, b) => a.line - b.line || a.column - b.column,
  );
  if (issues.length === 0) return project;
  const count = issues.length === 1 ? "1 problem" : `${issues.length} problems`;
  throw new UsageError([`Failed to read \`${file}\`: ${count}.`, ...issues.map(formatIssue)]);
}

/** Paths in the file are seen from its folder; what has neither a slash nor an ending is a shipped scenario's or overlay's name. */
function placed({ scenario, overlays, reportDir, ...project }: Project, folder: string): Project {
  const at = (path: string): string => (isAbsolute(path) ? path : join(folder, path));
  const found = (name: string): string => (/[/\\]|\.(ya?ml|json)$/.test(name) ? at(name) : name);
  return {
    ...project,
    ...(scenario === undefined ? {} : { scenario: found(scenario) }),
    ...(overlays === undefined ? {} : { overlays: overlays.map(found) }),
    ...(reportDir === undefined ? {} : { reportDir: at(reportDir) }),
  };
}
