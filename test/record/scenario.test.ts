import { expect, test } from "@jest/globals";
import { parse } from "yaml";
import { readTrace, traceText } from "../../src/control/shared/trace-text.ts";
import { recordingOf } from "../../src/viewer/model/recording.ts";
import { json, serve, startRecording, type TestRecording } from "./support.ts";

/** A response at an instant, in milliseconds after the first one. */
type Reply = {
  readonly at: number;
  readonly body: unknown;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
};
/** A request and its response, which takes this many milliseconds, or none. */
type Step = Reply & { readonly method?: string; readonly path: string; readonly sent?: unknown } & {
  readonly takesMs?: number;
};

const STATUS = "/job-status/job-1";
const create = (at = 0, id = "job-1", sent: unknown = { inputs: ["a", "b"] }): Step => ({
  ...{ at, method: "POST", path: "/batch-inference", sent, body: { job_id: id } },
});
const state = (at: number, name: string, id = "job-1"): Step => ({
  ...{ at, path: `/job-status/${id}`, body: { job_status: { [id]: name } } },
});

type Played = {
  readonly scenario: {
    readonly description: string;
    readonly profiles?: readonly unknown[];
    readonly rows?: readonly unknown[];
    readonly faults?: readonly unknown[];
  };
  readonly files: Awaited<ReturnType<TestRecording["end"]>>;
};

/** Plays a conversation through the proxy, and parses the resulting scenario. */
async function play(steps: readonly Step[], overlays: readonly string[] = []): Promise<Played> {
  let step: Step = create();
  let now = 0;
  await using service = await serve((_, res) => {
    now += step.takesMs ?? 0;
    for (const [name, value] of Object.entries(step.headers ?? {})) res.setHeader(name, value);
    json(res, step.body, step.status ?? 200);
  });
  const recording = await startRecording(service.url, { now: () => now }, overlays);
  for (step of steps) {
    now = step.at;
    const { method = "GET", path, sent } = step;
    const headers = { authorization: "Key own-key", "content-type": "application/json" };
    const body = sent === undefined ? {} : { body: JSON.stringify(sent) };
    await (await fetch(recording.baseUrl + path, { method, headers, ...body })).text();
  }
  const files = await recording.end();
  return { scenario: parse(files.scenario ?? "{}"), files };
}

test("a change between two polls is dated in the middle, and a state that nobody saw takes no time", async () => {
  const { scenario, files } = await play([
    create(),
    state(1000, "QUEUED"),
    state(5000, "RUNNING"),
    state(9000, "RUNNING"),
    state(20_000, "SUCCEEDED"),
  ]);
  expect(scenario.profiles).toEqual([{ queued: "3s", starting: 0, running: "11500ms" }]);
  expect(scenario.description).toMatch(/^Recorded from 127\.0\.0\.1:\d+: 1 job, 5 requests\.$/);
  const [job] = files.trace.sandboxes[0]?.jobs ?? [];
  expect(job?.timeline.phases.map(({ state: name, from }) => [name, from])).toEqual([
    ...[
      ["queued", 0],
      ["starting", 3000],
      ["running", 3000],
      ["succeeded", 14_500],
    ],
  ]);
});

test("times that the service states are used instead, if they are between the polls", async () => {
  const instant = (ms: number): string => new Date(1_800_000_000_000 + ms).toISOString();
  const record = {
    ...{ job_id: "job-1", status: "SUCCEEDED", num_rows: 2, rows_completed: 2 },
    ...{ datetime_created: instant(0), datetime_started: instant(1700) },
    datetime_completed: instant(11_250),
  };
  const { scenario } = await play([
    create(),
    state(1000, "QUEUED"),
    state(2000, "STARTING"),
    state(3000, "RUNNING"),
    { at: 20_000, path: "/jobs/job-1", body: { job: record } },
  ]);
  expect(scenario.profiles).toEqual([{ queued: "1700ms", starting: "800ms", running: "8750ms" }]);
});

