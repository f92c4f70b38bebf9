// Node's module hooks for tools: after `register`, they can import the program's TypeScript and YAML with `await import()`.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import { yamlAsJson } from "./yaml-modules.mjs";

/** The condition selects the source of the packages of this repository, which needn't be built. */
export function resolve(specifier, context, nextResolve) {
  return nextResolve(specifier, { ...context, conditions: [...context.conditions, "source"] });
}

export async function load(url, context, nextLoad) {
  if (url.endsWith(".yaml"))
    return { format: "json", source: yamlAsJson(fileURLToPath(url)), shortCircuit: true };
  if (!url.endsWith(".ts")) return nextLoad(url, context);
  const text = await readFile(fileURLToPath(url), "utf8");
  const { code } = await transform(text, { loader: "ts", format: "esm", target: "node20.19" });
  return { format: "module", source: code, shortCircuit: true };
}
