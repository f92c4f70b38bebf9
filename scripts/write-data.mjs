import { mkdir, readFile, writeFile } from "node:fs/promises";
import { parse } from "yaml";
import { DATA_FILES, readDataFile } from "./data-files.mjs";
import { reportSchemas } from "./docs/report-schemas.mjs";
import { responseSchemas } from "./docs/response-schemas.mjs";
import { ownCode } from "./own-code.mjs";

const CODE = [
  'export { projectSchema } from "./src/options/project.ts";',
  'export { effectiveDocument } from "./src/spec/effective.ts";',
  'export { listOverlays, withOverlays } from "./src/spec/overlay/load-overlays.ts";',
  'export { CODECS } from "./src/codec/codecs.ts";',
  'export { useCaseNeeds } from "./src/simulator/use-case-needs.ts";',
  'export { vocabularyOf } from "./src/simulator/scenario-vocabulary.ts";',
  'export { loadBuiltInScenarios } from "./src/scenario/load/load-scenario.ts";',
  'export { scenarioJsonSchema } from "./src/scenario/grammar/scenario-file.ts";',
].join("\n");

/**
 * Writes the data that the built program reads instead of YAML, and the JSON Schemas of scenario
 * files, project files, reports, explorations, and verifications.
 */
export async function writeData() {
  const document = parse(await readFile("openapi.yaml", "utf8"));
  const {
    effectiveDocument,
    loadBuiltInScenarios,
    CODECS,
    listOverlays,
    projectSchema,
    scenarioJsonSchema,
    useCaseNeeds,
    vocabularyOf,
    withOverlays,
  } = await ownCode(CODE);
  const vocabulary = vocabularyOf(document);
  const scenarios = await loadBuiltInScenarios({ builtinDir: "scenarios", vocabulary });
  const byFileName = Object.fromEntries(scenarios.map((scenario) => [scenario.name, scenario]));
  const reports = reportSchemas();
  const useCases = useCaseNeeds(await readDataFile("use-cases"));
  const capabilities = { useCases, codecs: CODECS };
  const options = { shippedDir: "overlays", capabilities };
  await mkdir("dist/overlays", { recursive: true });
  const writeDocument = (name, found) =>
    Promise.all([
      writeFile(`dist/${name}openapi.json`, JSON.stringify(found)),
      writeFile(`dist/${name}default-spec.json`, JSON.stringify(effectiveDocument(found, {}))),
    ]);
  await Promise.all([
    writeDocument("", document),
    ...(await listOverlays("overlays")).map(async ({ name }) =>
      writeDocument(`overlays/${name}-`, await withOverlays(document, [name], options)),
    ),
    writeFile("dist/scenarios.json", JSON.stringify(byFileName)),
    ...DATA_FILES.map(async (name) =>
      writeFile(`dist/${name}.json`, JSON.stringify(await readDataFile(name))),
    ),
    writeFile(
      "dist/control-schemas.json",
      JSON.stringify(responseSchemas(reports, await readDataFile("control-api"))),
    ),
    writeSchema("report", reports.Report),
    writeSchema("explore", reports.ExploreReport),
    writeSchema("verify", reports.VerifyReport),
    writeSchema("project", projectSchema(await readDataFile("options"))),
    writeSchema("scenario", scenarioJsonSchema(vocabulary)),
  ]);
}

/** Indented, because `batch-sim schema` prints it unchanged. */
function writeSchema(name, schema) {
  return writeFile(`dist/${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`);
}
