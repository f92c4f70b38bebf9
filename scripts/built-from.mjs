import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The sources from which dist/ is built. */
const SOURCES = [
  ...["src", "packages", "scripts", "data", "scenarios", "overlays", "openapi.yaml"],
  ...["package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json"],
];

/** Folders inside them from which nothing is built. */
const NO_SOURCES = new Set(["node_modules", "test", "bench"]);

const STAMP = "dist/.built-from";

/** Whether dist/ was built from the current sources. */
export async function isBuilt() {
  const stamp = await readFile(STAMP, "utf8").catch(() => undefined);
  return stamp !== undefined && stamp === (await hashOfSources());
}

/** Must precede the removal of dist/, which may be interrupted. */
export async function forgetBuilt() {
  await rm(STAMP, { force: true });
}

/** Records which sources dist/ was built from: those that were there when the build began. */
export async function noteBuilt(hash) {
  await writeFile(STAMP, hash);
}

/** By content, because cloning, copying, and switching branches change the times. */
export async function hashOfSources() {
  const files = (await Promise.all(SOURCES.map(filesIn))).flat().sort();
  const hash = createHash("sha256");
  for (const file of files) hash.update(`${file}\0`).update(await readFile(file));
  return hash.digest("hex");
}

async function filesIn(path) {
  const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
  if (entries === undefined) return [path];
  const nested = entries
    .filter(({ name }) => !NO_SOURCES.has(name))
    .map((entry) =>
      entry.isDirectory() ? filesIn(join(path, entry.name)) : join(path, entry.name),
    );
  return (await Promise.all(nested)).flat();
}
