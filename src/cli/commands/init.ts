import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { packageFile } from "../../simulator/package-file.ts";
import { UsageError } from "../output/failure.ts";

/** The files to write, in the order of the output; each description follows "wrote `path`:". */
const FILES = [
  ["scenarios/first-scenario.yaml", "how jobs and the API behave"],
  ["batch-sim.yaml", "options for `batch-sim exec`"],
  [".github/workflows/batch-sim.yml", "a GitHub workflow"],
  [
    ".github/workflows/batch-sim-verify.yml",
    "a GitHub workflow that compares the simulator with the real service every week if the GitHub variable SERVICE_URL is set",
  ],
] as const;

/** Writes the package's examples into a folder without overwriting any file; returns the output. */
export async function init(
  folder: string,
  { newApi = false }: { readonly newApi?: boolean } = {},
): Promise<string> {
  const example = newApi ? "overlay" : "init";
  const files = newApi ? [["my-api.yaml", "an overlay for your own API"] as const] : FILES;
  const lines: string[] = [];
  for (const [path, about] of files) {
    const text = await readFile(packageFile("examples", example, path), "utf8");
    const isNew = await writeNew(folder, path, text);
    lines.push(isNew ? `wrote ${path}: ${about}` : `kept ${path}: it already exists`);
  }
  const isInstalled = existsSync(join(folder, "node_modules", "batch-sim"));
  const next = [
    ...(isInstalled ? [] : ["npm install --save-dev batch-sim"]),
    newApi ? "npx batch-sim --overlay my-api.yaml" : "npx batch-sim exec -- npm test",
  ];
  return `${lines.join("\n")}\n\nNext:\n${next.map((line) => `  ${line}`).join("\n")}\n`;
}

/** Writes a file. Resolves with false if the file already exists. */
async function writeNew(folder: string, path: string, text: string): Promise<boolean> {
  const place = join(folder, path);
  try {
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    if (error.code === "EEXIST" && existsSync(place)) return false;
    throw new UsageError([`Failed to write \`${path}\`: ${error.message}.`]);
  }
}
