import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = findRoot(dirname(fileURLToPath(import.meta.url)));

/** Whether this is the built program, whose data files were compiled to JSON beside it. */
export const isBuilt: boolean = !import.meta.url.endsWith(".ts");

/** Path of a file of this package, for instance `openapi.yaml`. */
export function packageFile(...segments: readonly string[]): string {
  return join(root, ...segments);
}

function findRoot(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : findRoot(dirname(folder));
}
