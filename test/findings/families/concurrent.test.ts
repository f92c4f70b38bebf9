import { expect, test } from "@jest/globals";
import type { Trace } from "../../../src/core/trace.ts";
import { cancelAt, factsOf, fixed } from "../../core/job-builder.ts";
import { judged, START, trace } from "../support.ts";

// Handwritten traces, exact to the millisecond: requests from several workers that look like repetitions of each other.

const LIMITED = { status: 429, retryAfterMs: 1000, fault: "busy", faultKind: "rateLimit" } as const;
const BUSY = { status: 503, fault: "outage", faultKind: "status" } as const;

/** A create request that takes a millisecond. */
function create(id: number, afterMs: number, more: Partial<Trace> = {}): Trace {
  const made = more.status === undefined ? { jobId: `job-${id}` } : {};
  return trace(id, afterMs, { use: "createJob", durationMs: 1, ...made, ...more });
}

const ids = (traces: readonly Trace[]): string[] => judged({ traces }).map(([id]) => id);

test("retry-after-ignored: different creates in parallel, each of which waits as long as its own response says", () => {
  const bodies = ["a", "b", "c", "d"];
  const refused = bodies.map((bodyHash, index) =>
    create(index + 1, 2 * index, { bodyHash, ...LIMITED }),
  );
  const again = bodies.map((bodyHash, index) => create(index + 5, 1001 + 2 * index, { bodyHash }));
  expect(ids([...refused, ...again])).toEqual([]);
  const early = bodies.map((bodyHash, index) => create(index + 5, 600 + 2 * index, { bodyHash }));
  expect(judged({ traces: [...refused, ...early] })).toEqual([
    [
      "retry-after-ignored",
      "POST /createJob was refused with 429 and a Retry-After of 1s; the client repeated it after 599ms.",
    ],
  ]);
});

test("retry-after-ignored: equal creates in parallel, each of which waits as long as its own response says", () => {
  const body = { bodyHash: "a" };
  const refused = [1, 2, 3, 4].map((id) => create(id, 2 * id, { ...body, ...LIMITED }));
  const again = [5, 6, 7, 8].map((id) => create(id, 1001 + 2 * id, body));
  expect(ids([...refused, ...again])).toEqual([]);
  const loop = [2, 3, 4, 5].map((id) => create(id, 100 * id, { ...body, ...LIMITED }));
  expect(ids([create(1, 0, { ...body, ...LIMITED }), ...loop, create(6, 1700, body)])).toEqual([
    "retry-after-ignored",
  ]);
});

test("retry-after-ignored: workers whose requests overlap ask for the same list, each of them in its own time", () => {
  const list = (id: number, afterMs: number, more: Partial<Trace> = {}) =>
    trace(id, afterMs, { use: "listJobs", durationMs: 1, ...more });
  const others = [1, 2, 3].map((id) => trace(id, id, { use: "getQuotas", durationMs: 20 }));
  const patient = [
    list(4, 100, LIMITED),
    list(5, 400, LIMITED),
    list(6, 1102, {}),
    list(7, 1402, {}),
  ];
  expect(ids([...others, ...patient])).toEqual([]);
  const hasty = [100, 200, 300, 400, 500].map((at, index) => list(index + 4, at, LIMITED));
  expect(ids([...others, ...hasty])).toContain("retry-after-ignored");
});

test("no-backoff: creates in parallel that back off with jitter, also if nobody knows their bodies", () => {
  const waits = [300, 420, 350, 480];
  const rounds = [0, 1, 2].flatMap((round) =>
    waits.map((wait, worker) =>
      create(1 + 4 * round + worker, wait * (2 ** round - 1) + worker, BUSY),
    ),
  );
  const done = waits.map((wait, worker) => create(13 + worker, wait * 7 + worker));
  const known = [...rounds, ...done].map((each) => ({
    ...each,
    bodyHash: `body ${(each.id - 1) % 4}`,
  }));
  expect(ids([...rounds, ...done])).toEqual([]);
  expect(ids(known)).toEqual([]);
  const even = [0, 1, 2, 3, 4].map((index) =>
    create(index + 1, index * 500, { ...BUSY, bodyHash: "a" }),
  );
  expect(judged({ traces: even })).toContainEqual([
    "no-backoff",
    "POST /createJob was refused 5 times in a row with 503, and the client repeated it every 500ms.",
  ]);
});

test("retried-hopeless: a request is only repeated once its response has arrived", () => {
  const invalid = { status: 422, error: { code: "invalid-request", message: "" } } as const;
  const [first, second] = [
    create(1, 0, { bodyHash: "a", ...invalid }),
    { bodyHash: "a", ...invalid },
  ];
  expect(ids([{ ...first, durationMs: 10 }, create(2, 5, second)])).toEqual([]);
  expect(ids([first, create(2, 5, second)])).toEqual(["retried-hopeless"]);
});

test("retried-hopeless: connections opened before the first response, or two in quick succession, may belong to parallel workers", () => {
  const expired = { status: 401, fault: "expired", faultKind: "error", durationMs: 1 } as const;
  const get = (id: number, afterMs: number, more: Partial<Trace> = {}) =>
    trace(id, afterMs, {
      ...{ use: "getQuotas", connection: id, isFirstOnConnection: true },
      ...expired,
      ...more,
    });
  const sentAt = get(1, 0).wallAt;
  expect(ids([get(1, 0), get(2, 3, { sentAt }), get(3, 6)])).toEqual([]);
  expect(ids([get(1, 0), get(2, 2)])).toEqual([]);
  expect(ids([get(1, 0), get(2, 2), get(3, 4)])).toEqual(["retried-hopeless"]);
  expect(ids([get(1, 0), get(2, 4)])).toEqual(["retried-hopeless"]);
  expect(ids([get(1, 0, { durationMs: 10 }), get(2, 12)])).toEqual(["retried-hopeless"]);
  const { isFirstOnConnection: _, ...onUsed } = get(2, 2);
  expect(ids([get(1, 0), onUsed])).toEqual(["retried-hopeless"]);
});

