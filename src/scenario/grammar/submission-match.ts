import { z } from "zod";
import type { SubmissionMatch } from "../../core/profile-rule.ts";
import { jsonObject, keys, oneOrMore, optional, wholeNumber } from "./values.ts";

const bounds = keys({
  min: optional(wholeNumber(0), "At least so many. Default: 0."),
  max: optional(wholeNumber(0), "At most so many. By default no limit."),
}).refine(({ min = 0, max = Number.POSITIVE_INFINITY }) => min <= max, {
  error: "a `min` that is not above `max`",
});

/** Conditions on a submission. */
export const submissionMatch: z.ZodType<SubmissionMatch> = keys({
  model: optional(
    oneOrMore(z.string(), "a model id or a list of them"),
    "The job's model is this one, or one of these.",
  ),
  jobPriority: optional(z.literal([0, 1], { error: "`0` or `1`" }), "The job has this priority."),
  inputs: optional(
    bounds,
    "The number of inputs is within these bounds; never holds where it isn't known at submission.",
  ),
  hasSchema: optional(z.boolean(), "Whether the job asks for structured outputs."),
  reasoning: optional(z.boolean(), "Whether the job's model is a reasoning model."),
  source: optional(z.enum(["array", "dataset", "url"]), "Where the inputs come from."),
  request: optional(jsonObject, "JSON Schema that the body of the create request conforms to."),
}).transform(({ model, ...rest }) => ({
  ...(model === undefined ? {} : { models: model }),
  ...rest,
}));
