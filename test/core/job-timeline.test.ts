import { expect, test } from "@jest/globals";
import type { Profile } from "../../src/core/job/profile.ts";
import { timelineOf } from "../../src/core/job/timeline.ts";
import { viewAt } from "../../src/core/job/view.ts";
import { cancelAt, factsOf, fixed, type JobSketch, phasesOfSketch } from "./job-builder.ts";

const COURSES: readonly (readonly [string, JobSketch, readonly string[]])[] = [
  ["goes through its states", {}, ["0 queued", "100 starting", "200 running", "1200 succeeded"]],
  [
    "waits in the queue by its priority",
    { submission: { jobPriority: 1 } },
    ["0 queued", "200 starting", "300 running", "1300 succeeded"],
  ],
  [
    "begins in the unknown state where the specification names it",
    { hasUnknownState: true },
    ["0 unknown", "100 queued", "200 starting", "300 running", "1300 succeeded"],
  ],
  [
    "runs no rows in a dry run",
    { submission: { dryRun: true } },
    ["0 queued", "100 starting", "200 running", "200 succeeded"],
  ],
  [
    "fails after starting when its inputs are refused",
    { inputs: { kind: "refused", reason: "no such file" } },
    ["0 queued", "100 starting", "200 failed"],
  ],
  ["stays in its first state until its inputs are read", { inputs: null }, ["0 queued"]],
  [
    "goes through its states without rows",
    { inputs: { kind: "ready", numRows: 0, inputTokens: 0, estimatedOutputTokens: 0 } },
    ["0 queued", "100 starting", "200 running", "1200 succeeded"],
  ],
  [
    "takes no time where its profile says so",
    profile({ queued: [fixed(0), fixed(0)], starting: fixed(0), pace: duration(0) }),
    ["0 queued", "0 starting", "0 running", "0 succeeded"],
  ],
  [
    "runs by rows per second",
    profile({ pace: { kind: "rowsPerSecond", rowsPerSecond: 4 } }),
    ["0 queued", "100 starting", "200 running", "2700 succeeded"],
  ],
  [
    "runs by tokens per second",
    profile({ pace: { kind: "tokensPerSecond", tokensPerSecond: 500 } }),
    ["0 queued", "100 starting", "200 running", "2200 succeeded"],
  ],
  [
    "runs by its model's throughput",
    profile({ pace: { kind: "model" } }),
    ["0 queued", "100 starting", "200 running", "1200 succeeded"],
  ],
  [
    "runs for a millisecond at least when it has rows to pace",
    profile({ pace: { kind: "rowsPerSecond", rowsPerSecond: 1e9 } }),
    ["0 queued", "100 starting", "200 running", "201 succeeded"],
  ],
  [
    "is held up by stalls",
    profile({ stalls: [{ atShare: 0.5, duration: fixed(300) }] }),
    ["0 queued", "100 starting", "200 running", "1500 succeeded"],
  ],
  [
    "fails at a share of its rows",
    profile({ outcome: { kind: "failed", at: { atShare: 0.4 }, reason: "out of memory" } }),
    ["0 queued", "100 starting", "200 running", "600 failed"],
  ],
  [
    "is held up by a stall at the very share at which it fails",
    profile({
      stalls: [{ atShare: 0.4, duration: fixed(300) }],
      outcome: { kind: "failed", at: { atShare: 0.4 }, reason: "out of memory" },
    }),
    ["0 queued", "100 starting", "200 running", "900 failed"],
  ],
  [
    "fails a time after its submission, whatever its state",
    profile({ outcome: { kind: "failed", at: { afterMs: 150 }, reason: "no machine" } }),
    ["0 queued", "100 starting", "150 failed"],
  ],
  [
    "fails when that comes at the instant in which it would end by itself",
    profile({ outcome: { kind: "failed", at: { afterMs: 1200 }, reason: "just in time" } }),
    ["0 queued", "100 starting", "200 running", "1200 failed"],
  ],
  [
    "ends by itself when that comes before the time of its failure",
    profile({ outcome: { kind: "failed", at: { afterMs: 1201 }, reason: "too late" } }),
    ["0 queued", "100 starting", "200 running", "1200 succeeded"],
  ],
  [
    "is stuck in the queue",
    profile({ outcome: { kind: "stuck", state: "queued", atShare: 0 } }),
    ["0 queued"],
  ],
  [
    "is stuck while it runs",
    profile({ outcome: { kind: "stuck", state: "running", atShare: 0.7 } }),
    ["0 queued", "100 starting", "200 running"],
  ],
];

test.each(COURSES)("a job %s", (_rule, sketch, phases) => {
  expect(phasesOfSketch(sketch)).toEqual(phases);
});

test("a limited number of job slots holds a job in the queue until one is free for it", () => {
  expect(phasesOfSketch({}, [700])).toEqual([
    "0 queued",
    "700 starting",
    "800 running",
    "1800 succeeded",
  ]);
  expect(phasesOfSketch({}, [])).toEqual(["0 queued"]);
});

