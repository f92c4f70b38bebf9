import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { CODECS } from "../src/codec/codecs.ts";
import { useCaseNeeds } from "../src/simulator/load-use-cases.ts";
import { listOverlays, withOverlays } from "../src/spec/overlay/load-overlays.ts";

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

/** The document, and what each shipped overlay makes of it, by the prefix of the names of its files. */
export async function shippedDocuments() {
  const document = parse(await readFile("openapi.yaml", "utf8"));
  const useCases = useCaseNeeds(await readDataFile("use-cases"));
  const options = { shippedDir: "overlays", capabilities: { useCases, codecs: CODECS } };
  const overlays = (await listOverlays("overlays")).map(async ({ name }) => [
    `overlays/${name}-`,
    await withOverlays(document, [name], options),
  ]);
  return { "": document, ...Object.fromEntries(await Promise.all(overlays)) };
}
