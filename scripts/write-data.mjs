import { readFile, rm, writeFile } from "node:fs/promises";
import { build } from "esbuild";
import { parse } from "yaml";

const TOOL = "dist/data-tool.mjs";

/**
 * Writes the data that the built program reads instead of YAML, and the JSON Schema of scenario
 * files for editors.
 */
export async function writeData() {
  const document = parse(await readFile("openapi.yaml", "utf8"));
  const { loadBuiltInScenarios, REPORT_SCHEMA, scenarioJsonSchema, vocabularyOf } = await ownCode();
  const vocabulary = vocabularyOf(document);
  const scenarios = await loadBuiltInScenarios({ builtinDir: "scenarios", vocabulary });
  const byFileName = Object.fromEntries(scenarios.map((scenario) => [scenario.name, scenario]));
  await Promise.all([
    writeFile("dist/openapi.json", JSON.stringify(document)),
    writeFile("dist/scenarios.json", JSON.stringify(byFileName)),
    writeFile("dist/report.schema.json", `${JSON.stringify(REPORT_SCHEMA, null, 2)}\n`),
    writeFile(
      "dist/scenario.schema.json",
      `${JSON.stringify(await scenarioJsonSchema(vocabulary), null, 2)}\n`,
    ),
  ]);
}

/** The program's own reader of scenarios. It is TypeScript, so it is compiled first. */
async function ownCode() {
  const contents = [
    'export { REPORT_SCHEMA } from "./src/findings/report/report-schema.ts";',
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