test("retry-after-ignored, no-backoff: workers that start at different times, but each wait as they should", () => {
  const at = (times: readonly number[], more: Partial<Trace>) =>
    times.map((time) => [time, more] as const);
  const listed = (...calls: (readonly [number, Partial<Trace>])[]) =>
    ids(calls.map(([time, more], index) => trace(index + 1, time, { use: "listJobs", ...more })));
  const waited = listed(...at([0, 100, 200], LIMITED), ...at([1050, 1150, 1250], {}));
  const dropped = listed(...at([0, 100, 200], LIMITED), ...at([1050, 1150], {}));
  const unrelated = listed(...at([0, 100, 200], LIMITED), ...at([300, 5300, 10_300, 15_300], {}));
  expect([waited, dropped, unrelated]).toEqual([
    [],
    ["retry-after-ignored"],
    ["retry-after-ignored"],
  ]);
  const halves = listed(...at([0, 500, 1000, 1500], LIMITED), [2000, {}]);
  const thirds = listed(...at([0, 340, 675, 1015, 1355, 1690], LIMITED), [2030, {}]);
  const uneven = listed(...at([0, 400, 840, 1380, 1980], LIMITED), [2430, {}]);
  for (const alone of [halves, thirds, uneven]) expect(alone).toEqual(["retry-after-ignored"]);
  const doubling = listed(...at([0, 60, 120, 300, 360, 420, 900, 960, 1020], BUSY), [2100, {}]);
  const even = listed(...at([0, 300, 600, 900, 1200, 1500, 1800, 2100, 2400], BUSY), [2700, {}]);
  expect([doubling, even]).toEqual([[], ["no-backoff"]]);
});

const twins = ["job-1", "job-2"].map((jobId) => factsOf({ jobId, at: START }));
const body = { requestDigest: "a", bodyHash: "a" };
const lost = create(1, 0, {
  ...body,
  jobId: "job-1",
  status: 0,
  end: "aborted",
  fault: "lost",
  faultKind: "lostResponse",
});

/** A client that polls a job until it succeeds, and downloads its results. */
function followed(id: number, jobId: string): Trace[] {
  return [
    trace(id, id * 1000, { use: "getJobStatus", jobId, jobState: "succeeded" }),
    trace(id + 1, (id + 1) * 1000, { use: "getResults", jobId }),
  ];
}

test("created-twice: equal jobs created in parallel, one of which the client found in the list", () => {
  const later = [
    trace(5, 5000, { use: "listJobs" }),
    ...followed(6, "job-1"),
    ...followed(8, "job-2"),
  ];
  const during = create(2, 0, { ...body, jobId: "job-2", durationMs: 5 });
  const after = create(2, 5, { ...body, jobId: "job-2" });
  const overlapping = [3, 4].map((id) => trace(id, 10, { use: "getQuotas" }));
  const found = (traces: readonly Trace[]) => judged({ jobs: twins, traces }).map(([id]) => id);
  expect(found([lost, during, ...later])).toEqual([]);
  expect(found([lost, after, ...overlapping, ...later])).toEqual([]);
  expect(found([lost, after, ...later])).toEqual(["created-twice"]);
  expect(found([lost, after, ...overlapping, ...followed(8, "job-2")])).toEqual(["created-twice"]);
});

test("created-twice: only a note if the client canceled the duplicate and followed it to its end", () => {
  const canceled = [
    trace(3, 3000, { use: "cancelJob", jobId: "job-1", jobState: "cancelling" }),
    trace(4, 5000, { use: "getJobStatus", jobId: "job-1", jobState: "cancelled" }),
  ];
  const traces = [lost, create(2, 100, { ...body, jobId: "job-2" }), ...canceled];
  expect(judged({ jobs: twins, traces: [...traces, ...followed(8, "job-2")] })).toEqual([]);
  expect(
    judged({ jobs: twins, traces: [...traces, ...followed(8, "job-2")] }, { strict: true }),
  ).toContainEqual([
    "created-twice",
    "The response to a create request was lost, and the client submitted the same job again, so the service created two jobs, job-1 and job-2. The client then canceled job-1, and checked that it ended.",
  ]);
  const unfollowed = judged({ jobs: twins, traces: traces.slice(0, 3) });
  expect(unfollowed.map(([id]) => id)).toContain("created-twice");
});

test("cancelling-taken-for-end: a list that another worker reads after the client was told of the end", () => {
  const cancel = { takes: fixed(60_000), losesRace: false };
  const jobs = [factsOf({ profile: { cancel }, at: START, later: [cancelAt(START + 5000)] })];
  const about = { jobId: "job-1" };
  const stale = { jobState: "succeeded", fault: "stale", faultKind: "staleStatus" } as const;
  const made = trace(1, 0, { use: "createJob", ...about, jobState: "queued" });
  const end = (id: number) => trace(id, id * 1000, { use: "getJob", ...about, ...stale });
  const canceled = trace(5, 5000, { use: "cancelJob", ...about, jobState: "cancelling" });
  const list = trace(9, 9000, { use: "listJobs" });
  const found = (...traces: readonly Trace[]) =>
    judged({ jobs, traces: [made, ...traces] }).map(([id]) => id);
  expect(found(canceled, end(6), list)).toEqual([]);
  expect(found(canceled, list)).toEqual(["cancelling-taken-for-end"]);
  // A state that the client was told before it canceled the job doesn't reveal the later end.
  expect(found(end(4), canceled, list)).not.toEqual([]);
});
