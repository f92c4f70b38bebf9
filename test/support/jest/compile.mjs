import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { transformSync } from "@swc/core";

const FOLDER = join(import.meta.dirname, "../../../node_modules/.cache/batch-sim-tests");
/** A change of this file, or of the compiler, changes what files are compiled to. */
const OWN = [
  createRequire(import.meta.url)("@swc/core/package.json").version,
  readFileSync(import.meta.filename, "utf8"),
];
const OPTIONS = {
  configFile: false,
  swcrc: false,
  sourceMaps: "inline",
  jsc: {
    target: "es2023",
    parser: { syntax: "typescript" },
    experimental: { keepImportAttributes: true },
  },
  module: { type: "es6" },
};

mkdirSync(FOLDER, { recursive: true });

/** The compiled form of a TypeScript file, which is cached until the file changes. */
export function compiled(path) {
  const source = readFileSync(path, "utf8");
  const name = createHash("sha256").update(`${OWN}${path}\n${source}`).digest("hex");
  const file = join(FOLDER, `${name}.mjs`);
  try {
    return readFileSync(file, "utf8");
  } catch {
    const { code: sent } = transformSync(source, { ...OPTIONS, filename: path });
    const code = path.includes("/src/") ? loadedAtOnce(sent) : sent;
    // Two workers may compile the same file at once; neither may see an incomplete one.
    writeFileSync(`${file}.${process.pid}`, code);
    renameSync(`${file}.${process.pid}`, file);
    return code;
  }
}

/**
 * The built program loads its late modules within a turn of the event loop. Node's loader takes many turns, which a clock that waits
 * for what it has woken would count, so here they are loaded with the module that needs them.
 */
function loadedAtOnce(code) {
  const late = [];
  const body = code.replaceAll(/\bimport\(("\.[^"]*\.ts")\)/g, (_, specifier) => {
    late.push(`import * as late${late.length} from ${specifier};`);
    return `Promise.resolve(late${late.length - 1})`;
  });
  // On the first line, so that the lines of the source map stay right.
  return late.join(" ") + body;
}
