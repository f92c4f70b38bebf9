import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";

const root = findRoot(import.meta.dirname);

/** Whether this is the built program, whose data files were compiled to JSON. */
export const isBuilt: boolean = !import.meta.filename.endsWith(".ts");

/** Path of a file in this package, such as `openapi.yaml`. */
export function packageFile(...segments: readonly string[]): string {
  return join(root, ...segments);
}

function findRoot(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : findRoot(dirname(folder));
}

export async function packageVersion(): Promise<string> {
  return (await readOnce<{ readonly version: string }>("package.json")).version;
}

/** Environment variable with the command that runs this program, such as `npx batch-sim`. */
const COMMAND_VARIABLE = "BATCH_SIM_COMMAND";

export function ownCommand(env: Readonly<Record<string, string | undefined>>): string {
  const given = env[COMMAND_VARIABLE]?.trim();
  if (given) return given;
  return isOnPath("batch-sim", env["PATH"] ?? "") ? "batch-sim" : "npx batch-sim";
}

/** Ignores `node_modules/.bin`, which npm adds to PATH only for the programs that it starts. */
function isOnPath(program: string, path: string): boolean {
  const folders = path.split(delimiter).filter((folder) => !/node_modules[/\\]\.bin/.test(folder));
  return folders.some((folder) => folder !== "" && existsSync(join(folder, program)));
}

/** Data that has been read, by the file's path in this package. Callers must not change it. */
const known = new Map<string, unknown>();

async function readOnce<Data>(
  file: string,
  parse: (text: string) => unknown = JSON.parse,
): Promise<Data> {
  if (!known.has(file)) known.set(file, await parse(await readFile(packageFile(file), "utf8")));
  return known.get(file) as Data;
}

/** Reads data that only the build can make. */
export function readBuilt<Data>(name: string): Promise<Data> {
  return readOnce(`dist/${name}.json`);
}

/** Reads a YAML file in `data/`, which the build compiles to JSON. */
export function readData<Data>(name: string): Promise<Data> {
  if (isBuilt) return readBuilt(name);
  return readOnce(`data/${name}.yaml`, async (text) => {
    const { parse } = await import("yaml");
    return parse(text, { merge: true, maxAliasCount: -1 });
  });
}
