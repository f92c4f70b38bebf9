// Packages that a server needs only after its first response, if at all. Only the packages that import them could load them
// with `import()`, but these call them synchronously. So the bundle contains a stub of each, which loads the package when one
// of its functions is first called. Our own late modules are loaded with `await import()`.
import { createRequire } from "node:module";
import { resolve } from "node:path";

/** For each package, the functions that its importers call; `default` if the package itself is a function. */
const LATE = {
  accepts: ["default"],
  "json-e": ["default"],
  "mime-types": ["charset", "contentType", "extension", "lookup"],
  qs: ["parse", "stringify"],
  send: ["default"],
  "serve-static": ["default"],
};

const NAMESPACE = "late";

/** An esbuild plugin that puts the stubs into the bundle. */
export const latePackages = {
  name: NAMESPACE,
  setup(build) {
    build.onResolve({ filter: /\.ts$/ }, ({ path, kind, resolveDir }) =>
      // Importing one of our modules has no side effects, so it is omitted if its names are unused.
      kind === "entry-point" ? undefined : { path: resolve(resolveDir, path), sideEffects: false },
    );
    build.onResolve({ filter: /^[a-z]/ }, ({ path, kind, importer, resolveDir }) => {
      if (kind === "dynamic-import" || !Object.hasOwn(LATE, path)) return undefined;
      return { path, namespace: NAMESPACE, pluginData: { importer, resolveDir } };
    });
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path, pluginData }) => ({
      contents: stubOf(path, pluginData.importer),
      resolveDir: pluginData.resolveDir,
    }));
  },
};

/** A stub can only replace functions: a class could not be extended, and a constant's value would have to be known. */
function stubOf(name, importer) {
  const real = createRequire(importer)(name);
  const members = LATE[name].map((each) => [each, each === "default" ? real : real[each]]);
  for (const [member, value] of members)
    if (typeof value !== "function" || /^class\b/.test(String(value)))
      throw new TypeError(
        `Expected \`${member}\` of \`${name}\` to be a function, because only functions can be late. Import it with \`await import()\`, or remove it from ${import.meta.filename}.`,
      );
  const call = (member) => `(...args) => load()${member}(...args)`;
  const [first] = LATE[name];
  const exported =
    first === "default"
      ? call("")
      : `{ ${LATE[name].map((each) => `${each}: ${call(`.${each}`)}`).join(", ")} }`;
  return `let real;
const load = () => (real ??= requireLate(import(${JSON.stringify(name)})).default);
module.exports = ${exported};`;
}

/** The code of a chunk in which stubs load their packages synchronously. */
export function requireLate(code) {
  return code.replaceAll(/\brequireLate\(import\(("[^"]+")\)\)/g, "require($1)");
}
