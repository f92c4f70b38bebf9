import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Names the command that runs this program, such as `npx batch-sim`. */
const COMMAND_VARIABLE = "BATCH_SIM_COMMAND";

type Env = Readonly<Record<string, string | undefined>>;

/** How to run this program again in a shell. */
export function ownCommand(env: Env): string {
  const given = env[COMMAND_VARIABLE]?.trim();
  if (given) return given;
  return isOnPath("batch-sim", env["PATH"] ?? "") ? "batch-sim" : "npx batch-sim";
}

/** npm adds a project's programs to PATH, but only for the programs that it starts. */
function isOnPath(program: string, path: string): boolean {
  const folders = path.split(delimiter).filter((folder) => !/node_modules[/\\]\.bin/.test(folder));
  return folders.some((folder) => folder !== "" && existsSync(join(folder, program)));
}
