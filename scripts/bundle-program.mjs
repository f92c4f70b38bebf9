import { readFileSync } from "node:fs";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { build, transform } from "esbuild";
import { builtValidators } from "./built-validators.mjs";
import { builtWords } from "./built-words.mjs";
import { commonjsImports } from "./commonjs-imports.mjs";
import { latePackages, requireLate } from "./late-packages.mjs";
import { leftOut } from "./left-out.mjs";
import { loadedWith, mergeChunks, requireMerged } from "./merge-chunks.mjs";
import { builtSchemaValidators } from "./schema-validators.mjs";
import { yamlModules } from "./yaml-modules.mjs";

const OUTPUT = {
  platform: "node",
  target: "node20.19",
  minifySyntax: true,
  legalComments: "none",
  logLevel: "warning",
};

/** `import()` becomes `require`, too, because jest's CommonJS runtime can't load ES modules. */
const COMMONJS = {
  ...OUTPUT,
  format: "cjs",
  supported: { "dynamic-import": false },
  minifyWhitespace: true,
  // Node prints the line that threw an error, which would be the entire bundle if it had only one line.
  lineLimit: 160,
};

/** Files that merge an entry point's chunks, except those that earlier files merged. */
const MERGED = {
  "program.cjs": "src/cli/run.ts",
  "server.cjs": "src/cli/commands/start.ts",
  "create-job.cjs": "src/engine/create-job.ts",
};

const WORKERS = [
  "src/generate/schema-worker.ts",
  "src/simulator/scenario-worker.ts",
  "src/codec/parquet/worker/parquet-worker.ts",
];

/** The modules that projects can require, relative to dist/; the program itself also starts with them. */
const LIBRARIES = Object.values(JSON.parse(readFileSync("package.json", "utf8")).exports).flatMap(
  ({ require }) => /^\.\/dist\/(.+)\.cjs$/.exec(require?.default)?.[1] ?? [],
);

/** The modules that `runners/vitest.js` imports. */
const VITEST_PARTS = ["runners/shared-simulator", "runners/test-sandboxes"];

/**
 * Bundles the command line, the library, and its workers with all their packages into dist/. The format is CommonJS, which
 * every Node version, jest, and all bundlers can load, and which starts faster; index.js and its like export
 * the names as ES modules. There is a single copy of the program, so `instanceof` works however it was loaded. Resolves with esbuild's
 * metafile.
 */
export async function bundleProgram() {
  const { metafile, outputFiles } = await build({
    ...OUTPUT,
    entryPoints: {
      cli: "src/cli.ts",
      ...Object.fromEntries(WORKERS.map((source) => [basename(source, ".ts"), source])),
      ...Object.fromEntries(
        [...LIBRARIES, ...VITEST_PARTS].map((name) => [name, `src/${name}.ts`]),
      ),
    },
    external: ["@jest/globals"],
    conditions: ["source"],
    bundle: true,
    // esbuild splits only ES modules, so each of them is converted afterward.
    splitting: true,
    format: "esm",
    outdir: "dist",
    outExtension: { ".js": ".cjs" },
    chunkNames: "chunks/[name]-[hash]",
    plugins: [
      ...[leftOut, latePackages, builtWords, builtValidators, builtSchemaValidators],
      ...[commonjsImports, yamlModules],
    ],
    // @foxglove/wasm-zstd reads its WebAssembly module from its own folder.
    loader: { ".wasm": "file" },
    assetNames: "chunks/[name]",
    define: { "import.meta.dirname": "__dirname", "import.meta.filename": "__filename" },
    metafile: true,
    write: false,
  });
  for (const folder of ["dist/chunks", "dist/runners"]) await mkdir(folder, { recursive: true });
  await writeOutputs(outputFiles, metafile);
  await chmod("dist/cli.cjs", 0o755);
  for (const name of LIBRARIES) {
    const { exports } = metafile.outputs[`dist/${name}.cjs`];
    await writeFile(`dist/${name}.js`, wrapper(basename(name), exports));
  }
  await bundleForVitest();
  return metafile;
}

/** vitest is an ES module, and can't be loaded by CommonJS. */
async function bundleForVitest() {
  await build({
    ...OUTPUT,
    entryPoints: ["src/runners/vitest.ts"],
    bundle: true,
    format: "esm",
    outdir: "dist/runners",
    external: ["vitest"],
    plugins: [vitestParts],
  });
}

const vitestParts = {
  name: "vitest-parts",
  setup(build) {
    build.onResolve({ filter: /^\.\// }, ({ path }) => {
      const name = basename(path, ".ts");
      return VITEST_PARTS.includes(`runners/${name}`)
        ? { path: `./${name}.cjs`, external: true }
        : undefined;
    });
  },
};

/** Merges the chunks of each entry point, except that workers, which have to stay small, share some of them. */
function groupsOf({ outputs, ...metafile }) {
  const entryOf = (source) =>
    Object.keys(outputs).find((path) => outputs[path].entryPoint === source);
  const loaded = (source) => loadedWith(entryOf(source), { outputs, ...metafile });
  const inWorkers = new Set(WORKERS.flatMap((source) => [...loaded(source)]));
  const taken = new Set();
  const groups = {};
  for (const [file, source] of Object.entries(MERGED)) {
    const free = [...loaded(source)].filter((path) => !taken.has(path));
    groups[file] = free.filter((path) => !inWorkers.has(path));
    groups[`shared-${file}`] = free.filter((path) => inWorkers.has(path));
    for (const path of free) taken.add(path);
  }
  const chunksIn = (paths) => paths.filter((path) => path.startsWith("dist/chunks/"));
  return Object.fromEntries(
    Object.entries(groups).map(([file, paths]) => [
      file,
      new Set(chunksIn(paths).map((path) => basename(path))),
    ]),
  );
}

async function writeOutputs(outputFiles, metafile) {
  const groups = groupsOf(metafile);
  const textOf = new Map(outputFiles.map(({ path, text }) => [basename(path), requireLate(text)]));
  for (const [file, names] of Object.entries(groups)) {
    const chunks = new Map([...names].map((name) => [name, textOf.get(name)]));
    const code = await mergeChunks(chunks, COMMONJS);
    await writeFile(`dist/chunks/${file}`, requireMerged(code, groups));
  }
  const merged = new Set(Object.values(groups).flatMap((names) => [...names]));
  const others = outputFiles.filter(({ path }) => !merged.has(basename(path)));
  const write = async ({ path, contents }) => {
    const text = path.endsWith(".cjs") ? textOf.get(basename(path)) : undefined;
    await writeFile(path, text === undefined ? contents : await commonjs(text, groups));
  };
  await Promise.all(others.map(write));
}

/** Converts a module to CommonJS. */
async function commonjs(text, groups) {
  const { code } = await transform(text, COMMONJS);
  return requireMerged(code, groups);
}

function wrapper(name, exports) {
  const names = exports.filter((each) => each !== "default");
  return [
    `import library from "./${name}.cjs";`,
    ...(names.length > 0 ? [`export const { ${names.join(", ")} } = library;`] : []),
    ...(exports.includes("default") ? ["export default library.default;"] : []),
    "",
  ].join("\n");
}
