import {
  createLocalSchemas,
  DEFAULT_MAX_SCHEMA_STEPS,
} from "../../packages/schema-values/src/index.ts";
import type { Model } from "../../src/core/model.ts";
import type { RowSettings } from "../../src/generate/generator.ts";
import { loadLexicon } from "../../src/generate/lexicon/load-lexicon.ts";

/** A model like those in the catalog, for tests to vary. */
export const model: Model = {
  id: "model-3.1-8b",
  contextWindow: 8192,
  reasoning: false,
  inputPricePerMillionTokens: 0.02,
  outputPricePerMillionTokens: 0.02,
  tokensPerSecond: 10_000,
  typicalOutputTokens: 60,
};

/** The model with reasoning. */
export const reasoningModel: Model = { ...model, id: "model-r1", reasoning: true };

/** Opens the schemas in tests. */
export const schemas = createLocalSchemas({
  maxSteps: DEFAULT_MAX_SCHEMA_STEPS,
  loadLexicon,
});

/** Settings for a plain text job, for tests to vary. */
export const settings: RowSettings = {
  seed: 1,
  model,
  samplingParams: {},
  randomSeedPerInput: false,
  schemas,
  reasoningShape: { contentKey: "content", reasoningKey: "reasoning_content", contentAs: "string" },
};

/** An input with words that outputs can repeat. */
export const REVIEW =
  "The parcel from Hamburg arrived damaged, so the customer wants a refund today.";
