import type { JsonObject } from "../core/json.ts";
import type { SpecVocabulary } from "./spec-vocabulary.ts";

const ID = "https://unpkg.com/batch-sim/dist/scenario.schema.json";

/**
 * The JSON Schema (2020-12) of a scenario file, for editors, generated from the grammar that parses
 * scenarios.
 */
export async function scenarioJsonSchema(vocabulary: SpecVocabulary): Promise<JsonObject> {
  const { z } = await import("zod");
  const { scenarioFile } = await import("./grammar/scenario-file.ts");
  const { $schema, ...schema } = z.toJSONSchema(scenarioFile({ vocabulary, defaultName: "" }), {
    io: "input",
    unrepresentable: "any",
  });
  const titled = {
    $schema,
    $id: ID,
    title: "batch-sim scenario",
    description: "A scenario for the batch-sim simulator.",
    ...schema,
  };
  return JSON.parse(JSON.stringify(titled)) as JsonObject;
}
