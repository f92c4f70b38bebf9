import fc from "fast-check";
import type { Fact } from "../../src/core/job/facts.ts";
import type { Distribution, JobOutcome, Pace, Profile } from "../../src/core/job/profile.ts";
import { JOB_STATES } from "../../src/core/job/state.ts";
import { type JobSketch, ready } from "./job-builder.ts";

/** Small numbers, so that unrelated instants often coincide. */
const ms = fc.integer({ min: 0, max: 8 });
const instant = fc.integer({ min: 0, max: 40 });
const share = fc.constantFrom(0, 0.1, 0.29, 0.5, 0.99, 1);

const distribution: fc.Arbitrary<Distribution> = fc.oneof(
  ms.map((value) => ({ kind: "fixed" as const, ms: value })),
  fc.tuple(ms, ms).map(([minMs, moreMs]) => ({
    kind: "uniform" as const,
    minMs,
    maxMs: minMs + moreMs,
  })),
  ms.map((value) => ({ kind: "lognormal" as const, medianMs: value + 1, p95Ms: 2 * value + 2 })),
);

const pace: fc.Arbitrary<Pace> = fc.oneof(
  distribution.map((duration) => ({ kind: "duration" as const, duration })),
  fc.constantFrom<Pace>(
    { kind: "rowsPerSecond", rowsPerSecond: 500 },
    { kind: "tokensPerSecond", tokensPerSecond: 50_000 },
    { kind: "model" },
  ),
);

const outcome: fc.Arbitrary<JobOutcome> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<JobOutcome>({ kind: "succeeded" }) },
  share.map((atShare) => ({ kind: "failed" as const, at: { atShare }, reason: "by share" })),
  ms.map((afterMs) => ({ kind: "failed" as const, at: { afterMs }, reason: "by time" })),
  share.map((atShare) => ({ kind: "canceled" as const, atShare })),
  fc
    .tuple(share, ms, fc.constantFrom({}, { reason: "too long" }))
    .map(([atShare, afterMs, reason]) => ({
      kind: "expired" as const,
      atShare,
      afterMs,
      ...reason,
    })),
  fc
    .tuple(fc.constantFrom(...(["queued", "starting", "running", "finalizing"] as const)), share)
    .map(([state, atShare]) => ({ kind: "stuck" as const, state, atShare })),
);

/** Profiles of all kinds. */
const profile: fc.Arbitrary<Profile> = fc.record({
  unknown: distribution,
  queued: fc.tuple(distribution, distribution),
  starting: distribution,
  pace,
  stalls: fc.array(fc.record({ atShare: share, duration: distribution }), { maxLength: 2 }),
  outcome,
  cancel: fc.record({ takes: distribution, losesRace: fc.boolean() }),
  results: fc
    .tuple(distribution, fc.option(ms, { nil: undefined }))
    .map(([lateBy, expireAfterMs]) => ({
      lateBy,
      ...(expireAfterMs !== undefined && { expireAfterMs }),
    })),
});

const cancel: fc.Arbitrary<Fact> = instant.map((at) => ({ type: "cancelRequested", at }));

const force: fc.Arbitrary<Fact> = fc
  .tuple(instant, fc.constantFrom(...JOB_STATES))
  .map(([at, state]) => ({ type: "forced", at, state }));

const interferences: fc.Arbitrary<readonly Fact[]> = fc
  .array(fc.oneof(cancel, force), { maxLength: 5 })
  .map((facts) => facts.toSorted((a, b) => a.at - b.at));

const assumptions = fc.record({
  "cancel-terminal": fc.constantFrom("previous", "cancelled"),
  "cancel-twice": fc.constantFrom("first-stands", "restarts"),
  retention: fc.constantFrom("forever", "5ms"),
  finalizing: fc.constantFrom("none", "0ms", "4ms"),
});

const inputs = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 40 }).map(ready) },
  { weight: 1, arbitrary: fc.constant({ kind: "refused" as const, reason: "unreadable" }) },
);

/** A job submitted at 0, and everything that happens to it within 40 ms. */
export const anyJob: fc.Arbitrary<JobSketch> = fc
  .record({
    seed: fc.integer(),
    profile,
    inputs,
    assumptions,
    later: interferences,
    hasUnknownState: fc.boolean(),
    dryRun: fc.boolean(),
    jobPriority: fc.constantFrom(0 as const, 1 as const),
  })
  .map(({ dryRun, jobPriority, ...sketch }) => ({
    ...sketch,
    submission: { dryRun, jobPriority },
  }));

/** Jobs of one sandbox in order of submission, without a limit on slots. */
export const anyJobs: fc.Arbitrary<readonly JobSketch[]> = fc
  .array(fc.tuple(instant, anyJob), { minLength: 1, maxLength: 7 })
  .map((jobs) =>
    jobs
      .toSorted(([a], [b]) => a - b)
      .map(([at, sketch], index) => ({
        ...sketch,
        at,
        jobId: `job-${index}`,
        later: (sketch.later ?? []).map((fact) => ({ ...fact, at: at + fact.at })),
      })),
  );