test("a failed job fails again at the same time, for the same reason", async () => {
  const failed = { job_id: "job-1", status: "FAILED", failure_reason: { message: "Out of disk." } };
  const { scenario } = await play([
    create(),
    state(2000, "RUNNING"),
    { at: 8000, path: "/jobs/job-1", body: { job: failed } },
  ]);
  expect(scenario.profiles).toEqual([
    {
      ...{ queued: "1s", starting: 0, running: "8s" },
      outcome: { failed: { after: "5s", reason: "Out of disk." } },
    },
  ]);
});

test("a job that was seen only once, in a slow response, is stuck at its beginning", async () => {
  const slow = { takesMs: 1000 };
  const { scenario } = await play([
    { ...create(), ...slow },
    { ...state(1000, "RUNNING"), ...slow },
  ]);
  expect(scenario.profiles).toEqual([
    { queued: "750ms", starting: 0, running: "1ms", outcome: { stuck: { in: "running", at: 0 } } },
  ]);
});

test("a job that the client didn't see end is stuck where it was seen last", async () => {
  const { scenario } = await play([create(), state(2000, "RUNNING"), state(6000, "RUNNING")]);
  expect(scenario.profiles).toEqual([
    {
      ...{ queued: "1s", starting: 0, running: "10s" },
      outcome: { stuck: { in: "running", at: 0.5 } },
    },
  ]);
});

test("a state that goes back is out of date", async () => {
  const { scenario } = await play([
    ...[create(), state(2000, "RUNNING"), state(3000, "QUEUED"), state(9000, "SUCCEEDED")],
  ]);
  expect(scenario.profiles).toEqual([{ queued: "1s", starting: 0, running: "4500ms" }]);
});

test("results that are late, and rows without an output", async () => {
  const path = "/jobs/job-1/results?result_format=json";
  const { scenario } = await play([
    ...[create(), state(2000, "RUNNING"), state(4000, "SUCCEEDED")],
    { at: 5000, path, status: 409, body: { detail: "The results are not ready." } },
    { at: 7000, path, body: { outputs: ["yes", ""] } },
  ]);
  expect(scenario).toMatchObject({
    profiles: [{ queued: "1s", starting: 0, running: "2s", results: { lateBy: "3s" } }],
    rows: [{ index: [1], outcome: "empty" }],
  });
  expect(scenario.faults).toBeUndefined();
});

test("jobs that their requests tell apart have profiles of their own, and others share ranges", async () => {
  const small = { inputs: ["a"], job_priority: 0 };
  const { scenario, files } = await play([
    ...[create(0, "job-1"), state(2000, "RUNNING", "job-1"), state(4000, "SUCCEEDED", "job-1")],
    ...[
      create(10_000, "job-2"),
      state(14_000, "RUNNING", "job-2"),
      state(16_000, "SUCCEEDED", "job-2"),
    ],
    ...[create(20_000, "job-3", small), state(22_000, "SUCCEEDED", "job-3")],
    ...[create(30_000, "job-4"), state(32_000, "FAILED", "job-4")],
  ]);
  expect(scenario.profiles).toEqual([
    {
      when: { model: expect.any(String), jobPriority: 0, inputs: { min: 1, max: 1 } },
      ...{ queued: "1s", starting: 0, running: 0 },
    },
    { queued: { uniform: ["1s", "2s"] }, starting: 0, running: { uniform: ["2s", "3s"] } },
  ]);
  expect(files.notes).toEqual([
    "1 of 3 jobs with the same model, priority, and number of inputs did not end as `succeeded`, the outcome that the scenario gives to all of them.",
  ]);
});

test("responses that the interface doesn't explain are faults; those about the job's state are not", async () => {
  const { scenario } = await play([
    create(),
    { at: 500, path: STATUS, status: 404, body: { detail: "Unknown job." } },
    { at: 600, path: STATUS, status: 502, body: "Bad gateway" },
    { at: 700, path: "/jobs/other", status: 404, body: { detail: "Unknown job." } },
    { at: 800, path: STATUS, status: 401, body: { detail: "Expired." } },
    { at: 900, path: "/elsewhere", status: 500, body: {} },
    state(1000, "QUEUED"),
  ]);
  const common = { on: "getJobStatus", times: 1 };
  expect(scenario.faults).toEqual([
    {
      ...common,
      name: "getJobStatus-404-2",
      when: { call: 1 },
      status: 404,
      body: { detail: "Unknown job." },
    },
    {
      ...common,
      name: "getJobStatus-502-3",
      when: { call: 2 },
      status: 502,
      body: "Bad gateway",
      headers: { "content-type": "application/json" },
    },
    {
      ...common,
      name: "getJobStatus-401-5",
      when: { call: 3 },
      status: 401,
      body: { detail: "Expired." },
    },
  ]);
});

