import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";

const root = findRoot(import.meta.dirname);

/** Whether this is the built program, whose data files were compiled to JSON beside it. */
export const isBuilt: boolean = !import.meta.filename.endsWith(".ts");

/** Path of a file in this package, such as `openapi.yaml`. */
export function packageFile(...segments: readonly string[]): string {
  return join(root, ...segments);
}

function findRoot(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : findRoot(dirname(folder));
}

/** The version of this package. */
export async function packageVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(packageFile("package.json"), "utf8")) as {
    readonly version: string;
  };
  return version;
}
