import { existsSync } from "node:fs";
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
