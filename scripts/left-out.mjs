// Modules of packages that this program loads but never calls, or hardly. Each costs time at every start, so the bundle has
// a stub instead, that says so should it be called after all.
const LEFT_OUT = [
  // Request bodies are read by the program's own streaming parsers.
  { from: /[\\/]express[\\/]lib[\\/]/, module: "body-parser", exports: "{}" },
  { from: /[\\/]express-openapi-validator[\\/]/, module: "multer", exports: "unused" },
  // `validateApiSpec: false`: the document is this program's own, and its check takes 45 ms to set up.
  {
    from: /[\\/]express-openapi-validator[\\/]/,
    module: "./openapi.schema.validator",
    exports: "{ OpenAPISchemaValidator: class { validate() { return unused(); } } }",
  },
  // The document is given as an object and refers to nothing outside itself, so there is nothing to bundle.
  {
    from: /[\\/]express-openapi-validator[\\/]/,
    module: "@apidevtools/json-schema-ref-parser",
    exports: "{ bundle: async (document) => document, dereference: unused }",
  },
  // Asked only for the query of a URL; the real one warns of itself on Node 24.
  {
    from: /[\\/]req\.parameter\.mutator\.js$/,
    module: "url",
    exports:
      '{ parse: (url) => ({ query: url.includes("?") ? url.slice(url.indexOf("?") + 1) : null }) }',
  },
];

const NAMESPACE = "left-out";

/** An esbuild plugin that puts the stubs in. */
export const leftOut = {
  name: NAMESPACE,
  setup(build) {
    for (const [index, { from, module }] of LEFT_OUT.entries()) {
      const filter = new RegExp(`^${module.replaceAll(".", "\\.")}$`);
      build.onResolve({ filter }, ({ importer }) =>
        from.test(importer)
          ? { path: module, namespace: NAMESPACE, pluginData: LEFT_OUT[index] }
          : undefined,
      );
    }
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ pluginData }) => ({
      contents: `const unused = () => { throw new Error("\`${pluginData.module}\` is not in this bundle."); };
module.exports = ${pluginData.exports};`,
    }));
  },
};
