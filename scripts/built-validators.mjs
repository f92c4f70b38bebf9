import { createRequire } from "node:module";
import { resolve } from "node:path";
import { _ } from "ajv";
import standaloneCode from "ajv/dist/standalone/index.js";
import { nativeProblem } from "schema-values";
import { createValidator } from "../src/http/request/validator.ts";
import { createSpecs } from "../src/spec/spec.ts";
import { shippedDocuments } from "./data-files.mjs";
import { fingerprintOf } from "./late-ajv.cjs";

const NAMESPACE = "built-validators";
/** Each validator is a file of its own, because a start needs few of them. */
const VALIDATOR = "built-validator";
const LATE_AJV = resolve("scripts/late-ajv.cjs");
const FORMATS = "express-openapi-validator/dist/framework/ajv/formats";
const AJV = "express-openapi-validator/dist/framework/ajv";

/**
 * An esbuild plugin that compiles the request schemas of the shipped documents at build time. express-openapi-validator uses
 * the compiled functions for exactly these schemas, and Ajv for others, such as those that overlays change.
 */
export const builtValidators = {
  name: NAMESPACE,
  setup(bundle) {
    bundle.onResolve({ filter: /framework\/ajv$/ }, ({ kind, importer }) =>
      kind === "require-call" && importer.includes("express-openapi-validator")
        ? { path: "ajv", namespace: NAMESPACE }
        : undefined,
    );
    let known;
    const made = () => (known ??= makers());
    bundle.onResolve({ filter: new RegExp(`^${VALIDATOR}:`) }, ({ path }) => ({
      path: path.slice(VALIDATOR.length + 1),
      namespace: VALIDATOR,
    }));
    bundle.onLoad({ filter: /.*/, namespace: VALIDATOR }, async ({ path }) => ({
      contents: `module.exports = ${(await made()).get(path)};`,
      resolveDir: ".",
    }));
    bundle.onLoad({ filter: /.*/, namespace: NAMESPACE }, async () => ({
      contents: `
const { LateAjv } = require(${JSON.stringify(LATE_AJV)});
const { formats } = require("${FORMATS}");
const load = () => requireLate(import("${AJV}/index.js"));
const makers = { ${[...(await made()).keys()].map(loaderOf).join(",\n")} };
exports.createRequestAjv = (document, options) => new LateAjv({
  options,
  makers,
  formats: { ...formats, ...options.formats },
  load: () => load().createRequestAjv(document, options),
});
exports.createResponseAjv = (...args) => load().createResponseAjv(...args);`,
      resolveDir: ".",
    }));
  },
};

function loaderOf(fingerprint) {
  return `"${fingerprint}": () => requireLate(import("${VALIDATOR}:${fingerprint}")).default`;
}

/** The code of a function that makes a validator, by fingerprint, for each schema that is compiled for a request. */
async function makers() {
  const added = await schemasOfRequests();
  const known = new Map();
  for (const { ajv, schema, key, options, formats } of added) {
    const code = codeOf(ajv, ajv.getSchema(key));
    if (code === undefined || !formatsIn(code).every((name) => Object.hasOwn(formats, name)))
      continue;
    // The code runs patterns with RegExp, not with the validator's linear engine.
    if (patternsIn(code).some(nativeProblem)) continue;
    known.set(
      fingerprintOf(schema, options),
      `(formats) => { const module = { exports: {} }; ${code}; return module.exports; }`,
    );
  }
  if (known.size === 0) throw new RangeError("Expected the document to have requests to validate.");
  return known;
}

/** Undefined for a schema with a keyword that exists only as a function. */
function codeOf(ajv, validate) {
  try {
    return standaloneCode(ajv, validate);
  } catch {
    return undefined;
  }
}

function formatsIn(code) {
  return [...code.matchAll(/= formats(?:\.(\w+)|\[("(?:[^"\\]|\\.)*")\])/g)].map(
    ([, name, quoted]) => name ?? JSON.parse(quoted),
  );
}

function patternsIn(code) {
  return [...code.matchAll(/new RegExp\(("(?:[^"\\]|\\.)*")/g)].map(([, text]) => JSON.parse(text));
}

/** The schemas that express-openapi-validator gives to Ajv if each operation gets a request of each content type. */
async function schemasOfRequests() {
  const require = createRequire(import.meta.url);
  const module = require(`${AJV}/index.js`);
  const { formats } = require(FORMATS);
  const { createRequestAjv } = module;
  const added = [];
  module.createRequestAjv = (document, options) => {
    const ajv = createRequestAjv(document, {
      ...options,
      code: { source: true, formats: _`formats` },
    });
    const { addSchema } = ajv;
    ajv.addSchema = (schema, key) => {
      if (!key.startsWith("#"))
        added.push({ ajv, schema, key, options, formats: { ...formats, ...options.formats } });
      return addSchema.call(ajv, schema, key);
    };
    return ajv;
  };
  try {
    for (const document of Object.values(await shippedDocuments()))
      await validateEachRequest(document);
  } finally {
    module.createRequestAjv = createRequestAjv;
  }
  return added;
}

async function validateEachRequest(document) {
  const spec = createSpecs(document)({});
  const validate = createValidator(spec);
  for (const operation of spec.operations) {
    for (const type of [undefined, ...operation.contentTypes]) {
      const headers = type === undefined ? {} : { "content-type": type };
      const url = operation.targetOf({}).replaceAll(/[{}]/g, "");
      const app = { enabled: () => false };
      const { method } = operation;
      const req = {
        method,
        headers,
        app,
        url,
        originalUrl: url,
        path: url,
        baseUrl: "",
        query: {},
      };
      const route = { operation, pathParams: operation.match(url) };
      await validate({ req, res: {}, route }, {});
    }
  }
}
