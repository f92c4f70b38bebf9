import { readFile, writeFile } from "node:fs/promises";
import { parse } from "yaml";
import { ownCode } from "./own-code.mjs";

const CODE = [
  'export { REPORT_SCHEMA } from "./src/findings/report/report-schema.ts";',
  'export { PROJECT_SCHEMA } from "./src/options/project-schema.ts";',
  'export { effectiveDocument } from "./src/spec/effective.ts";',
  'export { vocabularyOf } from "./src/simulator/open-scenario.ts";',
  'export { loadBuiltInScenarios } from "./src/scenario/load/load-scenario.ts";',
  'export { scenarioJsonSchema } from "./src/scenario/scenario-json-schema.ts";',
].join("\n");

/**
 * Writes the data that the built program reads instead of YAML, and the JSON Schemas of scenario
 * files, project files, and reports.
 */
export async function writeData() {
  const document = parse(await readFile("openapi.yaml", "utf8"));
  const {
    effectiveDocument,
    loadBuiltInScenarios,
    PROJECT_SCHEMA,
    REPORT_SCHEMA,
    scenarioJsonSchema,
    vocabularyOf,
  } = await ownCode(CODE);
  const vocabulary = vocabularyOf(document);
  const scenarios = await loadBuiltInScenarios({ builtinDir: "scenarios", vocabulary });
  const byFileName = Object.fromEntries(scenarios.map((scenario) => [scenario.name, scenario]));
  await Promise.all([
    writeFile("dist/openapi.json", JSON.stringify(document)),
    writeFile("dist/default-spec.json", JSON.stringify(effectiveDocument(document, {}))),
    writeFile("dist/scenarios.json", JSON.stringify(byFileName)),
    writeSchema("report", REPORT_SCHEMA),
    writeSchema("project", PROJECT_SCHEMA),
    writeSchema("scenario", await scenarioJsonSchema(vocabulary)),
  ]);
}

/** Indented, because `batch-sim schema` prints it as it is. */
function writeSchema(name, schema) {
  return writeFile(`dist/${name}.schema.json`, `${JSON.stringify(schema, null, 2)}\n`);
}
