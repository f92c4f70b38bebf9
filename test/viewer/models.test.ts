import { expect, test } from "@jest/globals";
import type { Exchange } from "../../src/core/exchange.ts";
import type { Finding } from "../../src/findings/finding.ts";
import { eventParser, send } from "../../src/viewer/live/control-client.ts";
import { shownBody } from "../../src/viewer/model/body-text.ts";
import { asCurl, asFaultRule, asFetch, curlOf } from "../../src/viewer/model/commands.ts";
import {
  type ExchangeFilter,
  filtered,
  idsWith,
  pacesOf,
} from "../../src/viewer/model/filtered.ts";
import { harText } from "../../src/viewer/model/har.ts";
import { clockRate, typedInstant, wallTimeAt } from "../../src/viewer/model/instants.ts";
import { marksOf } from "../../src/viewer/model/marks.ts";
import {
  changedFilters,
  type Filters,
  NO_JOB,
  readPlace,
  writePlace,
} from "../../src/viewer/model/place.ts";
import {
  eventsOf,
  jobsByStateAt,
  nextChangeFinder,
  segmentsOf,
} from "../../src/viewer/model/segments.ts";
import {
  breakOf,
  brokenSpanOf,
  instantAt,
  positionOf,
  spanOf,
  ticksOf,
  zoom,
} from "../../src/viewer/model/time-scale.ts";
import { windowOf } from "../../src/viewer/model/window.ts";

const TIMELINE = {
  jobId: "job-1",
  isDryRun: false,
  modelId: "m",
  scenario: "slow",
  plan: { createdAt: 0, numRows: 4, readsLate: false, lateMs: 0 },
  phases: [
    { state: "queued", from: 0, progress: { kind: "still", rows: 0 } },
    { state: "running", from: 100, progress: { kind: "still", rows: 0 } },
    { state: "succeeded", from: 300, progress: { kind: "still", rows: 4 } },
  ],
  interference: [],
} as const;

test("a lane's current segment is cut at now, and the rest is the future", () => {
  const cut = segmentsOf(TIMELINE, { from: 0, to: 1000 }, 200).map((segment) => [
    segment.phase.state,
    segment.from,
    segment.to,
    segment.isFuture,
  ]);
  expect(cut).toEqual([
    ["queued", 0, 100, false],
    ["running", 100, 200, false],
    ["running", 200, 300, true],
  ]);
  expect(eventsOf(TIMELINE, 200)).toEqual([{ at: 300, kind: "succeeded", isFuture: true }]);
  const late = { ...TIMELINE, plan: { ...TIMELINE.plan, lateMs: 50, expireAfterMs: 500 } };
  expect(eventsOf(late, 350)).toEqual([
    { at: 300, kind: "succeeded", isFuture: false },
    { at: 350, kind: "ready", isFuture: false },
    { at: 800, kind: "expiry", isFuture: true },
  ]);
  expect(nextChangeFinder()([TIMELINE], 200)).toEqual({ at: 300, jobId: "job-1" });
  expect(nextChangeFinder()([TIMELINE], 300)).toBeUndefined();
  const [jobs, find] = [[TIMELINE], nextChangeFinder()];
  expect([50, 60, 100, 250, 300, 90].map((at) => find(jobs, at)?.at)).toEqual([
    100,
    100,
    300,
    300,
    undefined,
    100,
  ]);
  expect([...jobsByStateAt(jobs, 150)]).toEqual([["running", [TIMELINE]]]);
  expect([...jobsByStateAt(jobs, -1)]).toEqual([]);
});

test("zooming keeps the instant at the pointer, and ticks are at round instants", () => {
  const span = { from: 0, to: 100_000 };
  const closer = zoom(span, 0.5, 0.25);
  expect(instantAt(closer, 0.25)).toBe(instantAt(span, 0.25));
  expect(positionOf(closer, closer.to)).toBe(1);
  expect(ticksOf({ from: 1500, to: 62_000 }, 7)).toEqual([
    10_000, 20_000, 30_000, 40_000, 50_000, 60_000,
  ]);
  const fitted = spanOf([1000, 2000]);
  expect(fitted.from < 1000 && fitted.to > 2000).toBe(true);
});

