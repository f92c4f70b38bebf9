import { readFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { transform } from "esbuild";
import { yamlAsJson } from "../yaml-modules.mjs";

/** Packages of this repository, which needn't be built: a module hook (`resolve`) that finds their source. */
const OWN_PACKAGES = { "schema-values": pathToFileURL("packages/schema-values/src/index.ts").href };

export async function resolve(specifier, context, nextResolve) {
  const url = OWN_PACKAGES[specifier];
  return url === undefined ? nextResolve(specifier, context) : { url, shortCircuit: true };
}

/** Lets Node import TypeScript, whose types it strips, and YAML: a module hook (`load`). */
export async function load(url, context, nextLoad) {
  if (url.endsWith(".yaml"))
    return { format: "json", source: yamlAsJson(fileURLToPath(url)), shortCircuit: true };
  if (!url.endsWith(".ts")) return nextLoad(url, context);
  const text = await readFile(fileURLToPath(url), "utf8");
  const { code } = await transform(text, { loader: "ts", format: "esm", target: "node20.19" });
  return { format: "module", source: code, shortCircuit: true };
}
