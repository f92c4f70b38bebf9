import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";

/** Lets Node import TypeScript files: a module hook (`load`) that strips their types. */
export async function load(url, context, nextLoad) {
  if (!url.endsWith(".ts")) return nextLoad(url, context);
  const text = await readFile(fileURLToPath(url), "utf8");
  const { code } = await transform(text, { loader: "ts", format: "esm", target: "node20" });
  return { format: "module", source: code, shortCircuit: true };
}
