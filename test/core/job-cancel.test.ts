import { expect, test } from "@jest/globals";
import { timelineOf } from "../../src/core/job/timeline.ts";
import { viewAt } from "../../src/core/job/view.ts";
import {
  cancelAt,
  factsOf,
  fixed,
  type JobSketch,
  phasesOfSketch,
  STARTED,
} from "./job-builder.ts";

// Unless stated otherwise: queued at 0, starting at 100, running at 200, succeeded at 1200;
// canceling takes 50.
const CANCELS: readonly (readonly [string, JobSketch, string])[] = [
  [
    "ends a running job",
    { later: [cancelAt(500)] },
    "0 queued, 100 starting, 200 running, 500 cancelling, 550 cancelled",
  ],
  ["ends a queued job", { later: [cancelAt(0)] }, "0 queued, 0 cancelling, 50 cancelled"],
  [
    "returns a succeeded job to its success",
    { later: [cancelAt(2000)] },
    "0 queued, 100 starting, 200 running, 1200 succeeded, 2000 cancelling, 2050 succeeded",
  ],
  [
    "cancels a succeeded job if the assumption says so",
    { later: [cancelAt(2000)], assumptions: { "cancel-terminal": "cancelled" } },
    "0 queued, 100 starting, 200 running, 1200 succeeded, 2000 cancelling, 2050 cancelled",
  ],
  [
    "that comes second doesn't change the end of the first",
    { later: [cancelAt(10), cancelAt(40)] },
    "0 queued, 10 cancelling, 60 cancelled",
  ],
  [
    "that comes second restarts the time if the assumption says so",
    { later: [cancelAt(10), cancelAt(40)], assumptions: { "cancel-twice": "restarts" } },
    "0 queued, 10 cancelling, 90 cancelled",
  ],
  [
    "that restarts the time still returns a succeeded job to its success",
    { later: [cancelAt(2000), cancelAt(2040)], assumptions: { "cancel-twice": "restarts" } },
    "0 queued, 100 starting, 200 running, 1200 succeeded, 2000 cancelling, 2090 succeeded",
  ],
  [
    "is followed by the same states while nobody knows the inputs yet",
    { inputs: null, later: [cancelAt(150)] },
    "0 queued, 100 starting, 150 cancelling, 200 cancelled",
  ],
  [
    "that loses the race lets the job succeed",
    { profile: { cancel: { takes: fixed(50), losesRace: true } }, later: [cancelAt(500)] },
    "0 queued, 100 starting, 200 running, 500 cancelling, 550 succeeded",
  ],
];

test.each(CANCELS)("a cancel request %s", (_rule, sketch, phases) => {
  expect(phasesOfSketch(sketch)).toEqual(phases);
});

test("a job canceled after its success has its results again after canceling", () => {
  const timeline = timelineOf(factsOf({ later: [cancelAt(2000)] }));
  const success = {
    ...STARTED,
    state: "succeeded",
    rowsCompleted: 10,
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

test("a job canceled for good after its success keeps its completion time but not its results", () => {
  const assumptions = { "cancel-terminal": "cancelled" };
  const timeline = timelineOf(factsOf({ later: [cancelAt(2000)], assumptions }));
  expect(viewAt(timeline, 2050)).toEqual({
    ...STARTED,
    state: "cancelled",
    rowsCompleted: 10,
    completedAt: 1200,
  });
});

test("results expire based on the first success, regardless of later cancel requests", () => {
  const assumptions = { retention: "1s" };
  const timeline = timelineOf(factsOf({ later: [cancelAt(2180)], assumptions }));
  expect([2179, 2180, 2230].map((now) => viewAt(timeline, now).results)).toEqual([
    { kind: "ready", expiresAt: 2200 },
    { kind: "never" },
    { kind: "expired", at: 2200 },
  ]);
});

test("progress stops at the cancel request", () => {
  const timeline = timelineOf(factsOf({ later: [cancelAt(500)] }));
  expect([200, 299, 300, 499, 500, 600].map((now) => viewAt(timeline, now).rowsCompleted)).toEqual([
    0, 0, 1, 2, 3, 3,
  ]);
});

test("a job with rejected inputs fails even if its cancel request loses the race", () => {
  const cancel = { takes: fixed(50), losesRace: true };
  const inputs = { kind: "refused", reason: "no such file" } as const;
  expect(phasesOfSketch({ profile: { cancel }, inputs, later: [cancelAt(10)] })).toEqual(
    "0 queued, 10 cancelling, 60 failed",
  );
});