test("a rate limit that the service states is one, and what it refused is not another fault", async () => {
  const headers = { "RateLimit-Policy": '"default";q=100;w=60' };
  const { scenario } = await play([
    create(),
    { at: 100, path: STATUS, status: 429, body: { detail: "Slow down." }, headers },
    { ...state(1000, "QUEUED"), headers },
  ]);
  expect(scenario.faults).toEqual([
    { name: "rate-limit", on: "*", rateLimit: { requests: 100, per: "60s" } },
  ]);
});

test("another API's calls are explained by its overlay", async () => {
  const batch = (at: number, status: string, completed: number): Step => ({
    ...{ at, path: "/batches/batch_1" },
    body: {
      ...{ id: "batch_1", object: "batch", status, created_at: 1_800_000_000 },
      request_counts: { total: 4, completed, failed: status === "completed" ? 1 : 0 },
    },
  });
  const { scenario, files } = await play(
    [
      {
        ...batch(0, "validating", 0),
        method: "POST",
        path: "/batches",
        sent: { input_file_id: "file-1" },
      },
      ...[batch(2000, "in_progress", 0), batch(6000, "in_progress", 2)],
      ...[batch(8000, "finalizing", 3), batch(10_000, "completed", 3)],
    ],
    ["openai"],
  );
  expect(scenario.profiles).toEqual([
    { queued: "1s", starting: 0, running: "6s", finalizing: "2s" },
  ]);
  expect(scenario.rows).toEqual([{ range: [0, 0], outcome: { error: { status: 500 } } }]);
  expect(files.notes).toEqual([]);
});

const anthropicBatch = (at: number, status: string, ended: object = {}): Step => ({
  ...{ at, path: "/v1/messages/batches/msgbatch_1" },
  body: {
    ...{ id: "msgbatch_1", type: "message_batch", processing_status: status },
    request_counts: { processing: 0, succeeded: 3, errored: 0, canceled: 0, expired: 0, ...ended },
  },
});
const sevenRequests = Array.from({ length: 7 }, (_, index) => ({ custom_id: `r${index}` }));
const anthropicCreate: Step = {
  ...{ ...anthropicBatch(0, "in_progress", { processing: 7, succeeded: 0 }), method: "POST" },
  ...{ path: "/v1/messages/batches", sent: { requests: sevenRequests } },
};

test.each([
  ["canceled", { canceled: 4 }, { canceled: { at: 0.428572 } }, "9333ms"],
  ["expired", { expired: 4 }, { expired: { at: 0.428572, after: "4s" } }, "9333ms"],
  ["completed", { errored: 4 }, undefined, "4s"],
])("if every final state has the same name, counts show that a job %s", async (...args) => {
  const [, counts, outcome, running] = args;
  const { scenario } = await play(
    [
      ...[anthropicCreate, anthropicBatch(2000, "in_progress", { processing: 7, succeeded: 0 })],
      anthropicBatch(6000, "ended", counts),
    ],
    ["anthropic"],
  );
  // Otherwise, a replayed cancellation would take a second longer, and the client would miss its end.
  const cancel = outcome && "canceled" in outcome && { cancel: { takes: 0 } };
  expect(scenario.profiles).toEqual([
    { queued: 0, starting: 0, running, ...(outcome !== undefined && { outcome }), ...cancel },
  ]);
});

type OpenAiEnd = {
  readonly completed?: number;
  readonly failed?: number;
  readonly errors?: object;
};
const openAiBatch = (at: number, status: string, { errors, ...counts }: OpenAiEnd = {}): Step => ({
  ...{ at, path: "/batches/batch_1" },
  body: {
    ...{ id: "batch_1", object: "batch", status, errors: errors ?? null },
    request_counts: { total: 7, completed: 0, failed: 0, ...counts },
  },
});
const openAiCreate: Step = {
  ...{ ...openAiBatch(0, "validating"), method: "POST", path: "/batches" },
  sent: { input_file_id: "file-1" },
};
const listOf = (message: string) => ({ object: "list", data: [{ code: "oops", message }] });

