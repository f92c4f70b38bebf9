// The only benchmark file that depends on how the program makes rows in process.
import { register } from "node:module";

register("../../scripts/typescript-hooks.mjs", import.meta.url);
const MODEL = { id: "bench", contextWindow: 128_000, reasoning: false, typicalOutputTokens: 200 };

/** A function that makes the output of the row with this index and input. */
export async function rowMaker(jsonSchema) {
  const { createLocalSchemas, DEFAULT_MAX_SCHEMA_STEPS } = await import("schema-values");
  const { createRowGenerator } = await import("../../src/generate/generator.ts");
  const { loadLexicon } = await import("../../src/generate/lexicon/load-lexicon.ts");
  const generator = await createRowGenerator({
    seed: 1,
    model: MODEL,
    samplingParams: {},
    randomSeedPerInput: false,
    reasoningShape: {
      contentKey: "content",
      reasoningKey: "reasoning_content",
      contentAs: "string",
    },
    jsonSchema,
    schemas: createLocalSchemas({ maxSteps: DEFAULT_MAX_SCHEMA_STEPS, loadLexicon }),
  });
  return (index, input) => generator.row(index, input).output;
}

/** A function that makes a row with handwritten code, and with its own random stream for each row. */
export async function handMaker(byHand) {
  const { rngFor } = await import("../../src/core/rng.ts");
  return (index) => JSON.stringify(byHand(rngFor(1, "row", index)));
}
