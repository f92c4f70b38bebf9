import { _ } from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import { loadAjv } from "../src/spec/check/schema-checker.ts";
import { schemaValidators } from "../src/spec/check/schema-validators.ts";

/** An esbuild plugin that compiles the schemas of OpenAPI and of JSON Schema at build time. Only servers with overlays use them. */
export const builtSchemaValidators = {
  name: "schema-validators",
  setup(bundle) {
    bundle.onLoad({ filter: /[\\/]check[\\/]schema-validators\.ts$/ }, async () => ({
      contents: await schemaValidatorsCode(),
      resolveDir: ".",
      loader: "js",
    }));
  },
};

/** A module with the exports of `src/spec/check/schema-validators.ts`. */
export async function schemaValidatorsCode() {
  const create = await loadAjv({ source: true, formats: _`formats` });
  const ajv = create();
  const makers = Object.entries(schemaValidators(ajv)).map(
    ([name, validate]) =>
      `${name}: ((module) => { ${standaloneCode(ajv, validate)}; return module.exports; })({ exports: {} })`,
  );
  return `export function schemaValidators({ formats, opts }) {
  const safeRegExp = opts.code.regExp;
  return { ${makers.join(",\n")} };
}`;
}
