import { expect, test } from "@jest/globals";
import { eventsBetween, nextChangeAt } from "../../src/core/job/change.ts";
import type { Fact } from "../../src/core/job/facts.ts";
import type { Profile } from "../../src/core/job/profile.ts";
import type { JobState } from "../../src/core/job/state.ts";
import { timelineOf } from "../../src/core/job/timeline.ts";
import { viewAt } from "../../src/core/job/view.ts";
import { factsOf, fixed, type JobSketch, ready } from "./job-builder.ts";

// Unless a test says otherwise: queued at 0, starting at 100, running at 200, succeeded at 1200.
test("a job shows more of itself in every state", () => {
  const common = { jobId: "job-1", numRows: 10, createdAt: 0 };
  const timeline = timelineOf(factsOf({ hasUnknownState: true }));
  expect([0, 100, 200, 800, 1300].map((now) => viewAt(timeline, now))).toEqual([
    { ...common, state: "unknown", rowsCompleted: 0, results: { kind: "notReady" } },
    { ...common, state: "queued", rowsCompleted: 0, addedAt: 100, results: { kind: "notReady" } },
    {
      ...common,
      state: "starting",
      rowsCompleted: 0,
      addedAt: 100,
      startedAt: 200,
      results: { kind: "notReady" },
    },
    {
      ...common,
      state: "running",
      rowsCompleted: 5,
      addedAt: 100,
      startedAt: 200,
      results: { kind: "notReady" },
    },
    {
      ...common,
      state: "succeeded",
      rowsCompleted: 10,
      addedAt: 100,
      startedAt: 200,
      completedAt: 1300,
      results: { kind: "ready" },
    },
  ]);
});

test("a job that failed keeps the rows it had done and says why", () => {
  const outcome = { kind: "failed", at: { atShare: 0.29 }, reason: "out of memory" } as const;
  const timeline = timelineOf(factsOf({ profile: { outcome }, inputs: ready(100) }));
  expect(viewAt(timeline, 1000)).toEqual({
    jobId: "job-1",
    state: "failed",
    numRows: 100,
    rowsCompleted: 29,
    createdAt: 0,
    addedAt: 0,
    startedAt: 100,
    completedAt: 490,
    failureReason: "out of memory",
    results: { kind: "never" },
  });
});

test("a job whose inputs are refused fails without rows, for the reason of the refusal", () => {
  const timeline = timelineOf(factsOf({ inputs: { kind: "refused", reason: "403 Forbidden" } }));
  expect(viewAt(timeline, 200)).toEqual({
    jobId: "job-1",
    state: "failed",
    numRows: 0,
    rowsCompleted: 0,
    createdAt: 0,
    addedAt: 0,
    startedAt: 100,
    completedAt: 200,
    failureReason: "403 Forbidden",
    results: { kind: "never" },
  });
});

test("a job without rows succeeds with results that are empty", () => {
  const view = viewAt(timelineOf(factsOf({ inputs: ready(0) })), 5000);
  expect([view.state, view.rowsCompleted, view.results]).toEqual([
    "succeeded",
    0,
    { kind: "ready" },
  ]);
});

test("a dry run succeeds without a row done and never has results", () => {
  const timeline = timelineOf(factsOf({ submission: { dryRun: true } }));
  const views = [0, 5000].map((now) => viewAt(timeline, now));
  expect(views.map((view) => [view.state, view.numRows, view.rowsCompleted, view.results])).toEqual(
    [
      ["queued", 10, 0, { kind: "never" }],
      ["succeeded", 10, 0, { kind: "never" }],
    ],
  );
});

test("the last row is done when the job succeeds, and not before", () => {
  expect(rowsAt({ inputs: ready(3) }, [200, 533, 534, 867, 1199, 1200])).toEqual([
    0, 0, 1, 2, 2, 3,
  ]);
  const stuck = { outcome: { kind: "stuck", state: "running", atShare: 1 } } as const;
  expect(rowsAt({ profile: stuck }, [1200, 1e9])).toEqual([9, 9]);
});

test("progress stands at a stall and goes on after it", () => {
  const stalls = [
    { atShare: 0.8, duration: fixed(1000) },
    { atShare: 0.2, duration: fixed(500) },
  ];
  expect(rowsAt({ profile: { stalls } }, [399, 400, 899, 1000, 1500, 2400, 2600, 2700])).toEqual([
    1, 2, 2, 3, 8, 8, 9, 10,
  ]);
});

test("results are late after success where the profile says so", () => {
  const timeline = timelineOf(factsOf(results({ lateBy: fixed(300) })));
  expect([1199, 1200, 1499, 1500].map((now) => viewAt(timeline, now).results)).toEqual([
    { kind: "notReady" },
    { kind: "notReady", readyAt: 1500 },
    { kind: "notReady", readyAt: 1500 },
    { kind: "ready" },
  ]);
  expect([0, 1200, 1500].map((now) => nextChangeAt(timeline, now))).toEqual([100, 1500, undefined]);
});

test("results expire by the assumption on retention, counted from success", () => {
  const timeline = timelineOf(factsOf({ assumptions: { retention: "1s" } }));
  expect([1200, 2199, 2200].map((now) => viewAt(timeline, now).results)).toEqual([
    { kind: "ready", expiresAt: 2200 },
    { kind: "ready", expiresAt: 2200 },
    { kind: "expired", at: 2200 },
  ]);
  expect([1200, 2200].map((now) => nextChangeAt(timeline, now))).toEqual([2200, undefined]);
});

