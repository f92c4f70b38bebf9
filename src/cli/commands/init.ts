import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { packageFile } from "../../simulator/package-file.ts";
import { UsageError } from "../output/failure.ts";
import { INIT_FILES, type InitFile } from "./init-files.ts";

/**
 * Writes the files to start from into a folder, except those that exist; resolves with what
 * `batch-sim init` prints.
 */
export async function init(
  folder: string,
  { newApi = false }: { readonly newApi?: boolean } = {},
): Promise<string> {
  const lines: string[] = [];
  for (const file of newApi ? [await apiFile()] : INIT_FILES)
    lines.push(await writeNew(folder, file));
  const isInstalled = existsSync(join(folder, "node_modules", "batch-sim"));
  const next = [
    ...(isInstalled ? [] : ["npm install --save-dev batch-sim"]),
    newApi ? "npx batch-sim --overlay my-api.yaml" : "npx batch-sim exec -- npm test",
  ];
  return `${lines.join("\n")}\n\nNext:\n${next.map((line) => `  ${line}`).join("\n")}\n`;
}

async function writeNew(folder: string, { path, about, text }: InitFile): Promise<string> {
  const place = join(folder, path);
  try {
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, text, { flag: "wx" });
    return `wrote ${path}: ${about}`;
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    if (error.code === "EEXIST" && existsSync(place)) return `kept ${path}: it already exists`;
    throw new UsageError([`Failed to write \`${path}\`: ${error.message}.`]);
  }
}

/** The file that `--api` writes: an example of the package. */
async function apiFile(): Promise<InitFile> {
  const text = await readFile(packageFile("examples/overlay/my-api.yaml"), "utf8");
  return { path: "my-api.yaml", about: "an overlay for an API of your own", text };
}
