import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { transformSync } from "@swc/core";

const FOLDER = join(import.meta.dirname, "../../node_modules/.cache/batch-sim-tests");
const { version } = createRequire(import.meta.url)("@swc/core/package.json");
const OPTIONS = {
  configFile: false,
  swcrc: false,
  sourceMaps: true,
  jsc: { target: "es2023", parser: { syntax: "typescript" } },
  module: { type: "es6" },
};

mkdirSync(FOLDER, { recursive: true });

/** The compiled form of a TypeScript file, which is kept until the file changes; its source map is beside it. */
export function compiledFile(path) {
  const source = readFileSync(path, "utf8");
  const name = createHash("sha256").update(`${version} ${path}\n${source}`).digest("hex");
  const file = join(FOLDER, `${name}.mjs`);
  if (existsSync(file)) return file;
  const { code, map } = transformSync(source, { ...OPTIONS, filename: path });
  replace(`${file}.map`, map);
  replace(file, code);
  return file;
}

/** Two workers may compile the same file at a time; neither may see half of it. */
function replace(file, text) {
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
}
