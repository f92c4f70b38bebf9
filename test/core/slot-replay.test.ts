import { expect, test } from "@jest/globals";
import { cancelAt, fixed, type JobSketch, phasesOfSketch } from "./job-builder.ts";
import { logOf, queueExitsOf } from "./queue-exits.ts";

// A job in these tests waits 100 ms (200 at priority 1), starts for 100 ms, and runs for 1,000 ms.
test("jobs wait for each other if there is one slot", () => {
  expect(exitsOf([job("a", 0), job("b", 0), job("c", 50)])).toEqual({
    a: [100],
    b: [1200],
    c: [2300],
  });
});

test("as many jobs run as there are slots", () => {
  const sketches = ["a", "b", "c"].map((jobId) => ({ jobId, capacity: 2 }));
  expect(exitsOf(sketches)).toEqual({ a: [100], b: [100], c: [1200] });
});

test("a job waits only for its own queue time if slots are unlimited", () => {
  expect(exitsOf([{ jobId: "a" }, { jobId: "b" }])).toEqual({ a: [100], b: [100] });
});

test("priority 0 is served before priority 1, regardless of the order of arrival", () => {
  const later = { ...job("late", 500), submission: { jobPriority: 0 as const } };
  const early = { ...job("early", 10), submission: { jobPriority: 1 as const } };
  expect(exitsOf([job("first", 0), early, later])).toEqual({
    first: [100],
    early: [2300],
    late: [1200],
  });
});

test("a job with a slot keeps it when a job with a higher priority arrives at the same instant", () => {
  const atOnce = { profile: { queued: [fixed(0), fixed(0)] } } as const;
  const slow = { ...job("slow", 0), ...atOnce, submission: { jobPriority: 1 as const } };
  expect(exitsOf([slow, { ...job("fast", 0), ...atOnce }])).toEqual({ slow: [0], fast: [1100] });
});

test("a job canceled in the queue takes no slot", () => {
  const cancelled = { ...job("b", 0), later: [cancelAt(600)] };
  expect(exitsOf([job("a", 0), cancelled, job("c", 0)])).toEqual({ a: [100], b: [], c: [1200] });
});

test("a job canceled while running releases its slot once it is canceled", () => {
  const cancelled = { ...job("a", 0), later: [cancelAt(600)] };
  expect(exitsOf([cancelled, job("b", 0)])).toEqual({ a: [100], b: [650] });
});

test("a stuck job keeps its slot; one stuck in the queue takes none", () => {
  const stuck = (state: "queued" | "running") => ({
    profile: { outcome: { kind: "stuck", state, atShare: 0 } } as const,
  });
  expect(exitsOf([{ ...job("a", 0), ...stuck("queued") }, job("b", 0)])).toEqual({
    a: [],
    b: [100],
  });
  expect(exitsOf([{ ...job("a", 0), ...stuck("running") }, job("b", 0)])).toEqual({
    a: [100],
    b: [],
  });
});

test("a job that fails in the queue takes no slot", () => {
  const failing = {
    profile: { outcome: { kind: "failed", at: { afterMs: 900 }, reason: "timed out" } },
  } as const;
  expect(exitsOf([job("a", 0), { ...job("b", 0), ...failing }, job("c", 0)])).toEqual({
    a: [100],
    b: [],
    c: [1200],
  });
});

test("a job that the test forces into the queue releases its slot and waits for another", () => {
  const forced = { ...job("a", 0), later: [{ type: "forced", at: 500, state: "queued" }] } as const;
  expect(exitsOf([forced, job("b", 0)])).toEqual({ a: [100, 1600], b: [500] });
});

test("a job that the test forces back into the queue waits for its queue time again", () => {
  const forced = {
    ...job("b", 0),
    later: [{ type: "forced", at: 1190, state: "queued" }],
  } as const;
  expect(exitsOf([job("a", 0), forced, job("c", 0)])).toEqual({
    a: [100],
    b: [undefined, 2300],
    c: [1200],
  });
});

test("a job back in the queue without a queue time keeps its place", () => {
  const atOnce = { profile: { queued: [fixed(0), fixed(0)] } } as const;
  const later = [{ type: "forced", at: 500, state: "queued" }] as const;
  const back = { ...job("a", 0), ...atOnce, later };
  expect(exitsOf([back, job("b", 0)])).toEqual({ a: [0, 500], b: [1600] });
});

test("a job that the test forces into the queue early can leave it at once", () => {
  const forced: JobSketch = {
    ...job("a", 0),
    hasUnknownState: true,
    profile: { unknown: fixed(500), queued: [fixed(0), fixed(0)] },
    later: [{ type: "forced", at: 0, state: "queued" }],
  };
  expect(exitsOf([forced])).toEqual({ a: [0] });
  expect(phasesOfSketch(forced, [0])).toEqual(
    "0 unknown, 0 queued, 0 starting, 100 running, 1100 succeeded",
  );
});

test("a job whose inputs are not known yet takes a slot, and nobody knows when it releases it", () => {
  expect(exitsOf([{ ...job("a", 0), inputs: null }, job("b", 0)])).toEqual({ a: [100], b: [] });
});

test("a job that the test forces past the queue holds a slot even if none is free", () => {
  const forced = {
    ...job("b", 0),
    later: [{ type: "forced", at: 500, state: "running" }],
  } as const;
  expect(exitsOf([job("a", 0), forced, job("c", 0)])).toEqual({ a: [100], b: [], c: [1500] });
});

test("a job uses the slot limit of its own submission, even if the scenario changes later", () => {
  const roomy = { ...job("c", 0), capacity: 2 };
  expect(exitsOf([job("a", 0), job("b", 0), roomy])).toEqual({ a: [100], b: [1200], c: [100] });
});

test("no job leaves the queue if there are no slots", () => {
  expect(exitsOf([{ jobId: "a", capacity: 0 }])).toEqual({ a: [] });
});

test("thousands of jobs are scheduled in one pass", () => {
  const sketches = Array.from({ length: 5000 }, (_, index) => job(`job-${index}`, index));
  const exits = queueExitsOf(logOf(sketches));
  expect(exits.get("job-4999")).toEqual([100 + 4999 * 1100]);
});

/** A job in a sandbox with one slot. */
function job(jobId: string, at: number): JobSketch {
  return { jobId, at, capacity: 1 };
}

function exitsOf(sketches: readonly JobSketch[]): Record<string, readonly unknown[]> {
  return Object.fromEntries(queueExitsOf(logOf(sketches)));
}
