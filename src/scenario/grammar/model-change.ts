import { z } from "zod";
import type { ModelChange } from "../../core/scenario.ts";
import { keys, optional, positiveNumber, wholeNumber } from "./values.ts";

const price = z
  .number({ error: "a number of at least 0" })
  .min(0, { error: "a number of at least 0" });

/** Fields of a model; omitted fields keep their value from the catalog. */
export const modelChange: z.ZodType<ModelChange> = keys({
  contextWindow: optional(
    wholeNumber(1),
    "Maximum length of a row in tokens, including the system prompt.",
  ),
  reasoning: optional(z.boolean(), "Whether outputs contain reasoning as well as content."),
  inputPricePerMillionTokens: optional(price, "Price in US dollars."),
  outputPricePerMillionTokens: optional(price, "Price in US dollars."),
  tokensPerSecond: optional(
    positiveNumber,
    "Throughput of one job, for input and output tokens together.",
  ),
  typicalOutputTokens: optional(
    wholeNumber(1),
    "Maximum length of an output, unless the request sets a lower one.",
  ),
});