test("durations belong to the seed and the job, and each to a purpose of its own", () => {
  const anyTime = { kind: "uniform", minMs: 0, maxMs: 1_000_000 } as const;
  const drawn = { queued: [anyTime, anyTime], starting: anyTime } as const;
  const first = phasesOfSketch({ profile: drawn });
  expect(phasesOfSketch({ profile: drawn })).toEqual(first);
  expect(phasesOfSketch({ profile: drawn, seed: 2 })).not.toEqual(first);
  expect(phasesOfSketch({ profile: drawn, jobId: "job-2" })).not.toEqual(first);
  const otherwise = { ...drawn, unknown: anyTime, cancel: { takes: anyTime, losesRace: false } };
  expect(phasesOfSketch({ profile: otherwise })).toEqual(first);
});

const CANCELS: readonly (readonly [string, JobSketch, readonly string[]])[] = [
  [
    "ends a running job",
    { later: [cancelAt(500)] },
    ["0 queued", "100 starting", "200 running", "500 cancelling", "550 cancelled"],
  ],
  ["ends a queued job", { later: [cancelAt(0)] }, ["0 queued", "0 cancelling", "50 cancelled"]],
  [
    "leads a job that has succeeded back to its success",
    { later: [cancelAt(2000)] },
    [
      "0 queued",
      "100 starting",
      "200 running",
      "1200 succeeded",
      "2000 cancelling",
      "2050 succeeded",
    ],
  ],
  [
    "cancels a job that has succeeded where the assumption says so",
    { later: [cancelAt(2000)], assumptions: { "cancel-terminal": "cancelled" } },
    [
      "0 queued",
      "100 starting",
      "200 running",
      "1200 succeeded",
      "2000 cancelling",
      "2050 cancelled",
    ],
  ],
  [
    "that comes second does not change the time of the first",
    { later: [cancelAt(10), cancelAt(40)] },
    ["0 queued", "10 cancelling", "60 cancelled"],
  ],
  [
    "that comes second starts the time anew where the assumption says so",
    { later: [cancelAt(10), cancelAt(40)], assumptions: { "cancel-twice": "restarts" } },
    ["0 queued", "10 cancelling", "90 cancelled"],
  ],
  [
    "that starts the time anew leads a job that has succeeded back to its success all the same",
    { later: [cancelAt(2000), cancelAt(2040)], assumptions: { "cancel-twice": "restarts" } },
    [
      "0 queued",
      "100 starting",
      "200 running",
      "1200 succeeded",
      "2000 cancelling",
      "2090 succeeded",
    ],
  ],
  [
    "that loses the race ends a job all the same whose inputs are not read yet",
    {
      ...profile({ cancel: { takes: fixed(50), losesRace: true } }),
      inputs: null,
      later: [cancelAt(500)],
    },
    ["0 queued", "500 cancelling", "550 cancelled"],
  ],
  [
    "that loses the race lets the job succeed",
    { ...profile({ cancel: { takes: fixed(50), losesRace: true } }), later: [cancelAt(500)] },
    ["0 queued", "100 starting", "200 running", "500 cancelling", "550 succeeded"],
  ],
];

test.each(CANCELS)("a cancel request %s", (_rule, sketch, phases) => {
  expect(phasesOfSketch(sketch)).toEqual(phases);
});

test("the results of a job that was cancelled after its success are back after cancelling", () => {
  const timeline = timelineOf(factsOf({ later: [cancelAt(2000)] }));
  const success = {
    jobId: "job-1",
    state: "succeeded",
    numRows: 10,
    rowsCompleted: 10,
    createdAt: 0,
    addedAt: 0,
    startedAt: 100,
    completedAt: 1200,
    results: { kind: "ready" },
  };
  expect(viewAt(timeline, 1999)).toEqual(success);
  expect(viewAt(timeline, 2000)).toEqual({
    ...success,
    state: "cancelling",
    results: { kind: "never" },
  });
  expect(viewAt(timeline, 2050)).toEqual(success);
});

test("a job that is cancelled after its success stays complete since then, without results", () => {
  const assumptions = { "cancel-terminal": "cancelled" };
  const timeline = timelineOf(factsOf({ later: [cancelAt(2000)], assumptions }));
  expect(viewAt(timeline, 2050)).toEqual({
    jobId: "job-1",
    state: "cancelled",
    numRows: 10,
    rowsCompleted: 10,
    createdAt: 0,
    addedAt: 0,
    startedAt: 100,
    completedAt: 1200,
    results: { kind: "never" },
  });
});

test("results expire by the first success, whatever cancel requests come later", () => {
  const assumptions = { retention: "1s" };
  const timeline = timelineOf(factsOf({ later: [cancelAt(2180)], assumptions }));
  expect([2179, 2180, 2230].map((now) => viewAt(timeline, now).results)).toEqual([
    { kind: "ready", expiresAt: 2200 },
    { kind: "never" },
    { kind: "expired", at: 2200 },
  ]);
});

test("progress stands still from the cancel request on", () => {
  const timeline = timelineOf(factsOf({ later: [cancelAt(500)] }));
  expect([200, 299, 300, 499, 500, 600].map((now) => viewAt(timeline, now).rowsCompleted)).toEqual([
    0, 0, 1, 2, 3, 3,
  ]);
});

function profile(part: Partial<Profile>): JobSketch {
  return { profile: part };
}

function duration(ms: number): Profile["pace"] {
  return { kind: "duration", duration: fixed(ms) };
}
