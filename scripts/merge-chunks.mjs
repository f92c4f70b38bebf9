import { basename } from "node:path";
import { build } from "esbuild";

const NAMESPACE = "chunk";

/**
 * Merges chunks into one file, because reading and resolving about ninety small files takes longer than running them. The
 * merged file exports an object for each chunk.
 * @param {ReadonlyMap<string, string>} chunks by file name, as ES modules.
 * @param {import("esbuild").BuildOptions} options for CommonJS.
 * @returns the text as CommonJS.
 */
export async function mergeChunks(chunks, options) {
  const contents = [...chunks.keys()].map(
    (name) => `export * as ${nameOf(name)} from "./${name}";`,
  );
  const plugin = {
    name: NAMESPACE,
    setup(build) {
      build.onResolve({ filter: /^\.\// }, ({ path }) =>
        chunks.has(basename(path))
          ? { path: basename(path), namespace: NAMESPACE }
          : { path, external: true },
      );
      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
        contents: chunks.get(path),
        resolveDir: ".",
      }));
    },
  };
  const stdin = { contents: contents.join("\n"), resolveDir: "." };
  const { outputFiles } = await build({
    ...options,
    stdin,
    bundle: true,
    write: false,
    plugins: [plugin],
  });
  return outputFiles[0].text;
}

/**
 * CommonJS that loads merged chunks from their merged files. `groups` maps names of files to the names of their chunks. A chunk
 * exports what its module did, so esbuild's copy of its exports, at each `import()`, isn't needed.
 */
export function requireMerged(code, groups) {
  const direct = code.replaceAll(/\b__toESM\((require\("\.[^"]*"\))\)/g, "$1");
  return direct.replaceAll(/\brequire\("(\.[^"]*\/)([^"/]+)"\)/g, (found, folder, name) => {
    const group = Object.keys(groups).find((each) => groups[each].has(name));
    return group === undefined ? found : `require("${folder}${group}").${nameOf(name)}`;
  });
}

/** The files that load together with an output's entry: the file itself, and its static imports. */
export function loadedWith(output, { outputs }) {
  const found = new Set();
  const open = [output];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (found.has(path) || outputs[path] === undefined) continue;
    found.add(path);
    const imports = outputs[path].imports.filter(({ kind }) => kind === "import-statement");
    open.push(...imports.map((each) => each.path));
  }
  return found;
}

function nameOf(file) {
  return file.replaceAll(/\W/g, "_");
}
