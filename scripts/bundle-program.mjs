import { chmod } from "node:fs/promises";
import { build } from "esbuild";
import { commonjsImports } from "./commonjs-imports.mjs";
import { leftOut } from "./left-out.mjs";
import { requiredBuiltins } from "./required-builtins.mjs";

// CommonJS packages inside an ES module need a `require` for Node's own modules, and their own folder.
const BANNER = [
  'import { createRequire as __createRequire } from "node:module";',
  "const require = __createRequire(import.meta.url);",
  'const __bundleDir = require("node:path").dirname(require("node:url").fileURLToPath(import.meta.url));',
].join("\n");

/** Bundles the command line, the library and its worker with all their packages into dist/; resolves with esbuild's metafile. */
export async function bundleProgram() {
  const { metafile } = await build({
    entryPoints: {
      cli: "src/cli.ts",
      index: "src/index.ts",
      "schema-worker": "src/schema/guard/schema-worker.ts",
    },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    outdir: "dist",
    chunkNames: "chunks/[name]-[hash]",
    plugins: [leftOut, requiredBuiltins, commonjsImports],
    banner: { js: BANNER },
    // @foxglove/wasm-zstd reads its module from the folder that it lies in itself.
    loader: { ".wasm": "file" },
    assetNames: "chunks/[name]",
    define: { __dirname: "__bundleDir" },
    minifySyntax: true,
    minifyWhitespace: true,
    // Node prints the line that an error was thrown from: of a whole bundle on one line, that would be all of it.
    lineLimit: 160,
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  });
  await chmod("dist/cli.js", 0o755);
  return metafile;
}
