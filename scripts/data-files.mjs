import { readFile } from "node:fs/promises";
import { parse } from "yaml";
import { CODECS } from "../src/codec/codecs.ts";
import { useCaseNeeds } from "../src/simulator/load-use-cases.ts";
import { vocabularyOf } from "../src/simulator/scenario-vocabulary.ts";
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

/** The names of all shipped APIs together: an editor doesn't know which API a scenario is for. */
export function editorVocabulary(documents) {
  const all = Object.values(documents).map(vocabularyOf);
  const listed = (key) => [...new Set(all.flatMap((each) => each[key]))];
  // The first document is the default API's, whose descriptions take precedence.
  const merged = (key) => Object.assign({}, ...all.map((each) => each[key]).reverse());
  const assumptions = Object.entries(merged("assumptions")).map(([id, words]) => {
    const values = all.flatMap((each) => each.assumptions[id]?.values ?? []);
    return [id, { ...words, values: [...new Set(values)] }];
  });
  return {
    ...all[0],
    ...{ uses: merged("uses"), errors: merged("errors") },
    formats: { all: Object.assign({}, ...all.flatMap(({ formats }) => Object.values(formats))) },
    ...{ operationIds: listed("operationIds"), webhookEvents: listed("webhookEvents") },
    assumptions: Object.fromEntries(assumptions),
  };
}
