import { chmod, mkdir, writeFile } from "node:fs/promises";
import { build, transform } from "esbuild";
import { commonjsImports } from "./commonjs-imports.mjs";
import { leftOut } from "./left-out.mjs";

const OUTPUT = {
  platform: "node",
  target: "node20.19",
  minifySyntax: true,
  legalComments: "none",
  logLevel: "warning",
};

/**
 * Bundles the command line, the library, and its worker with all their packages into dist/. The format is CommonJS, which
 * every Node version, jest, and all bundlers can load, and which starts faster; index.js exports the library's names as an
 * ES module. There is a single copy of the program, so `instanceof` works however it was loaded. Resolves with esbuild's
 * metafile.
 */
export async function bundleProgram() {
  const { metafile, outputFiles } = await build({
    ...OUTPUT,
    entryPoints: {
      cli: "src/cli.ts",
      index: "src/index.ts",
      "schema-worker": "src/schema/guard/schema-worker.ts",
    },
    bundle: true,
    // esbuild splits only ES modules, so each of them is converted afterward.
    splitting: true,
    format: "esm",
    outdir: "dist",
    outExtension: { ".js": ".cjs" },
    chunkNames: "chunks/[name]-[hash]",
    plugins: [leftOut, commonjsImports],
    // @foxglove/wasm-zstd reads its WebAssembly module from its own folder.
    loader: { ".wasm": "file" },
    assetNames: "chunks/[name]",
    define: { "import.meta.dirname": "__dirname", "import.meta.filename": "__filename" },
    metafile: true,
    write: false,
  });
  await mkdir("dist/chunks", { recursive: true });
  await Promise.all(outputFiles.map(writeOutput));
  await chmod("dist/cli.cjs", 0o755);
  await writeFile("dist/index.js", wrapper(metafile.outputs["dist/index.cjs"].exports));
  return metafile;
}

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

function wrapper(names) {
  return `import library from "./index.cjs";\nexport const { ${names.join(", ")} } = library;\n`;
}
