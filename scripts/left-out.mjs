// Modules that this program loads but rarely or never calls. Each slows down every start, so the bundle contains a stub
// instead, which throws if it is called.
const LEFT_OUT = [
  // Request bodies are read by the program's own streaming parsers.
  { from: /[\\/]express[\\/]lib[\\/]/, module: "body-parser", exports: "{}" },
  { from: /[\\/]express-openapi-validator[\\/]/, module: "multer", exports: "unused" },
  // Prints Express's debug output if an environment variable asks for it.
  { from: /[\\/]node_modules[\\/]/, module: "debug", exports: "() => () => {}" },
  // `validateApiSpec: false`: the document is this program's own, and its check takes 45 ms to set up.
  {
    from: /[\\/]express-openapi-validator[\\/]/,
    module: "./openapi.schema.validator",
    exports: "{ OpenAPISchemaValidator: class { validate() { return unused(); } } }",
  },
  // Only the validator has this copy of the document: `requestDocument` makes one for each.
  {
    from: /[\\/]express-openapi-validator[\\/]/,
    module: "lodash.clonedeep",
    exports: "(document) => document",
  },
  // The document is an object without external references, so no bundling is needed.
  {
    from: /[\\/]express-openapi-validator[\\/]/,
    module: "@apidevtools/json-schema-ref-parser",
    exports: "{ bundle: async (document) => document, dereference: unused }",
  },
  // Called only for the query of a URL; the real module prints a warning on Node 24.
  {
    from: /[\\/]req\.parameter\.mutator\.js$/,
    module: "url",
    exports:
      '{ parse: (url) => ({ query: url.includes("?") ? url.slice(url.indexOf("?") + 1) : null }) }',
  },
];

const NAMESPACE = "left-out";

/** A CommonJS stub for a module that a file imports; undefined if the file gets the real module. */
export function stubOf(module, importer) {
  const found = LEFT_OUT.find((each) => each.module === module && each.from.test(importer));
  return (
    found &&
    `const unused = () => { throw new Error("\`${module}\` is not in this bundle."); };
module.exports = ${found.exports};`
  );
}

/** An esbuild plugin that replaces the modules with their stubs. */
export const leftOut = {
  name: NAMESPACE,
  setup(build) {
    for (const module of new Set(LEFT_OUT.map((each) => each.module))) {
      const filter = new RegExp(`^${module.replaceAll(".", "\\.")}$`);
      build.onResolve({ filter }, ({ importer }) => {
        const contents = stubOf(module, importer);
        return contents && { path: module, namespace: NAMESPACE, pluginData: contents };
      });
    }
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ pluginData }) => ({
      contents: pluginData,
    }));
  },
};
