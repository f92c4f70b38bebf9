import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const FOLDER = "dist/types";

// The compiler starts each statement, or its comment, at the beginning of a line. Members of a union also have comments there.
const STATEMENT_START =
  /\n(?=\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n(?:export|declare|type)\b)|(?<!\*\/)\n(?=(?:export|declare|import|type)\b)/;
const IMPORT = /^(?:import|export) (?:type )?\{([^}]*)\} from "([^"]+)";/;
const DECLARED_NAME = /^(?:export )?(?:declare )?(?:type|interface|class|function|const) (\w+)/m;

/**
 * Writes the library's declarations to a single file for each module system: the names that index.ts exports, and the types
 * that their declarations mention. The rest of the program stays private.
 */
export async function writeDeclarations() {
  const typescript = dirname(createRequire(import.meta.url).resolve("typescript/package.json"));
  const tsc = [join(typescript, "bin", "tsc"), "-p", "tsconfig.build.json"];
  await promisify(execFile)(process.execPath, tsc).catch((error) => {
    throw new Error(`Failed to make the declarations.\n${error.stdout}`);
  });
  const text = await bundle(join(FOLDER, "index.d.ts"));
  await rm(FOLDER, { recursive: true });
  await mkdir(FOLDER);
  // The same text declares an ES module and a CommonJS module, depending on the file's name.
  await Promise.all(
    ["index.d.ts", "index.d.cts"].map((name) => writeFile(join(FOLDER, name), text)),
  );
}

async function bundle(index) {
  const modules = new Map();
  const open = async (file) => {
    if (!modules.has(file)) modules.set(file, readModule(file, await readFile(file, "utf8")));
    return modules.get(file);
  };
  const { imports: exported } = await open(index);
  const found = new Map();
  const queue = [...exported];
  for (const [name, file] of queue) {
    const known = found.get(name);
    if (known?.file === file) continue;
    if (known !== undefined) throw new Error(`\`${name}\` is in both ${known.file} and ${file}.`);
    const { declarations, imports } = await open(file);
    const text = declarations.get(name);
    if (text === undefined) throw new Error(`Failed to find \`${name}\` in ${file}.`);
    found.set(name, { file, text: exported.has(name) ? text : text.replace(/^export /gm, "") });
    for (const [word] of codeOf(text).matchAll(/\b\w+\b/g)) {
      if (declarations.has(word)) queue.push([word, file]);
      else if (imports.has(word)) queue.push([word, imports.get(word)]);
    }
  }
  return `${[...found.values()].map(({ text }) => text).join("\n")}\nexport {};\n`;
}

/** A module's own declarations by name, and the files from which it gets other names. */
function readModule(file, text) {
  const declarations = new Map();
  const imports = new Map();
  for (const statement of text.trim().split(STATEMENT_START)) {
    const [, names = "", specifier = ""] = IMPORT.exec(statement) ?? [];
    const source = specifier.startsWith(".")
      ? join(dirname(file), specifier.replace(/\.ts$/, ".d.ts"))
      : specifier;
    for (const [name] of names.replace(/\btype\b/g, "").matchAll(/\w+/g)) imports.set(name, source);
    const name = DECLARED_NAME.exec(statement)?.[1];
    // Each overload of a function is a separate statement.
    const before = declarations.has(name) ? `${declarations.get(name)}\n` : "";
    if (name !== undefined) declarations.set(name, before + statement);
  }
  return { declarations, imports };
}

/** Declarations without comments and strings, which mention no names. */
function codeOf(text) {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/"[^"]*"/g, "");
}
