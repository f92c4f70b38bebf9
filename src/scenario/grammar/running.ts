import { z } from "zod";
import type { Distribution, Pace } from "../../core/job/profile.ts";
import { DISTRIBUTION_KEYS, fixedDuration } from "./distribution-grammar.ts";
import { oneKeyOf, positiveNumber } from "./values.ts";

const PACE_FORM =
  "`model`, `{ rowsPerSecond: 10 }`, `{ tokensPerSecond: 500 }`, or a duration such as `5s`";

const asPace = (duration: Distribution): Pace => ({ kind: "duration", duration });

/** How long a job's rows take, or how fast they are processed. */
export const running: z.ZodType<Pace> = z.union(
  [
    z.literal("model").transform((kind): Pace => ({ kind })),
    fixedDuration(PACE_FORM).transform(asPace),
    oneKeyOf<Pace>({
      rowsPerSecond: positiveNumber
        .transform((rowsPerSecond): Pace => ({ kind: "rowsPerSecond", rowsPerSecond }))
        .meta({ description: "Rows that the job processes per second." }),
      tokensPerSecond: positiveNumber
        .transform((tokensPerSecond): Pace => ({ kind: "tokensPerSecond", tokensPerSecond }))
        .meta({ description: "Input and output tokens that the job processes per second." }),
      ...Object.fromEntries(
        Object.entries(DISTRIBUTION_KEYS).map(([key, schema]) => [key, schema.transform(asPace)]),
      ),
    }),
  ],
  { error: PACE_FORM },
);
