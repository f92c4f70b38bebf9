import { readFile } from "node:fs/promises";
import { isBuilt, packageFile } from "./package-file.ts";

/** Data that only the build can make. */
export async function readBuilt<Data>(name: string): Promise<Data> {
  return JSON.parse(await readFile(packageFile("dist", `${name}.json`), "utf8"));
}

/** The content of a YAML file in `data/`, which the build compiles to JSON. */
export async function readData<Data>(name: string): Promise<Data> {
  if (isBuilt) return readBuilt(name);
  const { parse } = await import("yaml");
  const text = await readFile(packageFile("data", `${name}.yaml`), "utf8");
  return parse(text, { merge: true, maxAliasCount: -1 });
}
