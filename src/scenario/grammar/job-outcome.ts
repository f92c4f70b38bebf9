import { z } from "zod";
import { LINE_PROBLEM_KINDS } from "../../core/files.ts";
import type { JobOutcome } from "../../core/job/profile.ts";
import { duration, keys, line, oneKeyOf, optional, share, wholeNumber } from "./values.ts";

const failed: z.ZodType<JobOutcome> = keys({
  at: optional(share, "Share of the rows completed when the job fails."),
  after: optional(
    duration,
    "Time after submission when the job fails, if it hasn't ended by then.",
  ),
  reason: line.describe("Reason for the failure, as shown in the job record."),
})
  .refine((value) => "at" in value !== "after" in value, {
    error: "an object with exactly one of `at`, `after`",
  })
  .transform(({ at, after = 0, reason }) => ({
    kind: "failed",
    at: at === undefined ? { afterMs: after } : { atShare: at },
    reason,
  }));

const badFile: z.ZodType<JobOutcome> = keys({
  problem: z
    .enum(LINE_PROBLEM_KINDS)
    .describe("The problem with the file: its name in `x-file-problems`."),
  line: optional(
    wholeNumber(1),
    "The line that is wrong, from 1, or the last one of a shorter file. Default: the whole file.",
  ),
  value: optional(
    line,
    "The text that the service found there; the problem's message may repeat it.",
  ),
}).transform(({ problem, line, value }) => ({
  kind: "failed",
  at: { atShare: 0 },
  reason: "The input file is invalid.",
  file: {
    kind: problem,
    ...(line !== undefined && { line }),
    ...(value !== undefined && { detail: value }),
  },
}));

const stuck: z.ZodType<JobOutcome> = keys({
  in: z
    .enum(["queued", "starting", "running", "finalizing"])
    .describe("The state that the job never leaves; `finalizing` only if the API has it."),
  at: optional(share, "Share of the rows completed by then; only with `in: running`. Default: 0."),
})
  .refine((value) => value.in === "running" || !("at" in value), {
    error: "`at` only with `in: running`",
  })
  .transform((value) => ({
    kind: "stuck",
    state: value.in,
    atShare: value.at ?? (value.in === "finalizing" ? 1 : 0),
  }));

const canceled: z.ZodType<JobOutcome> = keys({
  at: share.describe("Share of the rows completed when the job is canceled."),
}).transform(({ at }) => ({ kind: "canceled", atShare: at }));

const expired: z.ZodType<JobOutcome> = keys({
  at: share.describe("Share of the rows completed when the job expires."),
  after: duration.describe(
    "Time after submission when the job expires; in an API whose jobs don't expire, it fails.",
  ),
}).transform(({ at, after }) => ({ kind: "expired", atShare: at, afterMs: after }));

/** How the job ends unless a client or test interferes. */
export const outcome: z.ZodType<JobOutcome> = z.union(
  [
    z.literal("succeeded").transform((kind): JobOutcome => ({ kind })),
    oneKeyOf({
      failed: failed.describe("The job fails after a share of its rows or after a time."),
      badFile: badFile.describe(
        "The service rejects the file with the job's inputs, and the job fails; only in an API with such files.",
      ),
      canceled: canceled.describe("Someone other than the client cancels the job."),
      expired: expired.describe("The job takes too long, and expires."),
      stuck: stuck.describe("The job never ends on its own."),
    }),
  ],
  {
    error:
      "`succeeded`, `{ failed: { at: 60%, reason: … } }`, `{ badFile: { problem: malformed, line: 1 } }`, `{ canceled: { at: 50% } }`, `{ expired: { at: 50%, after: 24h } }`, or `{ stuck: { in: running } }`",
  },
);
