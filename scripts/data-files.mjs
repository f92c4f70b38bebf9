import { readFile } from "node:fs/promises";
import { parse } from "yaml";

/** The YAML files in `data/` that the built program reads as JSON. */
export const DATA_FILES = [
  "commands",
  "demo",
  "lifecycles",
  "metrics",
  "options",
  "trials",
  "use-cases",
];

export async function readDataFile(name) {
  const text = await readFile(`data/${name}.yaml`, "utf8");
  return parse(text, { merge: true, maxAliasCount: -1 });
}
