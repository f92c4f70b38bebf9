import { expect, test } from "@jest/globals";
import type { Trace } from "../../../src/core/trace.ts";
import { notJudged } from "../../../src/findings/report/not-judged.ts";
import { factsOf } from "../../core/job-builder.ts";
import { evidence, judged, START, trace } from "../support.ts";

// Told by hand, to the millisecond; `pace-over-http.test.ts` has the same over a socket.

const JOB = { jobId: "job-1" };
const SLOW = {
  profile: { pace: { kind: "duration", duration: { kind: "fixed", ms: 60_000 } } },
} as const;
const jobs = [factsOf({ ...JOB, ...SLOW, at: START })];
const created = trace(1, -20, { use: "createJob", ...JOB, jobState: "queued" });

/** Polls at these times that report a running job, its end, and the download. */
function story(polls: readonly number[], more: Partial<Trace> = {}): Trace[] {
  const looks = polls.map((at, index) =>
    trace(index + 2, at, { use: "getJobStatus", ...JOB, jobState: "running", ...more }),
  );
  const end = trace(90, 61_000, { use: "getJobStatus", ...JOB, jobState: "succeeded" });
  return [created, ...looks, end, trace(91, 61_100, { use: "getResults", ...JOB })];
}

test("polled-too-fast: three polls within a second of the previous one; polls a second apart are fine", () => {
  expect(judged({ jobs, traces: story([0, 1000, 2000, 4000]) })).toEqual([]);
  expect(judged({ jobs, traces: story([0, 999, 2000, 2100]) })).toEqual([]);
  expect(judged({ jobs, traces: story([0, 100, 150, 900, 2000]) })).toEqual([
    [
      "polled-too-fast",
      "The client polled job job-1 6 times, and 3 of these polls came less than 1s after the previous one. The shortest interval was 50ms.",
    ],
  ]);
});

test("pace is judged in the sandbox's time on a scaled clock, and not at all on a clock that stands still", () => {
  const traces = story([0, 100, 200, 300]);
  expect(judged({ jobs, traces, clock: { mode: "scaled", scale: 60 } })).toHaveLength(1);
  for (const clock of [{ mode: "manual" }, { mode: "poll", step: "next" }] as const) {
    expect(judged({ jobs, traces, clock })).toEqual([]);
    expect(notJudged(evidence({ traces, clock })).map(({ what }) => what)).toEqual([
      "pace (polled-too-fast, no-backoff, retry-after-ignored)",
    ]);
  }
});

test("no-backoff: 503 at an even pace; waiting longer each time is fine", () => {
  const busy = { status: 503, fault: "outage", faultKind: "status" as const };
  expect(judged({ jobs, traces: story([0, 2000, 6000, 14_000], busy) })).toEqual([]);
  expect(judged({ jobs, traces: story([0, 2000], busy) })).toEqual([]);
  expect(judged({ jobs, traces: story([0, 2000, 4000, 6000], busy) })).toEqual([
    [
      "no-backoff",
      "GET /getJobStatus was refused 4 times in a row with 503, and the client repeated it every 2s.",
    ],
  ]);
});

test("no-backoff: a tight loop whose intervals differ by chance; intervals that grow up to a limit are fine", () => {
  const busy = { status: 503, fault: "outage", faultKind: "status" as const };
  const after = (gaps: readonly number[]): number[] => {
    const times = [0];
    for (const gap of gaps) times.push((times.at(-1) ?? 0) + gap);
    return times;
  };
  const growing = after([60, 90, 210, 400, 520, 470, 510, 480, 530, 490, 500]);
  expect(judged({ jobs, traces: story(growing, busy) })).toEqual([]);
  // Connecting takes longer than what follows.
  const even = after([300, 40, 60, 40, 120, 40, 60, 80, 40, 40, 60]);
  expect(judged({ jobs, traces: story(even, busy), clock: { mode: "scaled", scale: 20 } })).toEqual(
    [
      [
        "no-backoff",
        "GET /getJobStatus was refused 12 times in a row with 503, and the client repeated it every 40ms to 300ms.",
      ],
    ],
  );
});

test("retry-after-ignored: a retry after one of five seconds; after five seconds, it is fine", () => {
  const busy = { status: 429, retryAfterMs: 5000, fault: "busy", faultKind: "status" as const };
  expect(judged({ jobs, traces: story([0, 5010, 10_020], busy) })).toEqual([]);
  expect(judged({ jobs, traces: story([0, 1000, 7000], busy) })).toEqual([
    [
      "retry-after-ignored",
      "GET /getJobStatus was refused with 429 and a Retry-After of 5s; the client repeated it after 990ms.",
    ],
  ]);
});

test("gave-up: no more polls of a job that succeeded; a client that cancels it or polls again didn't give up", () => {
  const traces = story([0, 2000]).slice(0, 3);
  expect(judged({ jobs, traces })).toEqual([
    [
      "gave-up",
      "The client was last told that job job-1 was RUNNING. The job succeeded 58s after it was reported as RUNNING, but the client never learned of its success.",
    ],
  ]);
  expect(judged({ jobs, traces: story([0, 2000]) })).toEqual([]);
  expect(judged({ jobs, traces, now: START + 6000 }).map(([id]) => id)).toEqual(["still-active"]);
  const failing = { kind: "failed", at: { atShare: 0.5 }, reason: "" } as const;
  const failed = [factsOf({ ...JOB, at: START, profile: { outcome: failing } })];
  expect(judged({ jobs: failed, traces })).toEqual([]);
});

