import { mkdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

/** Creates a folder with its parents. Node's recursive `mkdir` never returns in `/proc`. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await stat(folder)).isDirectory()) return;
    if (code !== "ENOENT" || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder);
  }
}

/** Writes files into a folder, creating it if necessary; skips files without contents. */
export async function writeFolder(
  folder: string,
  texts: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  await makeFolder(folder);
  for (const [name, text] of Object.entries(texts))
    if (text !== undefined) await writeOwnFile(join(folder, name), text);
}

/** Writes a complete file, and then moves it to the path, so a link or pipe there is replaced. */
export async function writeOwnFile(path: string, content: string | Uint8Array): Promise<void> {
  const next = `${path}.${process.pid}.tmp`;
  // A killed process may have left such a file. In a container, process IDs repeat.
  await rm(next, { force: true });
  try {
    await writeFile(next, content, { flag: "wx" });
    await rename(next, path);
  } finally {
    await rm(next, { force: true });
  }
}

/** The first line of a scenario in a project folder. It tells editors where the schema is. */
export function scenarioModeline(folder: string): string {
  const path = relative(folder, "node_modules/batch-sim/dist/scenario.schema.json");
  return `# yaml-language-server: $schema=${path.replaceAll("\\", "/").replace(/^(?!\.)/, "./")}`;
}
