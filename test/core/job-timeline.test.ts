import { expect, test } from "@jest/globals";
import type { Profile } from "../../src/core/job/profile.ts";
import { fixed, type JobSketch, phasesOfSketch } from "./job-builder.ts";

const COURSES: readonly (readonly [string, JobSketch, string])[] = [
  ["goes through its states", {}, "0 queued, 100 starting, 200 running, 1200 succeeded"],
  [
    "waits in the queue according to its priority",
    { submission: { jobPriority: 1 } },
    "0 queued, 200 starting, 300 running, 1300 succeeded",
  ],
  [
    "starts in the unknown state if the spec names it",
    { hasUnknownState: true },
    "0 unknown, 100 queued, 200 starting, 300 running, 1300 succeeded",
  ],
  [
    "finalizes its results after its last row if the service has that state",
    { assumptions: { finalizing: "30ms" } },
    "0 queued, 100 starting, 200 running, 1200 finalizing, 1230 succeeded",
  ],
  [
    "finalizes its results for as long as its profile says",
    { ...profile({ finalizing: fixed(5) }), assumptions: { finalizing: "30ms" } },
    "0 queued, 100 starting, 200 running, 1200 finalizing, 1205 succeeded",
  ],
  [
    "gets stuck while it finalizes its results",
    {
      ...profile({ outcome: { kind: "stuck", state: "finalizing", atShare: 1 } }),
      assumptions: { finalizing: "30ms" },
    },
    "0 queued, 100 starting, 200 running, 1200 finalizing",
  ],
  [
    "finalizes nothing if it fails on the way",
    {
      ...profile({ outcome: { kind: "failed", at: { atShare: 0.5 }, reason: "broken" } }),
      assumptions: { finalizing: "30ms" },
    },
    "0 queued, 100 starting, 200 running, 700 failed",
  ],
  [
    "finalizes nothing of inputs that were refused",
    { inputs: { kind: "refused", reason: "no such file" }, assumptions: { finalizing: "30ms" } },
    "0 queued, 100 starting, 200 failed",
  ],
  [
    "is canceled by somebody else after a share of its rows",
    profile({ outcome: { kind: "canceled", atShare: 0.5 } }),
    "0 queued, 100 starting, 200 running, 700 cancelling, 750 cancelled",
  ],
  [
    "expires some time after its submission, whatever it has done by then",
    profile({ outcome: { kind: "expired", atShare: 0.5, afterMs: 5000 } }),
    "0 queued, 100 starting, 200 running, 5000 expired",
  ],
  [
    "fails instead of expiring if the service's jobs don't expire",
    profile({ outcome: { kind: "expired", atShare: 0.5, afterMs: 150, reason: "too long" } }),
    "0 queued, 100 starting, 150 failed",
  ],
  [
    "processes no rows in a dry run",
    { submission: { dryRun: true } },
    "0 queued, 100 starting, 200 running, 200 succeeded",
  ],
  [
    "fails after starting if its inputs are rejected",
    { inputs: { kind: "refused", reason: "no such file" } },
    "0 queued, 100 starting, 200 failed",
  ],
  [
    "runs for as long as nobody knows its inputs",
    { inputs: null },
    "0 queued, 100 starting, 200 running",
  ],
  [
    "passes through its states without rows",
    { inputs: { kind: "ready", numRows: 0, inputTokens: 0, estimatedOutputTokens: 0 } },
    "0 queued, 100 starting, 200 running, 1200 succeeded",
  ],
  [
    "takes no time if its profile says so",
    profile({ queued: [fixed(0), fixed(0)], starting: fixed(0), pace: duration(0) }),
    "0 queued, 0 starting, 0 running, 0 succeeded",
  ],
  [
    "runs at a rate of rows per second",
    profile({ pace: { kind: "rowsPerSecond", rowsPerSecond: 4 } }),
    "0 queued, 100 starting, 200 running, 2700 succeeded",
  ],
  [
    "runs at a rate of tokens per second",
    profile({ pace: { kind: "tokensPerSecond", tokensPerSecond: 500 } }),
    "0 queued, 100 starting, 200 running, 2200 succeeded",
  ],
  [
    "runs at its model's throughput",
    profile({ pace: { kind: "model" } }),
    "0 queued, 100 starting, 200 running, 1200 succeeded",
  ],
  [
    "runs for at least a millisecond if it has rows to pace",
    profile({ pace: { kind: "rowsPerSecond", rowsPerSecond: 1e9 } }),
    "0 queued, 100 starting, 200 running, 201 succeeded",
  ],
  [
    "is delayed by stalls",
    profile({ stalls: [{ atShare: 0.5, duration: fixed(300) }] }),
    "0 queued, 100 starting, 200 running, 1500 succeeded",
  ],
  [
    "fails at a share of its rows",
    profile({ outcome: { kind: "failed", at: { atShare: 0.4 }, reason: "out of memory" } }),
    "0 queued, 100 starting, 200 running, 600 failed",
  ],
  [
    "is delayed by a stall at the exact share at which it fails",
    profile({
      stalls: [{ atShare: 0.4, duration: fixed(300) }],
      outcome: { kind: "failed", at: { atShare: 0.4 }, reason: "out of memory" },
    }),
    "0 queued, 100 starting, 200 running, 900 failed",
  ],
  [
    "fails some time after its submission, whatever its state",
    profile({ outcome: { kind: "failed", at: { afterMs: 150 }, reason: "no machine" } }),
    "0 queued, 100 starting, 150 failed",
  ],
  [
    "fails if that is due at the instant at which it would end on its own",
    profile({ outcome: { kind: "failed", at: { afterMs: 1200 }, reason: "just in time" } }),
    "0 queued, 100 starting, 200 running, 1200 failed",
  ],
  [
    "ends on its own if that is due before its failure",
    profile({ outcome: { kind: "failed", at: { afterMs: 1201 }, reason: "too late" } }),
    "0 queued, 100 starting, 200 running, 1200 succeeded",
  ],
  [
    "is stuck in the queue",
    profile({ outcome: { kind: "stuck", state: "queued", atShare: 0 } }),
    "0 queued",
  ],
  [
    "is stuck while running",
    profile({ outcome: { kind: "stuck", state: "running", atShare: 0.7 } }),
    "0 queued, 100 starting, 200 running",
  ],
];

