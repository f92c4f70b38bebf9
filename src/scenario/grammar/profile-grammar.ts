import * as z from "zod";
import { defined } from "../../core/defined.ts";
import { LINE_PROBLEM_KINDS } from "../../core/file-rules.ts";
import {
  DEFAULT_PROFILE,
  type Distribution,
  type JobOutcome,
  type Pace,
  type Profile,
  type Stall,
} from "../../core/job/profile.ts";
import type { ProfileRule, SubmissionMatch } from "../../core/profile-rule.ts";
import { CONDITION_FORM, condition } from "./condition.ts";
import { DISTRIBUTION_KEYS, distribution, fixedDuration } from "./distribution-grammar.ts";
import {
  duration,
  keys,
  line,
  oneKeyOf,
  oneOrMore,
  optional,
  positiveNumber,
  share,
  wholeNumber,
} from "./values.ts";

const failed: z.ZodType<JobOutcome> = keys({
  at: optional(share, "Share of the rows completed when the job fails (never all)."),
  after: optional(duration, "Time from submission after which the job, if still active, fails."),
  reason: optional(line, "Reason in the job record. Default: `The job failed.`"),
})
  .refine((value) => ["at", "after"].filter((key) => key in value).length === 1, {
    error: "an object with exactly one of `at` and `after`",
  })
  .transform(({ at, after = 0, reason = "The job failed." }) => ({
    kind: "failed",
    at: at === undefined ? { afterMs: after } : { atShare: at },
    reason,
  }));

const badFile: z.ZodType<JobOutcome> = keys({
  problem: z
    .enum(LINE_PROBLEM_KINDS)
    .describe("Name of the problem, as in the spec's `x-file-problems`."),
  line: optional(
    wholeNumber(1),
    "Number of the invalid line, counting from 1 and skipping blank lines. If the file has fewer lines, its last line is invalid. Default: the whole file is invalid.",
  ),
  value: optional(
    line,
    "Text that the error message quotes as invalid, if it quotes any. Default: depends on the problem.",
  ),
}).transform(({ problem, value, ...place }) => ({
  kind: "failed",
  at: { atShare: 0 },
  reason: "The input file is invalid.",
  file: { kind: problem, ...place, ...defined({ detail: value }) },
}));

const stuck: z.ZodType<JobOutcome> = keys({
  in: z
    .enum(["queued", "starting", "running", "finalizing"])
    .describe("The state that the job never leaves. Use `finalizing` only if the API has it."),
  at: optional(share, "Share of rows completed (never all). Requires `in: running`. Default: 0."),
})
  .refine((value) => value.in === "running" || !("at" in value), {
    error: "no `at` unless `in` is `running`",
  })
  .transform((value) => ({
    kind: "stuck",
    state: value.in,
    atShare: value.at ?? (value.in === "finalizing" ? 1 : 0),
  }));

const canceled: z.ZodType<JobOutcome> = keys({
  at: share.describe("Share of the rows completed when the job is canceled (never all)."),
}).transform(({ at }) => ({ kind: "canceled", atShare: at }));

const expired: z.ZodType<JobOutcome> = keys({
  at: share.describe("Share of the rows completed when the job expires (never all)."),
  after: duration.describe(
    "Time from submission until the job expires or, in an API whose jobs don't expire, fails.",
  ),
}).transform(({ at, after }) => ({ kind: "expired", atShare: at, afterMs: after }));

const outcome: z.ZodType<JobOutcome> = z.union(
  [
    z.literal("succeeded").transform((kind): JobOutcome => ({ kind })),
    oneKeyOf({
      failed: failed.describe("The job fails at a share of its rows (`at`) or a time (`after`)."),
      badFile: badFile.describe(
        "The service rejects the job's input file, and the job fails. Use this only with an API that has input files.",
      ),
      canceled: canceled.describe("Someone other than the client cancels the job."),
      expired: expired.describe("The job takes too long and expires."),
      stuck: stuck.describe("The job never ends on its own."),
    }),
  ],
  {
    error:
      "`succeeded`, `{ failed: { at: 60% } }`, `{ badFile: { problem: malformed, line: 1 } }`, `{ canceled: { at: 50% } }`, `{ expired: { at: 50%, after: 24h } }`, or `{ stuck: { in: running } }`",
  },
);

const bounds = keys({
  min: optional(wholeNumber(0), "Minimum, inclusive. Default: 0."),
  max: optional(wholeNumber(0), "Maximum, inclusive. Default: unlimited."),
}).refine(({ min = 0, max = Number.POSITIVE_INFINITY }) => min <= max, {
  error: "a `min` that is at most `max`",
});