test("one job that ends hours after the others is behind a break of the axis", () => {
  const [minute, hour] = [60_000, 3_600_000];
  const span = brokenSpanOf([0, 4 * minute], [3 * minute, 4 * minute, 5 * hour]);
  expect(positionOf(span, 4 * minute)).toBeGreaterThan(0.7);
  expect(positionOf(span, 5 * hour)).toBeLessThan(1);
  expect(positionOf(span, 5 * hour)).toBeGreaterThan(breakOf(span) ?? 1);
  for (const at of [0, minute, 4 * minute, hour, 5 * hour])
    expect(Math.abs(instantAt(span, positionOf(span, at)) - at)).toBeLessThan(2);
  // Zooming and moving continue without the break.
  expect(zoom(span, 0.5, 0.1).until).toBeUndefined();
  expect(brokenSpanOf([0, 10], [5 * hour]).until).toBeUndefined();
  expect(brokenSpanOf([0, 10], [minute, 3 * minute, 8 * minute]).until).toBeUndefined();
});

const CALL = {
  id: 1,
  at: 100,
  wallAt: 0,
  method: "GET",
  url: "/job-status/job-1",
  operationId: "getJobStatus",
  jobId: "job-1",
  status: 200,
  requestBytes: 0,
  responseBytes: 10,
  problems: 0,
  end: "finished",
  durationMs: 1,
} as const;

test("an instant has the wall time of a running clock, or that of the nearest call", () => {
  const pairs = [
    { at: 1000, wallAt: 50_000 },
    { at: 9000, wallAt: 51_000 },
    { at: 2000, wallAt: 0 },
  ];
  const timesOf = (mode: string) =>
    [500, 1000, 1500, 8000, 8990, 9500].map((at) =>
      wallTimeAt(pairs, at, { rate: clockRate(mode), nearMs: 10 }),
    );
  expect(timesOf("real")).toEqual([49_500, 50_000, 50_500, 51_000, 51_000, 51_500]);
  expect(timesOf("2x")).toEqual([49_750, 50_000, 50_250, 51_000, 51_000, 51_250]);
  for (const mode of ["manual", "poll:5000ms"])
    expect(timesOf(mode)).toEqual([undefined, 50_000, undefined, undefined, 51_000, undefined]);
  expect(wallTimeAt([], 0, { rate: 1, nearMs: 10 })).toBeUndefined();
});

const FINDING: Finding = {
  id: "invalid-request",
  severity: "error",
  sentence: "Wrong.",
  cure: "Correct it.",
  exchanges: [3],
  evidence: [],
  exchangeCount: 1,
  repeat: "",
  sandbox: "",
  scenario: "",
  isExpected: false,
};

test("calls at the same place are one mark, with the worst outcome", () => {
  const calls = [
    CALL,
    { ...CALL, id: 2, at: 101, status: 503, fault: "busy" },
    { ...CALL, id: 3, at: 900 },
  ];
  const marks = marksOf(calls, { span: { from: 0, to: 1000 }, width: 500 }, (id) =>
    id === 3 ? [FINDING] : [],
  );
  expect(
    marks.map(({ x, calls: own, outcome, isFaulted, findings }) => [
      x,
      own.length,
      outcome,
      isFaulted,
      findings,
    ]),
  ).toEqual([
    [50, 2, "error", true, []],
    [450, 1, "success", false, [FINDING]],
  ]);
});

test("each call's gap is measured from the previous one about the same job", () => {
  const calls = [
    { ...CALL, at: 0, wallAt: 1000, retryAfterMs: 5000 },
    { ...CALL, id: 2, at: 3000, wallAt: 1010, jobId: "other" },
    { ...CALL, id: 3, at: 4000, wallAt: 1020 },
    { ...CALL, id: 4, at: 9000 },
  ];
  expect([...pacesOf(calls)]).toEqual([
    [3, { gapMs: 4000, wallGapMs: 20, isEarly: true }],
    [4, { gapMs: 5000, isEarly: false }],
  ]);
});

