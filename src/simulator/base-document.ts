import { readFile } from "node:fs/promises";
import type { JsonObject, JsonValue } from "../core/json.ts";
import { isBuilt, packageFile } from "./package-file.ts";

let document: Promise<JsonObject> | undefined;

/** The document that this package serves without overlays, `openapi.yaml`: one immutable object for all servers of a process. */
export function loadBaseDocument(): Promise<JsonObject> {
  document ??= readText().then((text) => JSON.parse(text, freeze));
  return document;
}

/** The built program reads JSON that the build compiled from openapi.yaml: parsing YAML takes much of the time to start. */
async function readText(): Promise<string> {
  if (isBuilt) return readFile(packageFile("dist", "openapi.json"), "utf8");
  const { parse } = await import("yaml");
  return JSON.stringify(parse(await readFile(packageFile("openapi.yaml"), "utf8")));
}

function freeze(_key: string, value: JsonValue): JsonValue {
  return Object.freeze(value);
}
