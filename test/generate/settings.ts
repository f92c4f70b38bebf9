import type { Model } from "../../src/core/model.ts";
import type { RowSettings } from "../../src/generate/generator.ts";
import { createSchemas } from "../../src/schema/schemas.ts";
import { packageFile } from "../../src/simulator/package-file.ts";

/** A model of the catalogue's kind, for tests to vary. */
export const model: Model = {
  id: "model-3.1-8b",
  contextWindow: 8192,
  reasoning: false,
  inputPricePerMillionTokens: 0.02,
  outputPricePerMillionTokens: 0.02,
  tokensPerSecond: 10_000,
  typicalOutputTokens: 60,
};

/** The same model with reasoning. */
export const reasoningModel: Model = { ...model, id: "model-r1", reasoning: true };

/** Opens the schemas of tests. */
export const schemas = createSchemas({ workerFile: packageFile("dist", "schema-worker.cjs") });

/** Settings of a plain text job, for tests to vary. */
export const settings: RowSettings = {
  seed: 1,
  model,
  samplingParams: {},
  randomSeedPerInput: false,
  schemas,
  reasoningShape: { contentKey: "content", reasoningKey: "reasoning_content", contentAs: "string" },
};

/** An input with words that can return. */
export const REVIEW =
  "The parcel from Hamburg arrived damaged, so the customer wants a refund today.";