test("large-json: more than 100 MB as JSON; Parquet is fine", () => {
  const large = (format: string) =>
    story([0]).map((each) =>
      each.use === "getResults"
        ? { ...each, responseBytes: 100_000_001, sent: [`query.result_format=${format}`] }
        : each,
    );
  expect(judged({ jobs, traces: large("parquet") })).toEqual([]);
  expect(judged({ jobs, traces: large("json") })).toEqual([
    [
      "large-json",
      "The client downloaded the results of job job-1 as JSON (100 MB); above 100 MB, Parquet is recommended.",
    ],
  ]);
});

test("created-twice: after a lost response; listing the jobs first, or having seen the response, is fine", () => {
  const create = (id: number, jobId: string, more: Partial<Trace> = {}) =>
    trace(id, id * 1000, { use: "createJob", jobId, requestDigest: "d", ...more });
  const lost = create(1, "job-1", {
    end: "aborted",
    status: 0,
    fault: "lost",
    faultKind: "lostResponse",
  });
  const twins = ["job-1", "job-2"].map((jobId) => factsOf({ jobId, at: START }));
  const list = trace(3, 3000, { use: "listJobs" });
  expect(
    judged({ jobs: twins, traces: [lost, create(2, "job-2"), { ...list, id: 9 }] }),
  ).toContainEqual([
    "created-twice",
    "The response to a create request was lost, and the client submitted the same job again, so the service created two jobs, job-1 and job-2.",
  ]);
  const ids = (traces: Trace[]) => judged({ jobs: twins, traces }).map(([id]) => id);
  expect(ids([lost, { ...list, id: 2 }, create(3, "job-2")])).not.toContain("created-twice");
  expect(ids([create(1, "job-1"), create(2, "job-2"), list])).not.toContain("created-twice");
  // The lost request arrived before the list was requested, and was held up.
  const held = { ...lost, id: 2, wallAt: list.wallAt - 500 };
  expect(ids([{ ...list, id: 1 }, held, create(3, "job-2")])).not.toContain("created-twice");
});

test("went-on-after-bad-download: unless the client downloads the file again, or the test declares that it reported an error", () => {
  const spoilt = story([0]).map((each) =>
    each.use === "getResults"
      ? { ...each, fault: "half", faultKind: "truncate" as const, end: "aborted" as const }
      : each,
  );
  expect(judged({ jobs, traces: spoilt })).toEqual([
    [
      "went-on-after-bad-download",
      "The download of job job-1's results was truncated (fault `half`), and the client did not repeat it. batch-sim can't see whether the client reported an error.",
    ],
  ]);
  const again = trace(92, 62_000, { use: "getResults", ...JOB });
  expect(judged({ jobs, traces: [...spoilt, again] })).toEqual([]);
  const tell = (afterExchange: number, jobId = "job-1") =>
    judged({ jobs, traces: spoilt, clientErrors: [{ afterExchange, jobId }] }).map(([id]) => id);
  expect(tell(91)).toEqual([]);
  expect(tell(90)).toContain("went-on-after-bad-download");
  expect(tell(91, "job-2")).toContain("went-on-after-bad-download");
});

test("not-retried: a read that was reset; another way to ask for the state counts as a retry", () => {
  const reset = trace(2, 1000, {
    use: "getJobStatus",
    ...JOB,
    status: 0,
    end: "aborted",
    fault: "reset",
    faultKind: "reset",
  });
  const rest = story([]).slice(1);
  expect(judged({ jobs, traces: [created, reset] }).map(([id]) => id)).toEqual(["not-retried"]);
  const record = rest.map((each) =>
    each.use === "getJobStatus" ? { ...each, use: "getJob", operationId: "getJob" } : each,
  );
  expect(judged({ jobs, traces: [created, reset, ...record] })).toEqual([]);
});

test("deviation-in-effect: a value that contradicts the interface document is named", () => {
  const { contract } = evidence({});
  const assumptions = contract.assumptions.map((entry) =>
    entry.id === "reasoning-content" ? { ...entry, value: "object", isDeviation: true } : entry,
  );
  const traces = [trace(1, 0, { use: "getQuotas", assumptions: ["reasoning-content"] })];
  expect(
    judged({ traces, contract: { ...contract, assumptions } }, { strict: true }),
  ).toContainEqual([
    "deviation-in-effect",
    'The assumption `reasoning-content` is "object", which contradicts the interface document, part 2, output content rule 3.',
  ]);
});

test("polled-too-fast: timers may be early by 100 ms, and only consecutive short intervals count", () => {
  expect(judged({ jobs, traces: story([0, 933, 1880, 2790, 3700]) })).toEqual([]);
  expect(judged({ jobs, traces: story([0, 500, 2000, 2500, 4000, 4500, 6000]) })).toEqual([]);
  expect(judged({ jobs, traces: story([0, 899, 1798, 2697]) }).map(([id]) => id)).toEqual([
    "polled-too-fast",
  ]);
});

test("polled-too-fast: a poll that repeats a failed one may follow sooner", () => {
  const failed = { status: 0, end: "aborted", fault: "cut", faultKind: "reset" } as const;
  const traces = story([0, 200, 600, 1400]).map((each) =>
    each.id >= 2 && each.id <= 4 ? { ...each, ...failed } : each,
  );
  expect(judged({ jobs, traces })).toEqual([]);
});
