import * as z from "zod";
import type { Distribution } from "../../core/job/profile.ts";
import { duration, durationOr, keys, oneKeyOf } from "./values.ts";

const FORM =
  "a duration such as `5s`, `{ uniform: [1s, 5s] }`, or `{ lognormal: { median: 2s, p95: 10s } }`";

const uniform: z.ZodType<Distribution> = z
  .tuple([duration, duration], { error: "a list of two durations: the minimum and the maximum" })
  .refine(([minMs, maxMs]) => minMs <= maxMs, {
    error: "a minimum duration that is at most the maximum",
  })
  .transform(([minMs, maxMs]) => ({ kind: "uniform", minMs, maxMs }));

const lognormal: z.ZodType<Distribution> = keys({
  median: duration.describe("Half of all durations are shorter. Must be above 0."),
  p95: duration.describe("95% of all durations are shorter. Must be at least the median."),
})
  .refine(({ median, p95 }) => median > 0 && median <= p95, {
    error: "a `median` above 0 and a `p95` of at least the median",
  })
  .transform(({ median, p95 }) => ({ kind: "lognormal", medianMs: median, p95Ms: p95 }));

export const DISTRIBUTION_KEYS: Readonly<Record<string, z.ZodType<Distribution>>> = {
  uniform: uniform.describe("Every duration in this range is equally likely."),
  lognormal: lognormal.describe("Most durations are near the median; a few are much longer."),
};

export function fixedDuration(expected: string): z.ZodType<Distribution> {
  return durationOr(expected).transform((ms) => ({ kind: "fixed", ms }));
}

/** A fixed duration, or a random one for each job. */
export const distribution: z.ZodType<Distribution> = z
  .union([fixedDuration(FORM), oneKeyOf(DISTRIBUTION_KEYS)], { error: FORM })
  .meta({ id: "distribution", title: "Fixed or random duration" });