const submissionMatch: z.ZodType<SubmissionMatch> = keys({
  model: optional(
    oneOrMore(z.string(), "a model ID or a list of model IDs"),
    "The job's model, or a list of possible models.",
  ),
  jobPriority: optional(z.literal([0, 1], { error: "`0` or `1`" }), "The job's priority."),
  inputs: optional(
    bounds,
    "Bounds on the number of inputs. A job doesn't match if this number is unknown at submission.",
  ),
  hasSchema: optional(z.boolean(), "Whether the job requests structured outputs."),
  reasoning: optional(z.boolean(), "Whether the job's model is a reasoning model."),
  source: optional(z.enum(["array", "dataset", "file", "url"]), "Where the inputs come from."),
  request: optional(
    condition("json"),
    `Condition on the create request's body: ${CONDITION_FORM}.`,
  ),
}).transform(({ model, ...rest }) => ({ ...defined({ models: model }), ...rest }));

const PACE_FORM =
  "`model`, `{ rowsPerSecond: 10 }`, `{ tokensPerSecond: 500 }`, or a duration such as `5s`";

const asPace = (duration: Distribution): Pace => ({ kind: "duration", duration });

const running: z.ZodType<Pace> = z.union(
  [
    z.literal("model").transform((kind): Pace => ({ kind })),
    fixedDuration(PACE_FORM).transform(asPace),
    oneKeyOf<Pace>({
      rowsPerSecond: positiveNumber
        .transform((rowsPerSecond): Pace => ({ kind: "rowsPerSecond", rowsPerSecond }))
        .describe("Number of rows that the job processes per second."),
      tokensPerSecond: positiveNumber
        .transform((tokensPerSecond): Pace => ({ kind: "tokensPerSecond", tokensPerSecond }))
        .describe("Number of input and output tokens that the job processes per second."),
      ...Object.fromEntries(
        Object.entries(DISTRIBUTION_KEYS).map(([key, schema]) => [key, schema.transform(asPace)]),
      ),
    }),
  ],
  { error: PACE_FORM },
);

const stall: z.ZodType<Stall> = keys({
  at: share.describe("Share of the rows completed when progress stops."),
  for: distribution.describe("How long progress stops."),
}).transform((value) => ({ atShare: value.at, duration: value.for }));

const QUEUED_FORM =
  "a duration (such as `3m` or `{ uniform: [1s, 5s] }`), or a list of two durations, for job priorities 0 and 1";

const queued: z.ZodType<Profile["queued"]> = z.union(
  [
    distribution.transform((both): Profile["queued"] => [both, both]),
    z.tuple([distribution, distribution], { error: QUEUED_FORM }),
  ],
  { error: QUEUED_FORM },
);

const cancel = keys({
  takes: optional(distribution, "Time from the cancel request until the job ends. Default: `1s`."),
  losesRace: optional(
    z.boolean(),
    "Whether the job succeeds despite the cancel request, with all rows done. Default: false.",
  ),
});

const results = keys({
  lateBy: optional(distribution, "Time from the job's end until results are ready. Default: 0."),
  expireAfter: optional(
    duration,
    "Time from the job's end until its results expire. Default: the value of the assumption `retention`.",
  ),
  order: optional(
    z.enum(["input", "shuffled"]),
    "Order of the result rows, if they have IDs; `shuffled` order depends on the seed. Default: the value of the assumption `row-order`, or `input` if the spec has no such assumption.",
  ),
}).transform(({ expireAfter, order, ...late }) => ({
  ...late,
  ...defined({ expireAfterMs: expireAfter, order }),
}));

/** A profile and its condition on jobs; omitted fields have the default profile's values. */
export const profileRule: z.ZodType<ProfileRule> = keys({
  when: optional(
    submissionMatch,
    "Conditions that a job must meet to get this profile. Default: none.",
  ),
  unknown: optional(
    distribution,
    "Time in the state before `queued`, if the spec has such a state. Default: `500ms`.",
  ),
  queued: optional(
    queued,
    "Time in `queued`: a duration, or a list for priorities 0 and 1. Default: `[1s, 2s]`.",
  ),
  starting: optional(distribution, "Time in `starting`. Default: `1s`."),
  running: optional(
    running,
    "Time to process the job's rows, or their throughput. Default: `model`, the throughput of the job's model.",
  ),
  finalizing: optional(
    distribution,
    "Time in the state after `running`, if the spec has such a state. Default: the value of the assumption `finalizing`.",
  ),
  stalls: optional(z.array(stall), "Points at which progress stops for a while. Default: none."),
  outcome: optional(outcome, "How the job ends. Default: `succeeded`."),
  cancel: optional(cancel, "Effect of a cancel request."),
  results: optional(results, "When results are available, and the order of their rows."),
}).transform(({ when, running: pace = DEFAULT_PROFILE.pace, cancel, results, ...rest }) => ({
  ...defined({ when }),
  profile: {
    ...DEFAULT_PROFILE,
    ...rest,
    pace,
    cancel: { ...DEFAULT_PROFILE.cancel, ...cancel },
    results: { ...DEFAULT_PROFILE.results, ...results },
  },
}));
