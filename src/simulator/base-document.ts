import { readFile } from "node:fs/promises";
import type { JsonObject } from "../core/json.ts";
import { isBuilt, packageFile } from "./package-file.ts";

let text: Promise<string> | undefined;

/** The document that this package serves without overlays, `openapi.yaml`; each caller gets its own copy. */
export async function loadBaseDocument(): Promise<JsonObject> {
  text ??= readText();
  return JSON.parse(await text) as JsonObject;
}

/** The built program reads JSON that the build compiled from openapi.yaml: parsing YAML takes much of the time to start. */
async function readText(): Promise<string> {
  if (isBuilt) return readFile(packageFile("dist", "openapi.json"), "utf8");
  const { parse } = await import("yaml");
  return JSON.stringify(parse(await readFile(packageFile("openapi.yaml"), "utf8")));
}
