import { readFile } from "node:fs/promises";
import type { JsonObject } from "../core/json.ts";
import { isBuilt, packageFile } from "./package-file.ts";

/**
 * The document that ships with this package. The built program reads it as JSON, compiled from
 * openapi.yaml by the build: parsing YAML would be a good part of the time to start.
 */
export async function loadBaseDocument(): Promise<JsonObject> {
  if (isBuilt)
    return JSON.parse(await readFile(packageFile("dist", "openapi.json"), "utf8")) as JsonObject;
  const { parse } = await import("yaml");
  const document = parse(await readFile(packageFile("openapi.yaml"), "utf8")) as JsonObject;
  // Aliases come out of YAML as one object in several places; a value written into one must not show in the others.
  return JSON.parse(JSON.stringify(document)) as JsonObject;
}
