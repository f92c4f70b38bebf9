// Modules that a server needs only after its first response, if at all. Compiling and evaluating them takes more than half of the
// time that the program would otherwise need to start. Where others import such a module, the bundle has a stub with the same functions,
// which loads the module when one of them is first called. Only functions can be late: a class or a constant would be needed at once.
import { dirname, resolve } from "node:path";

/** By path: the functions that other modules import. */
const OWN = {
  "src/codec/encode-results.ts": ["codecOf", "encodeResults"],
  "src/codec/measure-file.ts": ["measureFile"],
  "src/codec/parquet/open-parquet.ts": ["openParquet"],
  "src/control/perform.ts": ["findSandbox", "perform"],
  "packages/schema-values/src/regex/linear-test.ts": [
    "linearTest",
    "nativeProblem",
    "patternProblem",
  ],
  "src/engine/create-job.ts": ["createJob"],
  "src/findings/report/report-of.ts": ["reportOf"],
  "src/findings/report/reproduction.ts": ["reproductionOf"],
  "src/findings/report/shortened-verdict.ts": ["shortenedVerdict"],
  "src/findings/report/verdict.ts": ["verdictOn"],
  "src/generate/job-rows.ts": ["localRows", "openJobRows"],
  "src/http/control/control-arguments.ts": ["controlArguments", "jsonBody"],
  "src/http/control/event-stream.ts": ["eventStreamReply"],
  "src/http/control/find-verb.ts": ["findVerb"],
  "src/http/control/signed-file.ts": ["isPlacedFile", "signedFileAt", "signedFileReply"],
  "src/http/control/viewer-page.ts": ["viewerPage"],
  "src/http/preview.ts": ["previewResponses"],
  "src/http/reply/results-reply.ts": ["resultsReply"],
  "src/input/json/parse-json-body.ts": ["parseJsonBody"],
  "src/input/multipart/parse-multipart.ts": ["parseMultipart"],
  "src/input/open-scenario-datasets.ts": ["openScenarioDatasets"],
  "src/input/open-upload.ts": ["openUpload"],
  "src/input/read-file-inputs.ts": ["readFileInputs"],
  "src/input/url/read-url-inputs.ts": ["readUrlInputs"],
  "packages/schema-values/src/check/schema-matcher.ts": ["createSchemaMatcher", "schemaProblem"],
  "packages/schema-values/src/compile/open-schema.ts": ["openSchema"],
  "packages/schema-values/src/guard/size-of.ts": ["conditionExcess", "sizeOf"],
  "packages/schema-values/src/make/violate.ts": ["createViolator"],
  "packages/schema-values/src/source/schema-doubts.ts": ["schemaDoubts"],
};

const CALL = "(...args) => load()(...args)";

/** CommonJS packages: what they export, in terms of `load`, which returns the package itself. */
const PACKAGES = {
  accepts: CALL,
  "json-e": CALL,
  "mime-types": functions("charset", "contentType", "extension", "lookup"),
  qs: functions("parse", "stringify"),
  send: CALL,
  "serve-static": CALL,
};

function functions(...names) {
  return `{ ${names.map((name) => `${name}: (...args) => load().${name}(...args)`).join(", ")} }`;
}

const OWN_BY_PATH = new Map(Object.entries(OWN).map(([path, names]) => [resolve(path), names]));
const NAMESPACE = "late";

/** An esbuild plugin that puts the stubs into the bundle. */
export const lateModules = {
  name: NAMESPACE,
  setup(build) {
    build.onResolve({ filter: /\.ts$/ }, ({ path, kind, resolveDir }) => {
      const file = resolve(resolveDir, path);
      if (kind === "entry-point") return undefined;
      const isLate = OWN_BY_PATH.has(file) && kind !== "dynamic-import";
      // Importing a module of ours has no effect, so one whose names are not used is left out.
      return { path: file, sideEffects: false, ...(isLate && { namespace: NAMESPACE }) };
    });
    build.onResolve({ filter: /^[a-z]/ }, ({ path, kind, resolveDir }) => {
      if (kind === "dynamic-import" || !Object.hasOwn(PACKAGES, path)) return undefined;
      return { path, namespace: NAMESPACE, pluginData: { resolveDir } };
    });
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path, pluginData }) =>
      OWN_BY_PATH.has(path)
        ? { contents: ownStub(path), resolveDir: dirname(path) }
        : { contents: packageStub(path), resolveDir: pluginData.resolveDir },
    );
  },
};

function ownStub(path) {
  const names = OWN_BY_PATH.get(path);
  return [
    `let module; const load = () => (module ??= requireLate(import(${JSON.stringify(path)})));`,
    ...names.map((name) => `export const ${name} = (...args) => load().${name}(...args);`),
  ].join("\n");
}

function packageStub(name) {
  return `let real;
const load = () => (real ??= requireLate(import(${JSON.stringify(name)})).default);
module.exports = ${PACKAGES[name]};`;
}

/** The code of a chunk in which stubs load their modules synchronously. */
export function requireLate(code) {
  return code.replaceAll(/\brequireLate\(import\(("[^"]+")\)\)/g, "require($1)");
}
