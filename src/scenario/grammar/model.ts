import { z } from "zod";
import type { ModelChange } from "../../core/scenario.ts";
import { keys, optional, positiveNumber, wholeNumber } from "./values.ts";

const price = z
  .number({ error: "a number of at least 0" })
  .min(0, { error: "a number of at least 0" });

/** Fields of a model entry; each that is left out is as in the catalogue. */
export const modelChange: z.ZodType<ModelChange> = keys({
  contextWindow: optional(wholeNumber(1), "Longest row in tokens, the system prompt included."),
  reasoning: optional(z.boolean(), "Whether outputs hold reasoning together with their content."),
  inputPricePerMillionTokens: optional(price, "In US dollars."),
  outputPricePerMillionTokens: optional(price, "In US dollars."),
  tokensPerSecond: optional(positiveNumber, "Throughput of one job, input and output together."),
  typicalOutputTokens: optional(
    wholeNumber(1),
    "Length of an output where the request does not bound it sooner.",
  ),
});