test.each(COURSES)("a job %s", (_rule, sketch, phases) => {
  expect(phasesOfSketch(sketch)).toEqual(phases);
});

test("a limited number of job slots keeps a job in the queue until one is free", () => {
  expect(phasesOfSketch({}, [700])).toEqual("0 queued, 700 starting, 800 running, 1800 succeeded");
  expect(phasesOfSketch({}, [])).toEqual("0 queued");
});

test("durations depend on the seed and the job, and are independent of each other", () => {
  const anyTime = { kind: "uniform", minMs: 0, maxMs: 1_000_000 } as const;
  const drawn = { queued: [anyTime, anyTime], starting: anyTime } as const;
  const first = phasesOfSketch({ profile: drawn });
  expect(phasesOfSketch({ profile: drawn })).toEqual(first);
  expect(phasesOfSketch({ profile: drawn, seed: 2 })).not.toEqual(first);
  expect(phasesOfSketch({ profile: drawn, jobId: "job-2" })).not.toEqual(first);
  const otherwise = { ...drawn, unknown: anyTime, cancel: { takes: anyTime, losesRace: false } };
  expect(phasesOfSketch({ profile: otherwise })).toEqual(first);
});

function profile(part: Partial<Profile>): JobSketch {
  return { profile: part };
}

function duration(ms: number): Profile["pace"] {
  return { kind: "duration", duration: fixed(ms) };
}
