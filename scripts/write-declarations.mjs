import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const FOLDER = "dist/types";
/** Where the compiler puts them. */
const COMPILED = "dist/types/src";
const INDEX = "../index.js";
const INDEX_CTS = "../index.cjs";

// The compiler starts each statement, or its comment, at the beginning of a line. Members of a union also have comments there.
const STATEMENT_START =
  /\n(?=\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n(?:export|declare|type)\b)|(?<!\*\/)\n(?=(?:export|declare|import|type)\b)/;
const IMPORT = /^(?:import|export) (?:type )?\{([^}]*)\} from "([^"]+)";/;
const DECLARED_NAME = /^(?:export )?(?:declare )?(?:type|interface|class|function|const) (\w+)/m;
const DEFAULT_EXPORT = /^export default (\w+);/m;

/** The library's modules, below src/ and below the folder of the declarations. */
const RUNNERS = [
  "runners/jest",
  "runners/jest-global-setup",
  "runners/jest-global-teardown",
  "runners/node-test",
  "runners/vitest",
  "runners/vitest-global-setup",
];

/**
 * Writes the declarations of each of the library's modules to a single file for each module system: the names that it exports, and
 * the types that their declarations mention. The rest of the program stays private.
 */
export async function writeDeclarations() {
  const typescript = dirname(createRequire(import.meta.url).resolve("typescript/package.json"));
  const tsc = [join(typescript, "bin", "tsc"), "-p", "tsconfig.build.json"];
  await promisify(execFile)(process.execPath, tsc).catch((error) => {
    throw new Error(`Failed to make the declarations.\n${error.stdout}`);
  });
  const modules = new Modules();
  const texts = [["index", await bundle("index", modules)]];
  for (const name of RUNNERS) texts.push([name, await bundle(name, modules)]);
  await rm(FOLDER, { recursive: true });
  await mkdir(join(FOLDER, "runners"), { recursive: true });
  // The same text declares an ES module and a CommonJS module, depending on the file's name.
  for (const [name, text] of texts) {
    await writeFile(join(FOLDER, `${name}.d.ts`), text);
    await writeFile(join(FOLDER, `${name}.d.cts`), text.replaceAll(INDEX, INDEX_CTS));
  }
}

/** The compiler's declarations, each file read once. */
class Modules {
  #known = new Map();

  async open(file) {
    if (!this.#known.has(file))
      this.#known.set(file, readModule(file, await readFile(file, "utf8")));
    return this.#known.get(file);
  }
}

/** The declarations of a module. A runner imports the names that the library exports, and those of other packages. */
async function bundle(name, modules) {
  const file = join(COMPILED, `${name}.d.ts`);
  const { exported, imports, defaultName } = await modules.open(file);
  const { imports: inLibrary } = await modules.open(join(COMPILED, "index.d.ts"));
  const found = new Map();
  const outside = new Map();
  const queue = exported.map((each) => [each, imports.get(each) ?? file]);
  for (const [each, from] of queue) {
    const known = found.get(each);
    if (known?.from === from) continue;
    if (known !== undefined) throw new Error(`\`${each}\` is in both ${known.from} and ${from}.`);
    const isInLibrary = name !== "index" && inLibrary.get(each) === from;
    if (isInLibrary || !from.startsWith(FOLDER)) {
      outside.set(each, isInLibrary ? INDEX : from);
      continue;
    }
    const module = await modules.open(from);
    const text = module.declarations.get(each);
    if (text === undefined) throw new Error(`Failed to find \`${each}\` in ${from}.`);
    found.set(each, {
      from,
      text: exported.includes(each) ? text : text.replace(/^export /gm, ""),
    });
    for (const [word] of codeOf(text).matchAll(/\b\w+\b/g)) {
      if (module.declarations.has(word)) queue.push([word, from]);
      else if (module.imports.has(word)) queue.push([word, module.imports.get(word)]);
    }
  }
  const imported = [...outside].map(([each, from]) => `import type { ${each} } from "${from}";`);
  const reexported = exported.filter((each) => outside.has(each));
  return [
    ...imported.sort(),
    ...[...found.values()].map(({ text }) => text),
    defaultName === undefined
      ? `export { ${reexported.join(", ")} };`
      : `export default ${defaultName};`,
    "",
  ].join("\n");
}

/** A module's own declarations by name, the files from which it gets other names, and the names that it exports. */
function readModule(file, text) {
  const declarations = new Map();
  const imports = new Map();
  const exported = [];
  for (const statement of text.trim().split(STATEMENT_START)) {
    const [, names = "", specifier = ""] = IMPORT.exec(statement) ?? [];
    const source = specifier.startsWith(".")
      ? join(dirname(file), specifier.replace(/\.ts$/, ".d.ts"))
      : specifier;
    for (const [name] of names.replace(/\btype\b/g, "").matchAll(/\w+/g)) {
      imports.set(name, source);
      if (statement.startsWith("export ")) exported.push(name);
    }
    const name = DECLARED_NAME.exec(statement)?.[1];
    // Each overload of a function is a separate statement.
    const before = declarations.has(name) ? `${declarations.get(name)}\n` : "";
    if (name === undefined) continue;
    declarations.set(name, before + statement);
    if (/^export /m.test(statement)) exported.push(name);
  }
  const defaultName = DEFAULT_EXPORT.exec(text)?.[1];
  if (defaultName !== undefined) exported.push(defaultName);
  return { declarations, imports, exported, defaultName };
}

/** Declarations without comments and strings, which mention no names. */
function codeOf(text) {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/"[^"]*"/g, "");
}
