import { readFile, rm, writeFile } from "node:fs/promises";
import { build } from "esbuild";
import { parse } from "yaml";

const TOOL = "dist/data-tool.mjs";

/**
 * Writes the data that the built program reads instead of YAML, and the JSON Schemas of scenario
 * files, project files, and reports.
 */
export async function writeData() {
  const document = parse(await readFile("openapi.yaml", "utf8"));
  const { loadBuiltInScenarios, PROJECT_SCHEMA, REPORT_SCHEMA, scenarioJsonSchema, vocabularyOf } =
    await ownCode();
  const vocabulary = vocabularyOf(document);
  const scenarios = await loadBuiltInScenarios({ builtinDir: "scenarios", vocabulary });
  const byFileName = Object.fromEntries(scenarios.map((scenario) => [scenario.name, scenario]));
  await Promise.all([
    writeFile("dist/openapi.json", JSON.stringify(document)),
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

/** The program's own reader of scenarios. It is TypeScript, so it is compiled first. */
async function ownCode() {
  const contents = [
    'export { REPORT_SCHEMA } from "./src/findings/report/report-schema.ts";',
    'export { PROJECT_SCHEMA } from "./src/options/project-schema.ts";',
    'export { vocabularyOf } from "./src/simulator/open-scenario.ts";',
    'export { loadBuiltInScenarios } from "./src/scenario/load/load-scenario.ts";',
    'export { scenarioJsonSchema } from "./src/scenario/scenario-json-schema.ts";',
  ].join("\n");
  await build({
    stdin: { contents, resolveDir: "." },
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    outfile: TOOL,
    logLevel: "warning",
  });
  try {
    return await import(`../${TOOL}`);
  } finally {
    await rm(TOOL);
  }
}
