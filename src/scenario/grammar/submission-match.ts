import { z } from "zod";
import type { SubmissionMatch } from "../../core/profile-rule.ts";
import { CONDITION_FORM, condition } from "./condition.ts";
import { keys, oneOrMore, optional, wholeNumber } from "./values.ts";

const bounds = keys({
  min: optional(wholeNumber(0), "Minimum, inclusive. Default: 0."),
  max: optional(wholeNumber(0), "Maximum, inclusive. Default: unlimited."),
}).refine(({ min = 0, max = Number.POSITIVE_INFINITY }) => min <= max, {
  error: "a `min` that is not above `max`",
});

/** Conditions on a submission. */
export const submissionMatch: z.ZodType<SubmissionMatch> = keys({
  model: optional(
    oneOrMore(z.string(), "a model ID or a list of model IDs"),
    "The job's model, or a list of possible models.",
  ),
  jobPriority: optional(z.literal([0, 1], { error: "`0` or `1`" }), "The job's priority."),
  inputs: optional(
    bounds,
    "Bounds of the number of inputs; never holds if the number isn't known at submission.",
  ),
  hasSchema: optional(z.boolean(), "Whether the job requests structured outputs."),
  reasoning: optional(z.boolean(), "Whether the job's model is a reasoning model."),
  source: optional(z.enum(["array", "dataset", "url"]), "Where the inputs come from."),
  request: optional(
    condition("json"),
    `Condition on the create request's body: ${CONDITION_FORM}.`,
  ),
}).transform(({ model, ...rest }) => ({
  ...(model === undefined ? {} : { models: model }),
  ...rest,
}));
