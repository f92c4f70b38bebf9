import { readFile } from "node:fs/promises";
import { packageFile } from "../../simulator/package-file.ts";

/** The output of `batch-sim schema`: the JSON Schema of a kind of file, such as `scenario`. */
export function schemaText(name: string): Promise<string> {
  return readFile(packageFile("dist", `${name}.schema.json`), "utf8");
}