test("a profile's expiry wins over the assumption on retention", () => {
  const sketch = results({ lateBy: fixed(0), expireAfterMs: 10 });
  const timeline = timelineOf(factsOf({ ...sketch, assumptions: { retention: "24h" } }));
  expect(viewAt(timeline, 1210).results).toEqual({ kind: "expired", at: 1210 });
});

test("results that would be late for their own expiry are never ready", () => {
  const timeline = timelineOf(factsOf(results({ lateBy: fixed(50), expireAfterMs: 20 })));
  expect([1200, 1220, 1250].map((now) => viewAt(timeline, now).results)).toEqual([
    { kind: "notReady" },
    { kind: "expired", at: 1220 },
    { kind: "expired", at: 1220 },
  ]);
});

test("events tell each state that a job came into, the first instant excluded and the last included", () => {
  const timeline = timelineOf(factsOf());
  expect(eventsBetween(timeline, 0, 200)).toEqual([
    { at: 100, jobId: "job-1", state: "starting" },
    { at: 200, jobId: "job-1", state: "running" },
  ]);
  expect(eventsBetween(timeline, -1, 0)).toEqual([{ at: 0, jobId: "job-1", state: "queued" }]);
});

const FORCED: readonly (readonly [JobState, readonly string[]])[] = [
  ["unknown", ["500 unknown", "600 queued", "700 starting", "800 running", "1800 succeeded"]],
  ["queued", ["500 queued", "600 starting", "700 running", "1700 succeeded"]],
  ["starting", ["500 starting", "600 running", "1600 succeeded"]],
  ["running", ["500 running", "1500 succeeded"]],
  ["cancelling", ["500 cancelling", "550 cancelled"]],
  ["succeeded", ["500 succeeded"]],
  ["failed", ["500 failed"]],
  ["cancelled", ["500 cancelled"]],
];

test.each(FORCED)("a job that the test puts into %s goes on from there", (state, events) => {
  expect(eventLines({ later: [force(500, state)] }, 499)).toEqual(events);
});

test("a job that the test lets fail carries the reason, and its rows stay", () => {
  const failed: Fact = { type: "forced", at: 500, state: "failed", reason: "disk full" };
  expect(viewAt(timelineOf(factsOf({ later: [failed] })), 500)).toEqual({
    jobId: "job-1",
    state: "failed",
    numRows: 10,
    rowsCompleted: 3,
    createdAt: 0,
    addedAt: 0,
    startedAt: 100,
    completedAt: 500,
    failureReason: "disk full",
    results: { kind: "never" },
  });
});

test("a job that the test lets succeed in the queue has done all its rows", () => {
  expect(viewAt(timelineOf(factsOf({ later: [force(50, "succeeded")] })), 50)).toEqual({
    jobId: "job-1",
    state: "succeeded",
    numRows: 10,
    rowsCompleted: 10,
    createdAt: 0,
    addedAt: 0,
    startedAt: 50,
    completedAt: 50,
    results: { kind: "ready" },
  });
});

test("a job that the test brings back from its success runs anew and is not complete", () => {
  const timeline = timelineOf(factsOf({ later: [force(2000, "running")] }));
  expect(viewAt(timeline, 2500)).toEqual({
    jobId: "job-1",
    state: "running",
    numRows: 10,
    rowsCompleted: 5,
    createdAt: 0,
    addedAt: 0,
    startedAt: 100,
    results: { kind: "notReady" },
  });
});

test("a job that the test put somewhere can be cancelled", () => {
  const cancel: Fact = { type: "cancelRequested", at: 700 };
  const lines = eventLines({ later: [force(500, "failed"), cancel] }, 499);
  expect(lines).toEqual(["500 failed", "700 cancelling", "750 failed"]);
});

test("a failure that the job has had doesn't come again when the test brings it back", () => {
  const outcome = { kind: "failed", at: { afterMs: 150 }, reason: "no machine" } as const;
  const sketch = (at: number) => ({ profile: { outcome }, later: [force(at, "running")] });
  expect(eventLines(sketch(500), 499)).toEqual(["500 running", "1500 succeeded"]);
  expect(eventLines(sketch(150), 149)).toEqual(["150 failed", "150 running", "1150 succeeded"]);
});

test("a cancel request of a job whose cancel loses the race ends well only with inputs", () => {
  const cancel = { takes: fixed(50), losesRace: true };
  const sketch = { profile: { cancel }, later: [{ type: "cancelRequested", at: 10 } as const] };
  const refused = { ...sketch, inputs: { kind: "refused", reason: "no such file" } } as const;
  expect(eventLines(sketch, 9)).toEqual(["10 cancelling", "60 succeeded"]);
  expect(eventLines(refused, 9)).toEqual(["10 cancelling", "60 failed"]);
});

function force(at: number, state: JobState): Fact {
  return { type: "forced", at, state };
}

function results(rule: Profile["results"]): JobSketch {
  return { profile: { results: rule } };
}

function rowsAt(sketch: JobSketch, instants: readonly number[]): number[] {
  const timeline = timelineOf(factsOf(sketch));
  return instants.map((now) => viewAt(timeline, now).rowsCompleted);
}

function eventLines(sketch: JobSketch, from: number): string[] {
  const events = eventsBetween(timelineOf(factsOf(sketch)), from, Number.POSITIVE_INFINITY);
  return events.map((event) => `${event.at} ${event.state}`);
}
