import { z } from "zod";
import type { CallMatch } from "../../../core/fault-rule.ts";
import { JOB_STATES } from "../../../core/job/state.ts";
import { CONDITION_FORM, condition } from "../condition.ts";
import { listed } from "../expectation.ts";
import { duration, keys, oneOrMore, optional, wholeNumber } from "../values.ts";

const STATE_FORM = `a job state or a list of job states (${listed(JOB_STATES)})`;

const age = keys({
  min: optional(duration, "At least this long. Default: 0."),
  max: optional(duration, "Less than this. Default: unlimited."),
}).refine(({ min = 0, max = Number.POSITIVE_INFINITY }) => min < max, {
  error: "a `min` below `max`",
});

/** Makes the conditions on a call; `formats` are those that results can have. */
export function callMatch(formats: readonly string[]): z.ZodType<CallMatch> {
  const formatForm = `a results format or a list of them (${listed(formats)})`;
  return keys({
    jobState: optional(
      oneOrMore(z.enum(JOB_STATES), STATE_FORM),
      "The call's job is in this state, or in one of these.",
    ),
    jobAge: optional(age, "Time since the call's job was submitted."),
    format: optional(
      oneOrMore(z.enum(formats), formatForm),
      "The request asks for results in this format, or in one of these.",
    ),
    header: optional(
      condition("header"),
      `Condition on the request's headers: ${CONDITION_FORM}. In a JSON Schema, names are lowercase.`,
    ),
    query: optional(
      condition("query"),
      `Condition on the query parameters: ${CONDITION_FORM}. Their values are strings in a JSON Schema.`,
    ),
    body: optional(condition("json"), `Condition on the request's JSON body: ${CONDITION_FORM}.`),
    call: optional(
      wholeNumber(1),
      "Only the nth call of the operation for the same job, from 1; if the request has no job, the nth call in the sandbox.",
    ),
  }).transform(({ jobState, jobAge, format, ...rest }) => ({
    ...(jobState === undefined ? {} : { jobStates: jobState }),
    ...(jobAge === undefined ? {} : { jobAgeMs: jobAge }),
    ...(format === undefined ? {} : { formats: format }),
    ...rest,
  }));
}
