import { readdir } from "node:fs/promises";

/** The names of a folder's YAML files without `.yaml`, sorted. */
export async function yamlNamesIn(folder: string): Promise<string[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".yaml"));
  return files.map((file) => file.slice(0, -".yaml".length)).sort();
}
