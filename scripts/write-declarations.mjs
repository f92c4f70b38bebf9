import { execFile } from "node:child_process";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const FOLDER = "dist/types";
const SPECIFIER = /((?:from|import\()\s*")(\.[^"]+)\.ts"/g;

/** Writes the declarations of the library: of index.ts and all that it reaches, with specifiers that any compiler finds. */
export async function writeDeclarations() {
  const typescript = dirname(createRequire(import.meta.url).resolve("typescript/package.json"));
  const tsc = [join(typescript, "bin", "tsc"), "-p", "tsconfig.build.json"];
  await promisify(execFile)(process.execPath, tsc).catch((error) => {
    throw new Error(`Failed to make the declarations.\n${error.stdout}`);
  });
  const reached = await rewriteFrom(join(FOLDER, "index.d.ts"), new Set());
  const files = (await readdir(FOLDER, { recursive: true })).filter((file) => file.endsWith(".ts"));
  const unreached = files.map((file) => join(FOLDER, file)).filter((file) => !reached.has(file));
  await Promise.all(unreached.map((file) => rm(file)));
}

async function rewriteFrom(file, reached) {
  if (reached.has(file)) return reached;
  reached.add(file);
  const text = await readFile(file, "utf8");
  for (const [, , specifier] of text.matchAll(SPECIFIER))
    await rewriteFrom(join(dirname(file), `${specifier}.d.ts`), reached);
  await writeFile(file, text.replace(SPECIFIER, '$1$2.js"'));
  return reached;
}
