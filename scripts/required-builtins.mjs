import { isBuiltin } from "node:module";

const NAMESPACE = "required-builtin";

/**
 * An esbuild plugin: Node's own modules are got by `require` where the source imports them. From Node 22 on an
 * `import` of `node:http` evaluates its every export, the WebSocket client among them, which takes 35 ms.
 */
export const requiredBuiltins = {
  name: NAMESPACE,
  setup(build) {
    build.onResolve({ filter: /^[\w:/]+$/ }, ({ path, kind }) =>
      kind === "import-statement" && isBuiltin(path) ? { path, namespace: NAMESPACE } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
      loader: "js",
    }));
  },
};