test("an instant can be typed as a time of day, a date, or a duration", () => {
  const now = Date.parse("2030-01-01T10:00:00Z");
  const typed = (text: string) => {
    const at = typedInstant(text, now);
    return at === undefined ? undefined : new Date(at).toISOString();
  };
  expect(typed("12:30")).toBe("2030-01-01T12:30:00.000Z");
  expect(typed("9:00:05")).toBe("2030-01-02T09:00:05.000Z");
  expect(typed("2030-02-03 04:05")).toBe("2030-02-03T04:05:00.000Z");
  expect(typed("+1m30s")).toBe("2030-01-01T10:01:30.000Z");
  for (const text of ["", "soon", "25:00", "2030-13-01"]) expect(typed(text)).toBeUndefined();
});

test("filters combine", () => {
  const calls = [
    CALL,
    { ...CALL, id: 2, status: 404 },
    { ...CALL, id: 3, status: 503, fault: "busy" },
  ];
  const ids = (filters: Filters, more: Partial<ExchangeFilter> = {}) =>
    filtered(calls, { filters, job: "", ...more }, (id) => (id === 2 ? [FINDING] : [])).map(
      ({ id }) => id,
    );
  expect(ids({})).toEqual([1, 2, 3]);
  expect(ids({ outcome: "refused" })).toEqual([2]);
  expect(ids({ faulted: "yes" })).toEqual([3]);
  expect(ids({ found: "yes" })).toEqual([2]);
  expect(ids(changedFilters({ faulted: "yes" }, { outcome: "", faulted: "" }))).toEqual([1, 2, 3]);
  expect(ids(changedFilters({ faulted: "yes" }, { outcome: "refused" }))).toEqual([]);
  expect(ids({ q: "BUSY" })).toEqual([3]);
  expect(ids({ q: "busy", outcome: "success" })).toEqual([]);
  expect(ids({ q: "busy" }, { inBodies: new Set([1]) })).toEqual([1, 3]);
  expect(ids({}, { job: NO_JOB })).toEqual([]);
  const jobs = Array.from({ length: 99 }, (_, index) => (index === 0 ? "" : `Job-${index}`));
  expect(idsWith(" job-9", jobs)).toEqual(jobs.filter((id) => id.startsWith("Job-9")));
  expect(idsWith("", jobs)).toEqual(jobs.slice(1, 51));
});

const EXCHANGE: Exchange = {
  ...CALL,
  method: "POST",
  url: "/batch-inference",
  operationId: "createJob",
  request: {
    headers: { host: "x", authorization: "Key ***1a2b", "content-type": "application/json" },
    body: { byteLength: 18, text: '{"inputs":["it\'s"]}' },
  },
  response: {
    status: 503,
    headers: { "content-type": "application/json" },
    body: { byteLength: 2, text: "{}" },
  },
  problems: [],
};

test("an exchange is copied as curl, as fetch, and as a fault rule", () => {
  expect(asCurl(EXCHANGE, "http://sim")).toBe(`curl -X POST http://sim/batch-inference \\
  -H 'authorization: Key '"$BATCH_SIM_API_KEY" \\
  -H 'content-type: application/json' \\
  --data-raw '{"inputs":["it'\\''s"]}'`);
  expect(asFetch(EXCHANGE, "http://sim")).toBe(`await fetch("http://sim/batch-inference", {
  method: "POST",
  headers: {
    "authorization": \`Key \${process.env.BATCH_SIM_API_KEY}\`,
    "content-type": "application/json",
  },
  body: "{\\"inputs\\":[\\"it's\\"]}",
});`);
  expect(asFaultRule(EXCHANGE)).toBe(`- on: createJob
  status: 503
  headers: { content-type: "application/json" }
  body: "{}"
  times: 1
`);
});

