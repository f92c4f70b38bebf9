import { mkdir, writeFile } from "node:fs/promises";
import { projectSchema } from "../src/options/project.ts";
import { scenarioJsonSchema } from "../src/scenario/grammar/scenario-file.ts";
import { loadBuiltInScenarios } from "../src/scenario/load/load-scenario.ts";
import { vocabularyOf } from "../src/simulator/scenario-vocabulary.ts";
import { effectiveDocument } from "../src/spec/effective.ts";
import { DATA_FILES, editorVocabulary, readDataFile, shippedDocuments } from "./data-files.mjs";
import { reportSchemas } from "./docs/report-schemas.mjs";
import { responseSchemas } from "./docs/response-schemas.mjs";

/**
 * Writes the data that the built program reads instead of YAML, and the JSON Schemas of scenario
 * files, project files, reports, explorations, and verifications.
 */
export async function writeData() {
  const documents = await shippedDocuments();
  const vocabulary = vocabularyOf(documents[""]);
  const scenarios = await loadBuiltInScenarios({ builtinDir: "scenarios", vocabulary });
  const byFileName = Object.fromEntries(scenarios.map((scenario) => [scenario.name, scenario]));
  const reports = reportSchemas();
  await mkdir("dist/overlays", { recursive: true });
  await Promise.all([
    ...Object.entries(documents).flatMap(([prefix, document]) => [
      writeFile(`dist/${prefix}openapi.json`, JSON.stringify(document)),
      writeFile(`dist/${prefix}default-spec.json`, JSON.stringify(effectiveDocument(document, {}))),
    ]),
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
    writeSchema("scenario", scenarioJsonSchema(editorVocabulary(documents))),
  ]);
}

/** Indented, because `batch-sim schema` prints it unchanged. */
function writeSchema(name, schema) {
  return writeFile(`dist/${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`);
}