test.each([
  [...["canceled", "cancelled", { completed: 3 }, true], ...["7s", { canceled: { at: 0.428572 } }]],
  [
    ...["expired", "expired", { completed: 6 }, true],
    ...["3500ms", { expired: { at: 0.857143, after: "4s" } }],
  ],
  [
    ...["failed", "failed", { completed: 4, failed: 3, errors: listOf("Out\nof disk.") }, true],
    ...["5250ms", { failed: { at: 0.571429, reason: "Out of disk." } }],
  ],
  [
    ...["expired while nobody saw it run", "expired", { completed: 3 }, false],
    ...["3500ms", { expired: { at: 0.428572, after: "3s" } }],
  ],
] as const)("a job that %s completes as many rows again", async (...args) => {
  const [, status, end, isSeen, running, outcome] = args;
  const { scenario } = await play(
    [
      ...[openAiCreate, ...(isSeen ? [openAiBatch(2000, "in_progress")] : [])],
      openAiBatch(6000, status, end),
    ],
    ["openai"],
  );
  expect(scenario).toMatchObject({
    profiles: [{ queued: isSeen ? "1s" : "1500ms", running, outcome }],
  });
  expect(scenario.rows).toBeUndefined();
});

test("a reason that may quote a line of the client's file is not recorded", async () => {
  const errors = { object: "list", data: [{ code: "oops", message: "Repeated: jane@x", line: 2 }] };
  const steps = [openAiCreate, openAiBatch(6000, "failed", { errors })];
  const { scenario } = await play(steps, ["openai"]);
  expect(scenario.profiles).toMatchObject([{ outcome: { failed: { reason: "The job failed." } } }]);
});

test("a job that its client cancels completes no rows while it is being canceled", async () => {
  const { scenario } = await play(
    [
      ...[openAiCreate, openAiBatch(2000, "in_progress", { completed: 1 })],
      {
        ...{ ...openAiBatch(8000, "cancelling", { completed: 3 }), method: "POST" },
        path: "/batches/batch_1/cancel",
      },
      openAiBatch(60_000, "cancelled", { completed: 3 }),
    ],
    ["openai"],
  );
  expect(scenario.profiles).toEqual([
    { queued: "1s", starting: 0, running: "16333ms", finalizing: 0, cancel: { takes: "26s" } },
  ]);
});

/** A view of a Gemini batch with two rows; `output` holds its inline responses. */
const geminiBatch = (at: number, stateName: string, output?: unknown): Step => ({
  ...{ at, path: "/v1beta/batches/b1" },
  body: {
    name: "batches/b1",
    metadata: {
      state: `BATCH_STATE_${stateName}`,
      batchStats: {
        ...{ requestCount: "2", successfulRequestCount: output ? "1" : "0" },
        failedRequestCount: output ? "1" : "0",
      },
      ...(output !== undefined && { output }),
    },
  },
});
const geminiCreate: Step = {
  ...{ ...geminiBatch(0, "PENDING"), method: "POST" },
  path: "/v1beta/models/gemini-2.5-flash:batchGenerateContent",
  sent: { batch: { inputConfig: { requests: { requests: [{}, {}] } } } },
};
const inline = (text: string) => ({
  inlinedResponses: { inlinedResponses: [{ response: { text } }, { error: { code: 13 } }] },
});

test.each([
  ["short", inline("Hello")],
  ["too long to be read", inline("a".repeat(2 ** 20))],
])("results in a view of the job that is %s count as downloaded", async (_, output) => {
  const { scenario, files } = await play(
    [geminiCreate, geminiBatch(2000, "RUNNING"), geminiBatch(4000, "SUCCEEDED", output)],
    ["gemini"],
  );
  expect(files.report.findings.map(({ id }) => id)).toEqual([]);
  expect(scenario.profiles).toEqual([{ queued: "1s", starting: 0, running: "2s" }]);
});

