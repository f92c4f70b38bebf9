import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const FOLDER = "dist/types";
/** The folder into which the compiler writes declarations. */
const COMPILED = "dist/types/src";
/** Modules whose names others import, in order of precedence. */
const SHARED = ["types", "index"];

// The compiler starts each statement, or its comment, at the beginning of a line. Members of a union also have comments there.
const STATEMENT_START =
  /\n(?=\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n(?:export|declare|type)\b)|(?<!\*\/)\n(?=(?:export|declare|import|type)\b)/;
const IMPORT = /^(?:import|export) (?:type )?\{([^}]*)\} from "([^"]+)";/;
const DECLARED_NAME = /^(?:export )?(?:declare )?(?:type|interface|class|function|const) (\w+)/m;
const DEFAULT_EXPORT = /^export default (\w+);/m;

/** The library's modules, below src/ and below the folder of the declarations. */
const MODULES = Object.values(JSON.parse(readFileSync("package.json", "utf8")).exports).flatMap(
  (each) => /^\.\/dist\/types\/(.+)\.d\.ts$/.exec(each.import?.types)?.[1] ?? [],
);

/**
 * Writes the declarations of each of the library's modules to one file for each module system: the names that it exports, and
 * the types that their declarations mention. All other types stay private.
 */
export async function writeDeclarations() {
  const typescript = dirname(createRequire(import.meta.url).resolve("typescript/package.json"));
  const tsc = [join(typescript, "bin", "tsc"), "-p", "tsconfig.build.json"];
  await promisify(execFile)(process.execPath, tsc).catch((error) => {
    throw new Error(`Failed to make the declarations.\n${error.stdout}`);
  });
  const modules = new Modules();
  const texts = [];
  for (const name of MODULES) texts.push([name, await bundle(name, modules)]);
  await rm(FOLDER, { recursive: true });
  await mkdir(join(FOLDER, "runners"), { recursive: true });
  // The same text declares an ES module and a CommonJS module, depending on the file's name.
  for (const [name, text] of texts) {
    await writeFile(join(FOLDER, `${name}.d.ts`), text);
    const commonjs = text.replaceAll(/"(\.{1,2}\/(?:types|index))\.js"/g, '"$1.cjs"');
    await writeFile(join(FOLDER, `${name}.d.cts`), commonjs);
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

/** A module's declarations. It imports the names that a shared module declares, and names from other packages. */
async function bundle(name, modules) {
  const file = join(COMPILED, `${name}.d.ts`);
  const { exported, imports, defaultName } = await modules.open(file);
  const ownerOf = await sharedNames(name, modules);
  const found = new Map();
  const outside = new Map();
  const queue = exported.map((each) => [each, imports.get(each) ?? file]);
  for (const [each, from] of queue) {
    const known = found.get(each);
    if (known?.from === from) continue;
    if (known !== undefined) throw new Error(`\`${each}\` is in both ${known.from} and ${from}.`);
    const owner = ownerOf(each, from);
    if (owner !== undefined || !from.startsWith(FOLDER)) {
      outside.set(each, owner ?? from);
      continue;
    }
    const module = await modules.open(from);
    const declaration = module.declarations.get(each);
    if (declaration === undefined) throw new Error(`Failed to find \`${each}\` in ${from}.`);
    const isExported = exported.includes(each);
    found.set(each, {
      from,
      text: isExported ? declaration : declaration.replace(/^export /gm, ""),
    });
    for (const [word] of codeOf(declaration).matchAll(/\b\w+\b/g)) {
      if (module.declarations.has(word)) queue.push([word, from]);
      else if (module.imports.has(word)) queue.push([word, module.imports.get(word)]);
    }
  }
  if (name === "index") return contents(await readFile("src/index.ts", "utf8"), { found, outside });
  const reexported = exported.filter((each) => outside.has(each));
  return [
    ...importsOf(outside, () => true),
    ...[...found.values()].map((each) => each.text),
    defaultName === undefined
      ? `export { ${reexported.join(", ")} };`
      : `export default ${defaultName};`,
    "",
  ].join("\n");
}

/** The specifier of the shared module that declares a name; undefined for the module's own names and private names. */
async function sharedNames(name, modules) {
  const others = await Promise.all(
    SHARED.filter((each) => each !== name).map(async (each) => {
      const { imports } = await modules.open(join(COMPILED, `${each}.d.ts`));
      return { imports, specifier: `${name.includes("/") ? "../" : "./"}${each}.js` };
    }),
  );
  const { imports: types } = await modules.open(join(COMPILED, "types.d.ts"));
  return (each, from) => {
    if (name === "types" && types.get(each) === from) return undefined;
    return others.find(({ imports }) => imports.get(each) === from)?.specifier;
  };
}

function importsOf(outside, isWanted) {
  const bySource = new Map();
  for (const [each, from] of outside)
    if (isWanted(each)) bySource.set(from, [...(bySource.get(from) ?? []), each]);
  return [...bySource].map(
    ([from, names]) => `import type { ${names.sort().join(", ")} } from "${from}";`,
  );
}

/** The index as a table of contents: its sections, each with the names of types, and the declarations of values. */
function contents(source, { found, outside }) {
  const values = [...found.values()].map((each) => codeOf(each.text)).join("\n");
  const isMentioned = (each) => new RegExp(`\\b${each}\\b`).test(values);
  const sections = source.split("\n\n").map((section) => {
    const comment = section.split("\n").filter((line) => line.startsWith("//"));
    const names = [...section.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list]) => [
      ...list.replace(/\btype\b/g, "").matchAll(/\w+/g),
    ]);
    const types = names.filter(([each]) => outside.has(each));
    const line = `export type { ${types.join(", ")} } from "./types.js";`;
    const declarations = names.flatMap(([each]) => found.get(each)?.text ?? []);
    return [...comment, ...(types.length > 0 ? [line] : []), ...declarations].join("\n");
  });
  return [...importsOf(outside, isMentioned), "", sections.join("\n\n"), ""].join("\n");
}

/** A module's own declarations by name, the files from which it imports names, and the names that it exports. */
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
