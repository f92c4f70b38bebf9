import { z } from "zod";
import type { CallMatch } from "../../../core/faults/fault.ts";
import { JOB_STATES } from "../../../core/job/state.ts";
import { listed } from "../expectation.ts";
import { duration, jsonObject, keys, oneOrMore, optional, wholeNumber } from "../values.ts";

const STATE_FORM = `a job state or a list of them (${listed(JOB_STATES)})`;

const age = keys({
  min: optional(duration, "At least so long. Default: 0."),
  max: optional(duration, "Shorter than this. By default no limit."),
}).refine(({ min = 0, max = Number.POSITIVE_INFINITY }) => min < max, {
  error: "a `min` below `max`",
});

/** Conditions on a call. */
export const callMatch: z.ZodType<CallMatch> = keys({
  jobState: optional(
    oneOrMore(z.enum(JOB_STATES), STATE_FORM),
    "The job that the call is about is in this state, or in one of these.",
  ),
  jobAge: optional(age, "Time since the job that the call is about was submitted."),
  header: optional(
    jsonObject,
    "JSON Schema that the request's headers conform to, as an object; names in lower case.",
  ),
  query: optional(jsonObject, "JSON Schema that the query parameters conform to, as an object."),
  body: optional(jsonObject, "JSON Schema that the request's JSON body conforms to."),
  call: optional(
    wholeNumber(1),
    "Only this call of the operation for the same job, counted from 1; of all calls, where the operation is about no job.",
  ),
}).transform(({ jobState, jobAge, ...rest }) => ({
  ...(jobState === undefined ? {} : { jobStates: jobState }),
  ...(jobAge === undefined ? {} : { jobAgeMs: jobAge }),
  ...rest,
}));
