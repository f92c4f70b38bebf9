import { expect, test } from "@jest/globals";
import { timelineOf } from "../../src/core/job/timeline.ts";
import { viewAt } from "../../src/core/job/view.ts";
import { cancelAt, factsOf, fixed, type JobSketch, phasesOfSketch } from "./job-builder.ts";

// Unless a test says otherwise: queued at 0, starting at 100, running at 200, succeeded at 1200; cancelling takes 50.
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
      profile: { cancel: { takes: fixed(50), losesRace: true } },
      inputs: null,
      later: [cancelAt(500)],
    },
    ["0 queued", "500 cancelling", "550 cancelled"],
  ],
  [
    "that loses the race lets the job succeed",
    { profile: { cancel: { takes: fixed(50), losesRace: true } }, later: [cancelAt(500)] },
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

test("a job whose inputs are refused fails even when its cancel request loses the race", () => {
  const cancel = { takes: fixed(50), losesRace: true };
  const inputs = { kind: "refused", reason: "no such file" } as const;
  expect(phasesOfSketch({ profile: { cancel }, inputs, later: [cancelAt(10)] })).toEqual([
    "0 queued",
    "10 cancelling",
    "60 failed",
  ]);
});
