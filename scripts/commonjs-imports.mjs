import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const NAMESPACE = "commonjs-import";

/**
 * An esbuild plugin that gives `await import()` of a CommonJS package the same exports in the
 * bundle as in Node. With code splitting, esbuild gives it only a default export.
 */
export const commonjsImports = {
  name: NAMESPACE,
  setup(build) {
    build.onResolve({ filter: /^[^.]/ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (kind !== "dynamic-import" || pluginData === NAMESPACE) return undefined;
      const found = await build.resolve(path, { kind, resolveDir, pluginData: NAMESPACE });
      if (found.external || found.errors.length > 0 || !(await isCommonjs(found.path)))
        return undefined;
      return { path: found.path, namespace: NAMESPACE };
    });
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, async ({ path }) => {
      const names = Object.keys(await import(pathToFileURL(path))).filter((name) =>
        /^(?!default$)[\w$]+$/.test(name),
      );
      const contents = [
        `const all = require(${JSON.stringify(path)});`,
        "export default all;",
        `export const { ${names.join(", ")} } = all;`,
      ].join("\n");
      return { contents, resolveDir: dirname(path) };
    });
  },
};

async function isCommonjs(path) {
  if (/\.[cm]js$/.test(path)) return path.endsWith(".cjs");
  return (await nearestPackage(dirname(path))).type !== "module";
}

async function nearestPackage(folder) {
  const text = await readFile(join(folder, "package.json"), "utf8").catch(() => undefined);
  return text === undefined ? nearestPackage(dirname(folder)) : JSON.parse(text);
}