test("a view of the job that can't be decoded doesn't show that the job has ended", async () => {
  const encoded = { ...geminiBatch(2000, "RUNNING"), headers: { "content-encoding": "zstd" } };
  const { scenario, files } = await play(
    [
      geminiCreate,
      encoded,
      geminiBatch(4000, "RUNNING"),
      geminiBatch(6000, "SUCCEEDED", inline("Hi")),
    ],
    ["gemini"],
  );
  expect(files.report.findings.map(({ id }) => id)).toEqual([]);
  expect(scenario.profiles).toEqual([{ queued: "2s", starting: 0, running: "3s" }]);
});

test("a client that reads no results from a view of the job is told so", async () => {
  const { files } = await play(
    [geminiCreate, geminiBatch(2000, "RUNNING"), geminiBatch(4000, "SUCCEEDED")],
    ["gemini"],
  );
  expect(files.report.findings.map(({ id }) => id)).toEqual(["never-downloaded"]);
});

test("failed rows are recorded even if a download is last, and their number is a string", async () => {
  const { scenario } = await play(
    [
      geminiCreate,
      geminiBatch(4000, "SUCCEEDED", inline("Hello")),
      { at: 5000, path: "/download/v1beta/files/b1-output:download?alt=media", body: {} },
      { ...geminiBatch(6000, "SUCCEEDED"), status: 503 },
    ],
    ["gemini"],
  );
  expect(scenario.rows).toEqual([{ range: [0, 0], outcome: { error: { status: 500 } } }]);
});

test("failed and empty rows of several jobs are a note", async () => {
  const results = (id: string, outputs: readonly string[]): Step => ({
    ...{ at: 5000, path: `/jobs/${id}/results?result_format=json`, body: { outputs } },
  });
  const { scenario, files } = await play([
    ...[create(0, "job-1"), create(0, "job-2")],
    ...[state(4000, "SUCCEEDED", "job-1"), state(4000, "SUCCEEDED", "job-2")],
    ...[results("job-1", ["yes", ""]), results("job-2", ["yes", "no"])],
  ]);
  expect(scenario.rows).toBeUndefined();
  expect(files.notes).toEqual([
    "Failed and empty rows of 1 job are not in the scenario, because rules for rows apply to all jobs. Record each job on its own, or add `rows` to the scenario.",
  ]);
});

test("requests that the document doesn't explain are named", async () => {
  const { files } = await play([create(), { at: 1, path: "/elsewhere?token=secret", body: {} }]);
  expect(files.notes).toEqual([
    "1 request matches no operation in the spec: GET `/elsewhere`. Describe it in an overlay (`--overlay`), or select another API (`--api`).",
  ]);
});

test("the viewer shows the recorded jobs, calls, and faults", async () => {
  const { files } = await play([
    ...[create(), { at: 500, path: STATUS, status: 502, body: "Bad gateway" }],
    ...[state(2000, "RUNNING"), state(4000, "SUCCEEDED")],
  ]);
  const recording = recordingOf(readTrace(traceText(files)), "recording");
  expect(recording?.timelines.map(({ phases }) => phases.map(({ state: name }) => name))).toEqual([
    ["queued", "starting", "running", "succeeded"],
  ]);
  expect(
    recording?.exchanges.map(({ operationId, jobState, status, fault }) =>
      [operationId, jobState, status, fault].join(" ").trim(),
    ),
  ).toEqual([
    "createJob  200",
    "getJobStatus queued 502 getJobStatus-502-2",
    "getJobStatus running 200",
    "getJobStatus succeeded 200",
  ]);
  expect(recording?.faults).toMatchObject([
    { rule: { name: "getJobStatus-502-2", fault: { kind: "status", status: 502 } }, fired: 1 },
  ]);
});

test("a client is judged by its calls", async () => {
  const polls = Array.from({ length: 12 }, (_, index) => state(100 + 10 * index, "QUEUED"));
  const { files } = await play([create(), ...polls, state(5000, "SUCCEEDED")]);
  expect(files.report.findings.map(({ id }) => id)).toContain("polled-too-fast");
});
