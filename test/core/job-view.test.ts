import { expect, test } from "@jest/globals";
import type { Profile } from "../../src/core/job/profile.ts";
import { timelineOf } from "../../src/core/job/timeline.ts";
import { enteredAt, eventsBetween, nextChangeAt, viewAt } from "../../src/core/job/view.ts";
import { cancelAt, factsOf, fixed, type JobSketch, ready, STARTED } from "./job-builder.ts";

// Unless stated otherwise: queued at 0, starting at 100, running at 200, succeeded at 1200.
test("a job's view has more fields in each state", () => {
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

test("a job that finalizes its results has done all rows, and has none to download", () => {
  const timeline = timelineOf(factsOf({ assumptions: { finalizing: "30ms" } }));
  expect(viewAt(timeline, 1229)).toMatchObject({
    ...{ state: "finalizing", rowsCompleted: 10, results: { kind: "notReady" } },
    ...{ addedAt: 0, startedAt: 100 },
  });
  expect(viewAt(timeline, 1230)).toMatchObject({ state: "succeeded", results: { kind: "ready" } });
  const entered = [199, 200, 1230].map((now) => [
    enteredAt(timeline, "running", now),
    enteredAt(timeline, "finalizing", now),
  ]);
  expect(entered).toEqual([
    [undefined, undefined],
    [200, undefined],
    [200, 1200],
  ]);
});

test("a job that is canceled while it finalizes its results keeps all rows", () => {
  const timeline = timelineOf(
    factsOf({ assumptions: { finalizing: "30ms" }, later: [cancelAt(1210)] }),
  );
  expect(viewAt(timeline, 2000)).toMatchObject({ state: "cancelled", rowsCompleted: 10 });
});

test("a failed job keeps its completed rows and gives the reason", () => {
  const outcome = { kind: "failed", at: { atShare: 0.29 }, reason: "out of memory" } as const;
  const timeline = timelineOf(factsOf({ profile: { outcome }, inputs: ready(100) }));
  expect(viewAt(timeline, 1000)).toEqual({
    ...STARTED,
    state: "failed",
    numRows: 100,
    rowsCompleted: 29,
    completedAt: 490,
    failureReason: "out of memory",
  });
});

test("a job that fails before its first row fails for its own reason, whatever its inputs are", () => {
  const inputs = { kind: "refused", reason: "403 Forbidden" } as const;
  const reasonAt = (atShare: number): string | undefined => {
    const outcome = { kind: "failed", at: { atShare }, reason: "no GPU" } as const;
    const timeline = timelineOf(factsOf({ inputs, profile: { outcome } }));
    return viewAt(timeline, Number.MAX_SAFE_INTEGER).failureReason;
  };
  expect([reasonAt(0), reasonAt(0.5)]).toEqual(["no GPU", "403 Forbidden"]);
});

test("a job with rejected inputs fails without rows, for the reason of the rejection", () => {
  const timeline = timelineOf(factsOf({ inputs: { kind: "refused", reason: "403 Forbidden" } }));
  expect(viewAt(timeline, 200)).toEqual({
    ...STARTED,
    state: "failed",
    numRows: 0,
    rowsCompleted: 0,
    completedAt: 200,
    failureReason: "403 Forbidden",
  });
});

test("a job without rows succeeds with empty results", () => {
  const view = viewAt(timelineOf(factsOf({ inputs: ready(0) })), 5000);
  expect([view.state, view.rowsCompleted, view.results]).toEqual([
    "succeeded",
    0,
    { kind: "ready" },
  ]);
});

test("a dry run succeeds without completing a row and never has results", () => {
  const timeline = timelineOf(factsOf({ submission: { dryRun: true } }));
  const views = [0, 5000].map((now) => viewAt(timeline, now));
  expect(views.map((view) => [view.state, view.numRows, view.rowsCompleted, view.results])).toEqual(
    [
      ["queued", 10, 0, { kind: "never" }],
      ["succeeded", 10, 0, { kind: "never" }],
    ],
  );
});

test("the last row is done only when the job succeeds", () => {
  expect(rowsAt({ inputs: ready(3) }, [200, 533, 534, 867, 1199, 1200])).toEqual([
    0, 0, 1, 2, 2, 3,
  ]);
  const stuck = { outcome: { kind: "stuck", state: "running", atShare: 1 } } as const;
  expect(rowsAt({ profile: stuck }, [1200, 1e9])).toEqual([9, 9]);
});

test("progress pauses at a stall and then continues", () => {
  const stalls = [
    { atShare: 0.8, duration: fixed(1000) },
    { atShare: 0.2, duration: fixed(500) },
  ];
  expect(rowsAt({ profile: { stalls } }, [399, 400, 899, 1000, 1500, 2400, 2600, 2700])).toEqual([
    1, 2, 2, 3, 8, 8, 9, 10,
  ]);
});

test("results are late if the profile says so", () => {
  const timeline = timelineOf(factsOf(results({ lateBy: fixed(300) })));
  expect([1199, 1200, 1499, 1500].map((now) => viewAt(timeline, now).results)).toEqual([
    { kind: "notReady" },
    { kind: "notReady", readyAt: 1500 },
    { kind: "notReady", readyAt: 1500 },
    { kind: "ready" },
  ]);
  expect([0, 1200, 1500].map((now) => nextChangeAt(timeline, now))).toEqual([100, 1500, undefined]);
});

test("results expire according to the retention assumption, counted from success", () => {
  const timeline = timelineOf(factsOf({ assumptions: { retention: "1s" } }));
  expect([1200, 2199, 2200].map((now) => viewAt(timeline, now).results)).toEqual([
    { kind: "ready", expiresAt: 2200 },
    { kind: "ready", expiresAt: 2200 },
    { kind: "expired", at: 2200 },
  ]);
  expect([1200, 2200].map((now) => nextChangeAt(timeline, now))).toEqual([2200, undefined]);
});

test("a profile's expiry overrides the retention assumption", () => {
  const sketch = results({ lateBy: fixed(0), expireAfterMs: 10 });
  const timeline = timelineOf(factsOf({ ...sketch, assumptions: { retention: "24h" } }));
  expect(viewAt(timeline, 1210).results).toEqual({ kind: "expired", at: 1210 });
});

test("results that would expire before they are ready are never ready", () => {
  const timeline = timelineOf(factsOf(results({ lateBy: fixed(50), expireAfterMs: 20 })));
  expect([1200, 1220, 1250].map((now) => viewAt(timeline, now).results)).toEqual([
    { kind: "notReady" },
    { kind: "expired", at: 1220 },
    { kind: "expired", at: 1220 },
  ]);
});

test("events report each state that a job enters, excluding the first instant and including the last", () => {
  const timeline = timelineOf(factsOf());
  expect(eventsBetween(timeline, 0, 200)).toEqual([
    { at: 100, jobId: "job-1", state: "starting" },
    { at: 200, jobId: "job-1", state: "running" },
  ]);
  expect(eventsBetween(timeline, -1, 0)).toEqual([{ at: 0, jobId: "job-1", state: "queued" }]);
});

function results(rule: Profile["results"]): JobSketch {
  return { profile: { results: rule } };
}

function rowsAt(sketch: JobSketch, instants: readonly number[]): number[] {
  const timeline = timelineOf(factsOf(sketch));
  return instants.map((now) => viewAt(timeline, now).rowsCompleted);
}
