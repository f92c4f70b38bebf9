import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { JsonObject, JsonValue } from "../core/json.ts";
import { setDefaultDocument } from "../spec/default-document.ts";
import { isBuilt, packageFile } from "./package-file.ts";

let document: Promise<JsonObject> | undefined;

/** The document that this package serves without overlays, `openapi.yaml`: one immutable object for all servers of a process. */
export function loadBaseDocument(): Promise<JsonObject> {
  document ??= isBuilt ? readBuilt("") : readSource();
  return document;
}

const overlaid = new Map<string, Promise<JsonObject>>();

/** The document with one shipped overlay, as the build made and checked it; undefined if it didn't. */
export function builtDocument(overlay: string): Promise<JsonObject> | undefined {
  const start = `overlays/${overlay}-`;
  if (!isBuilt || !/^[\w-]+$/.test(overlay)) return undefined;
  if (!existsSync(packageFile("dist", `${start}openapi.json`))) return undefined;
  const found = overlaid.get(overlay) ?? readBuilt(start);
  overlaid.set(overlay, found);
  return found;
}

/** The built program reads JSON that the build compiled: parsing YAML takes much of the time to start. */
async function readBuilt(start: string): Promise<JsonObject> {
  const base = parseFrozen(await readFile(packageFile("dist", `${start}openapi.json`), "utf8"));
  setDefaultDocument(base, () =>
    parseFrozen(readFileSync(packageFile("dist", `${start}default-spec.json`), "utf8")),
  );
  return base;
}

async function readSource(): Promise<JsonObject> {
  const { parse } = await import("yaml");
  return parseFrozen(JSON.stringify(parse(await readFile(packageFile("openapi.yaml"), "utf8"))));
}

function parseFrozen(text: string): JsonObject {
  const value: JsonObject = JSON.parse(text);
  freeze(value);
  return value;
}

function freeze(value: JsonValue): void {
  if (typeof value !== "object" || value === null) return;
  for (const child of Object.values(value)) freeze(child);
  Object.freeze(value);
}
