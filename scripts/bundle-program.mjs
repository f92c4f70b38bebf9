import { chmod, mkdir, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { build, transform } from "esbuild";
import { builtPools } from "./built-pools.mjs";
import { commonjsImports } from "./commonjs-imports.mjs";
import { leftOut } from "./left-out.mjs";

const OUTPUT = {
  platform: "node",
  target: "node20.19",
  minifySyntax: true,
  legalComments: "none",
  logLevel: "warning",
};

/** The modules that projects import, below dist/; the program's own start with them, too. */
const LIBRARIES = {
  index: "src/index.ts",
  "runners/jest": "src/runners/jest.ts",
  "runners/jest-global-setup": "src/runners/jest-global-setup.ts",
  "runners/jest-global-teardown": "src/runners/jest-global-teardown.ts",
  "runners/node-test": "src/runners/node-test.ts",
  "runners/vitest-global-setup": "src/runners/vitest-global-setup.ts",
};

/** What `runners/vitest.js` imports. */
const VITEST_PARTS = {
  "runners/shared-simulator": "src/runners/shared-simulator.ts",
  "runners/test-sandboxes": "src/runners/test-sandboxes.ts",
};

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
      "schema-worker": "src/generate/schema-worker.ts",
      "parquet-worker": "src/codec/parquet/worker/parquet-worker.ts",
      ...LIBRARIES,
      ...VITEST_PARTS,
    },
    external: ["@jest/globals"],
    bundle: true,
    // esbuild splits only ES modules, so each of them is converted afterward.
    splitting: true,
    format: "esm",
    outdir: "dist",
    outExtension: { ".js": ".cjs" },
    chunkNames: "chunks/[name]-[hash]",
    plugins: [leftOut, builtPools, commonjsImports],
    // @foxglove/wasm-zstd reads its WebAssembly module from its own folder.
    loader: { ".wasm": "file" },
    assetNames: "chunks/[name]",
    define: { "import.meta.dirname": "__dirname", "import.meta.filename": "__filename" },
    metafile: true,
    write: false,
  });
  for (const folder of ["dist/chunks", "dist/runners"]) await mkdir(folder, { recursive: true });
  await Promise.all(outputFiles.map(writeOutput));
  await chmod("dist/cli.cjs", 0o755);
  for (const name of Object.keys(LIBRARIES)) {
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
      return `runners/${name}` in VITEST_PARTS
        ? { path: `./${name}.cjs`, external: true }
        : undefined;
    });
  },
};

async function writeOutput({ path, text, contents }) {
  await writeFile(path, path.endsWith(".cjs") ? await commonjs(text) : contents);
}

/** Converts a module to CommonJS. `import()` becomes `require`, too, because jest's CommonJS runtime can't load ES modules. */
async function commonjs(text) {
  const { code } = await transform(text, {
    ...OUTPUT,
    format: "cjs",
    supported: { "dynamic-import": false },
    minifyWhitespace: true,
    // Node prints the line that threw an error, which would be the entire bundle if it had only one line.
    lineLimit: 160,
  });
  return code;
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
