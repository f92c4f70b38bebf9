import type { Options } from "../options/option-table.ts";
import { type CommandLine, readCommandLine } from "./command-line.ts";
import type { Env } from "./given.ts";
import { readTls } from "./tls-files.ts";

/**
 * Reads the command line, the environment, and the files that they name. The command line takes precedence over the environment,
 * and the environment over the project file.
 */
export async function gatherOptions(argv: readonly string[], env: Env): Promise<CommandLine> {
  const line = readCommandLine(argv, env);
  if (line.wants !== "run") return line;
  const problems = [...line.problems];
  const tls = await readTls(line.options, problems);
  const given: Options = { ...line.options, ...tls };
  if (line.command !== "exec") return { ...line, options: given, problems };
  const { readProject } = await import("./project-file.ts");
  const project = await readProject(given.config, problems);
  const options = { ...project, ...given, env: { ...project.env, ...given.env } };
  return { ...line, options, problems };
}
