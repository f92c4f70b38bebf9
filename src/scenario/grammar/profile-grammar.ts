import { z } from "zod";
import { DEFAULT_PROFILE, type Profile, type Stall } from "../../core/job/profile.ts";
import type { ProfileRule } from "../../core/profile-rule.ts";
import { distribution } from "./distribution-grammar.ts";
import { outcome } from "./job-outcome.ts";
import { running } from "./running.ts";
import { submissionMatch } from "./submission-match.ts";
import { duration, keys, optional, share } from "./values.ts";

const stall: z.ZodType<Stall> = keys({
  at: share.meta({ description: "Share of the rows completed when progress stops." }),
  for: distribution.meta({ description: "How long progress stops." }),
}).transform((value) => ({ atShare: value.at, duration: value.for }));

const QUEUED_FORM =
  "a duration such as `3m`, `{ uniform: [1s, 5s] }`, or a list of two durations, for job priorities 0 and 1";

const queued: z.ZodType<Profile["queued"]> = z.union(
  [
    distribution.transform((both): Profile["queued"] => [both, both]),
    z.tuple([distribution, distribution], { error: QUEUED_FORM }),
  ],
  { error: QUEUED_FORM },
);

const cancel = keys({
  takes: optional(distribution, "Time from the cancel request until the job ends. Default: 1s."),
  losesRace: optional(
    z.boolean(),
    "Whether the job succeeds anyway, with every row completed. Default: false.",
  ),
});

const results = keys({
  lateBy: optional(distribution, "Time after success until results are ready. Default: 0."),
  expireAfter: optional(duration, "Time after success until results expire. Default: never."),
});

const written = keys({
  when: optional(
    submissionMatch,
    "Conditions on the jobs that get this profile. Default: every job.",
  ),
  unknown: optional(
    distribution,
    "Time in the state before `queued`, if the spec has one. Default: 500ms.",
  ),
  queued: optional(
    queued,
    "Time in `queued`: one duration, or one for each priority. Default: [1s, 2s].",
  ),
  starting: optional(distribution, "Time in `starting`. Default: 1s."),
  running: optional(
    running,
    "How long the rows take, or how fast they are processed. Default: `model`, the throughput of the job's model.",
  ),
  stalls: optional(z.array(stall), "Points at which progress stops for a while. Default: none."),
  outcome: optional(outcome, "How the job ends. Default: `succeeded`."),
  cancel: optional(cancel, "What a cancel request does."),
  results: optional(results, "When results are available."),
});

/** A profile and the jobs that get it; omitted fields default to those of the default profile. */
export const profileRule: z.ZodType<ProfileRule> = written.transform(({ when, ...profile }) => ({
  ...(when === undefined ? {} : { when }),
  profile: toProfile(profile),
}));

function toProfile(profile: Omit<z.output<typeof written>, "when">): Profile {
  const { running: pace = DEFAULT_PROFILE.pace, cancel, results, ...rest } = profile;
  const { lateBy = DEFAULT_PROFILE.results.lateBy, expireAfter } = results ?? {};
  return {
    ...DEFAULT_PROFILE,
    ...rest,
    pace,
    cancel: { ...DEFAULT_PROFILE.cancel, ...cancel },
    results: { lateBy, ...(expireAfter === undefined ? {} : { expireAfterMs: expireAfter }) },
  };
}
