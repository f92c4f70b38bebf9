import { expect, test } from "@jest/globals";
import type { Fact } from "../../src/core/job/facts.ts";
import type { JobState } from "../../src/core/job/state.ts";
import { timelineOf } from "../../src/core/job/timeline.ts";
import { eventsBetween, viewAt } from "../../src/core/job/view.ts";
import { cancelAt, factsOf, type JobSketch, STARTED } from "./job-builder.ts";

// Unless stated otherwise: queued at 0, starting at 100, running at 200, succeeded at 1200.
const FORCED: readonly (readonly [JobState, string])[] = [
  ["unknown", "500 unknown, 600 queued, 700 starting, 800 running, 1800 succeeded"],
  ["queued", "500 queued, 600 starting, 700 running, 1700 succeeded"],
  ["starting", "500 starting, 600 running, 1600 succeeded"],
  ["running", "500 running, 1500 succeeded"],
  ["cancelling", "500 cancelling, 550 cancelled"],
  ["succeeded", "500 succeeded"],
  ["failed", "500 failed"],
  ["cancelled", "500 cancelled"],
];

test.each(FORCED)("a job that the test forces into %s continues from there", (state, events) => {
  expect(eventLines({ later: [force(500, state)] }, 499)).toEqual(events);
});

test("a job that the test forces to fail has the reason and keeps its rows", () => {
  const failed: Fact = { type: "forced", at: 500, state: "failed", reason: "disk full" };
  expect(viewAt(timelineOf(factsOf({ later: [failed] })), 500)).toEqual({
    ...STARTED,
    state: "failed",
    rowsCompleted: 3,
    completedAt: 500,
    failureReason: "disk full",
  });
});

test("a queued job that the test forces to succeed has completed all its rows", () => {
  expect(viewAt(timelineOf(factsOf({ later: [force(50, "succeeded")] })), 50)).toEqual({
    ...STARTED,
    state: "succeeded",
    rowsCompleted: 10,
    startedAt: 50,
    completedAt: 50,
    results: { kind: "ready" },
  });
});

test("a succeeded job that the test sends back runs again and is not complete", () => {
  const timeline = timelineOf(factsOf({ later: [force(2000, "running")] }));
  expect(viewAt(timeline, 2500)).toEqual({
    ...STARTED,
    state: "running",
    rowsCompleted: 5,
    results: { kind: "notReady" },
  });
});

test("a forced job can be canceled", () => {
  const lines = eventLines({ later: [force(500, "failed"), cancelAt(700)] }, 499);
  expect(lines).toEqual("500 failed, 700 cancelling, 750 failed");
});

test("a past failure doesn't happen again when the test sends the job back", () => {
  const outcome = { kind: "failed", at: { afterMs: 150 }, reason: "no machine" } as const;
  const sketch = (at: number) => ({ profile: { outcome }, later: [force(at, "running")] });
  expect(eventLines(sketch(500), 499)).toEqual("500 running, 1500 succeeded");
  expect(eventLines(sketch(150), 149)).toEqual("150 failed, 150 running, 1150 succeeded");
});

function force(at: number, state: JobState): Fact {
  return { type: "forced", at, state };
}

function eventLines(sketch: JobSketch, from: number): string {
  const events = eventsBetween(timelineOf(factsOf(sketch)), from, Number.POSITIVE_INFINITY);
  return events.map((event) => `${event.at} ${event.state}`).join(", ");
}
