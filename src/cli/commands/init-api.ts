import { readFile } from "node:fs/promises";
import { packageFile } from "../../simulator/package-file.ts";
import type { InitFile } from "./init-files.ts";

/** The file that `batch-sim init --api` writes: an example of the package. */
export async function apiFile(): Promise<InitFile> {
  const text = await readFile(packageFile("examples/overlay/my-api.yaml"), "utf8");
  return { path: "my-api.yaml", about: "an overlay for an API of your own", text };
}
