import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { build } from "esbuild";
import { yamlModules } from "./yaml-modules.mjs";

/** Compiles and imports TypeScript from this checkout; its packages are this process's. */
export async function ownCode(contents) {
  const name = `tool-${randomUUID()}.mjs`;
  const outfile = `dist/${name}`;
  await build({
    stdin: { contents, resolveDir: ".", loader: "ts" },
    bundle: true,
    packages: "external",
    plugins: [yamlModules],
    alias: { "schema-values": resolve("packages/schema-values/src/index.ts") },
    format: "esm",
    platform: "node",
    outfile,
    logLevel: "warning",
  });
  try {
    return await import(`../${outfile}`);
  } finally {
    await rm(outfile);
  }
}