test("a GET request with a body stays one in a curl command", () => {
  const request = { headers: {}, body: { byteLength: 2, text: "{}" } };
  expect(asCurl({ ...EXCHANGE, method: "GET", request }, "http://sim")).toBe(
    "curl -X GET http://sim/batch-inference \\\n  --data-raw '{}'",
  );
});

test("a HEAD request in a curl command expects no body", () => {
  const exchange = { ...EXCHANGE, method: "HEAD", request: { headers: {} } };
  expect(asCurl(exchange, "http://sim")).toBe("curl --head http://sim/batch-inference");
});

test("only headers with keys get one in a command", () => {
  const headers = {
    "x-goog-api-key": "***",
    "x-note": "***bold***",
    referer: "http://a/?token=***",
  };
  const exchange = { ...EXCHANGE, method: "GET", request: { headers } };
  expect(asCurl(exchange, "http://sim")).toBe(`curl http://sim/batch-inference \\
  -H 'x-goog-api-key: '"$BATCH_SIM_API_KEY" \\
  -H 'x-note: ***bold***' \\
  -H 'referer: http://a/?token=***'`);
  expect(asFetch(exchange, "http://sim")).toContain(`
    "x-goog-api-key": \`\${process.env.BATCH_SIM_API_KEY}\`,
    "x-note": "***bold***",
    "referer": "http://a/?token=***",
`);
});

test("an action is shown as the request that the page sends", () => {
  const where = { origin: "http://sim", sandbox: "my box" };
  expect(curlOf({ method: "POST", path: "/clock/advance", body: { by: "1s" } }, where)).toBe(
    `curl -H 'x-sim-sandbox: my box' --data-raw '{"by":"1s"}' http://sim/_sim/clock/advance`,
  );
  expect(curlOf({ method: "DELETE", path: "/faults/a" }, where)).toBe(
    `curl -X DELETE -H 'x-sim-sandbox: my box' http://sim/_sim/faults/a`,
  );
});

test("bodies are shown as indented JSON, as cells, or as what is known of them", () => {
  expect(
    shownBody({ byteLength: 7, text: '{"a":1}' }, { "content-type": "application/json" }).text,
  ).toBe('{\n  "a": 1\n}');
  expect(
    shownBody({ byteLength: 9, text: '{"a', isCut: true }, { "content-type": "application/json" }),
  ).toEqual({
    text: '{"a',
    note: "Truncated; the complete body is 9 B.",
  });
  expect(
    shownBody({ byteLength: 20, text: 'a,b\r\n"1,\n""x""",2\n' }, { "content-type": "text/csv" })
      .rows,
  ).toEqual([
    ["a", "b"],
    ['1,\n"x"', "2"],
  ]);
  const rows = [["outputs"], ["a"]];
  expect(shownBody({ byteLength: 900, sha256: "ab", rows })).toEqual({
    rows,
    note: "Only the first rows are shown; the complete body is 900 B. Damage from faults is not shown.",
  });
  expect(shownBody(undefined, { "content-length": "68" }).note).toBe(
    "The body wasn't read; its content-length is 68 B.",
  );
  expect(shownBody({ byteLength: 5000, sha256: "ab" })).toEqual({
    note: "5.0 KB, not recorded as text; SHA-256 ab.",
  });
});

