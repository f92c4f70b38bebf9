// The only benchmark file that depends on how the program makes rows in process.
import { ownCode } from "../../scripts/own-code.mjs";

const CODE = `
  export { createLocalSchemas, DEFAULT_MAX_SCHEMA_STEPS } from "schema-values";
  export { rngFor } from "./src/core/rng.ts";
  export { createRowGenerator } from "./src/generate/generator.ts";
  export { loadLexicon } from "./src/generate/lexicon/load-lexicon.ts";
`;
const MODEL = { id: "bench", contextWindow: 128_000, reasoning: false, typicalOutputTokens: 200 };

let code;
const loaded = () => {
  code ??= ownCode(CODE);
  return code;
};

/** A function that makes the output of the row with this index and input. */
export async function rowMaker(jsonSchema) {
  const { createLocalSchemas, createRowGenerator, loadLexicon, DEFAULT_MAX_SCHEMA_STEPS } =
    await loaded();
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
  const { rngFor } = await loaded();
  return (index) => JSON.stringify(byHand(rngFor(1, "row", index)));
}
