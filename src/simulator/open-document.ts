import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { JsonObject, JsonValue } from "../core/json.ts";
import { once } from "../core/once-per.ts";
import type { Settings } from "../options/settings.ts";
import { DEFAULT_DOCUMENTS } from "../spec/effective.ts";
import { isBuilt, packageFile } from "./package-file.ts";

/** The document without overlays, `openapi.yaml`: one immutable object for the process. */
export const loadBaseDocument: () => Promise<JsonObject> = once(() =>
  isBuilt ? readBuilt("") : readSource(),
);

/** Documents with one shipped overlay, by the overlay's name. */
const documents = new Map<string, Promise<JsonObject>>();

/** The document with one shipped overlay, always the same object; undefined for other names. */
function shippedDocument(name: string): Promise<JsonObject> | undefined {
  if (!/^[\w-]+$/.test(name)) return undefined;
  const start = `overlays/${name}-`;
  const isMade = isBuilt && existsSync(packageFile("dist", `${start}openapi.json`));
  if (!isMade && !existsSync(`${shippedOverlayDir()}/${name}.yaml`)) return undefined;
  const document = documents.get(name) ?? (isMade ? readBuilt(start) : overlay([name]));
  documents.set(name, document);
  return document;
}

/** Reads JSON that the build compiled: parsing YAML would make the start much slower. */
async function readBuilt(start: string): Promise<JsonObject> {
  const base = parseFrozen(await readFile(packageFile("dist", `${start}openapi.json`), "utf8"));
  DEFAULT_DOCUMENTS.set(base, () =>
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

export function shippedOverlayDir(): string {
  return packageFile("overlays");
}

/** The overlays that the options name; the `api` option's overlay comes first. */
export function overlaysOf({
  api,
  overlays = [],
}: Partial<Pick<Settings, "api" | "overlays">>): readonly string[] {
  return api === undefined ? overlays : [api, ...overlays];
}

/**
 * The document that a server uses: `openapi.yaml` with overlays applied in order, each a file or
 * the name of a shipped one. The code for overlays is loaded only if any are given.
 * @throws {SimulatorError} that names every problem in the overlays, or in the resulting document
 */
export async function openDocument(overlays: readonly string[]): Promise<JsonObject> {
  const [first, ...others] = overlays;
  if (first === undefined) return loadBaseDocument();
  return (others.length === 0 && shippedDocument(first)) || ownDocument(overlays);
}

/** Documents with users' own overlays, by the names and contents of the overlays. */
const ownDocuments = new Map<string, JsonObject>();

/** Maximum number of documents in `ownDocuments`; `verify` opens a few of them repeatedly. */
const MOST_OWN = 4;

async function ownDocument(overlays: readonly string[]): Promise<JsonObject> {
  const key = await textsOf(overlays);
  const known = ownDocuments.get(key);
  if (known !== undefined) return known;
  const document = await overlay(overlays);
  // The document isn't cached if a file has changed in the meantime.
  if (key === (await textsOf(overlays))) ownDocuments.set(key, document);
  for (const oldest of [...ownDocuments.keys()].slice(0, -MOST_OWN)) ownDocuments.delete(oldest);
  return document;
}

async function textsOf(overlays: readonly string[]): Promise<string> {
  // A shipped overlay's name is usually not a path, so reading it fails.
  const texts = overlays.map((name) => readFile(name, "utf8").catch(() => ""));
  return JSON.stringify([overlays, await Promise.all(texts)]);
}

async function overlay(overlays: readonly string[]): Promise<JsonObject> {
  const [base, { withOverlays }, { loadUseCaseNeeds }, { CODECS }] = await Promise.all([
    loadBaseDocument(),
    import("../spec/overlay/load-overlays.ts"),
    import("./load-use-cases.ts"),
    import("../codec/codecs.ts"),
  ]);
  const capabilities = { useCases: await loadUseCaseNeeds(), codecs: CODECS };
  const options = { shippedDir: shippedOverlayDir(), capabilities };
  const document = await withOverlays(base, overlays, options);
  freeze(document);
  return document;
}