test("an HTTP archive has everything that the journal has", () => {
  const exchange: Exchange = {
    id: 3,
    at: 1_893_456_000_000,
    wallAt: 1_700_000_000_000,
    method: "POST",
    url: "/batch-inference?a=1&a=%20",
    operationId: "createJob",
    jobId: "job-1",
    request: {
      headers: { "content-type": "application/json" },
      body: { byteLength: 2, text: "{}" },
    },
    response: {
      status: 303,
      headers: { "content-type": "text/csv", location: "/there" },
      body: { byteLength: 9000, text: "a,b", isCut: true, sha256: "ab" },
    },
    fault: "busy",
    problems: [],
    end: "finished",
    durationMs: 12.5,
  };
  const message = { httpVersion: "HTTP/1.1", cookies: [], headersSize: -1 };
  const entry = {
    startedDateTime: "2023-11-14T22:13:20.000Z",
    time: 12.5,
    request: {
      ...message,
      method: "POST",
      url: "http://there/batch-inference?a=1&a=%20",
      headers: [{ name: "content-type", value: "application/json" }],
      queryString: [
        { name: "a", value: "1" },
        { name: "a", value: " " },
      ],
      postData: { mimeType: "application/json", text: "{}" },
      bodySize: 2,
    },
    response: {
      ...message,
      status: 303,
      statusText: "",
      headers: [
        { name: "content-type", value: "text/csv" },
        { name: "location", value: "/there" },
      ],
      content: {
        size: 9000,
        mimeType: "text/csv",
        text: "a,b",
        comment: "only the beginning; SHA-256 of the whole body: ab",
      },
      redirectURL: "/there",
      bodySize: 9000,
    },
    cache: {},
    timings: { send: 0, wait: 12.5, receive: 0 },
    _id: 3,
    _virtualTime: "2030-01-01T00:00:00.000Z",
    _operation: "createJob",
    _job: "job-1",
    _fault: "busy",
    _end: "finished",
  };
  const text = harText([exchange], { origin: "http://there", version: "1.2.3" });
  expect(JSON.parse(text)).toEqual({
    log: { version: "1.2", creator: { name: "batch-sim", version: "1.2.3" }, entries: [entry] },
  });
  const { body: _, ...response } = exchange.response;
  const { body: __, ...request } = exchange.request;
  const bare = JSON.parse(
    harText([{ ...exchange, request, response }], { origin: "http://there", version: "1" }),
  ).log.entries[0];
  expect(bare.request).not.toHaveProperty("postData");
  expect(bare.response.content).toEqual({ size: 0, mimeType: "text/csv" });
});

test("events are read from chunks that end anywhere", () => {
  const parse = eventParser();
  expect(parse("retry: 1000\n\nid: a-1\nevent: ch")).toEqual([]);
  expect(parse('ange\ndata: {"kind":"clock"}\n\n: heartbeat\n\n')).toEqual([
    { id: "a-1", event: "change", data: '{"kind":"clock"}' },
  ]);
  const data = '{"kind":"job\u2028data: 1"}';
  expect(parse(`data: ${data}\n\n`)).toEqual([{ id: "", event: "message", data }]);
});

test.each(['{"error":"Bad gateway"}', '{"detail":"Bad gateway"}', "null", "<html>"])(
  "a proxy's response %s is an error with its status",
  async (body) => {
    const { fetch } = globalThis;
    globalThis.fetch = async () => new Response(body, { status: 502 });
    try {
      await expect(send({ method: "GET", path: "/health" }, "")).rejects.toMatchObject({
        code: "SIM_UNREACHABLE",
        message: "The server responded with status 502.",
      });
    } finally {
      globalThis.fetch = fetch;
    }
  },
);

test("the address keeps the place", () => {
  const place = {
    view: "exchanges",
    sandbox: "a b",
    job: "job-1",
    exchange: 5,
    at: 7,
    filters: { q: "a&b", faulted: "yes" },
  } as const;
  expect(readPlace(writePlace(place))).toEqual(place);
  expect(readPlace("#/nowhere?exchange=x&at=-1")).toEqual({
    view: "timeline",
    sandbox: "",
    job: "",
    exchange: 0,
    at: undefined,
    filters: {},
  });
});

test("only visible rows are rendered", () => {
  const list = { count: 10_000, rowHeight: 30, height: 600 };
  expect(windowOf({ ...list, scrollTop: 0 })).toEqual({ first: 0, end: 24, slots: 29 });
  expect(windowOf({ ...list, scrollTop: 150_000 })).toEqual({ first: 4996, end: 5024, slots: 29 });
  expect(windowOf({ ...list, count: 3, scrollTop: 0 })).toEqual({ first: 0, end: 3, slots: 29 });
});
