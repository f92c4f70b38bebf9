import { describe, expect, test } from "@jest/globals";
import { DEFAULT_PROFILE } from "../../src/core/job/profile.ts";
import { parseScenario } from "../../src/scenario/load/parse-scenario.ts";
import { startTestSimulator } from "../support/simulator.ts";
import { VOCABULARY } from "./vocabulary.ts";

const fixed = (ms: number) => ({ kind: "fixed", ms }) as const;

test("a job that fails has a reason by default", async () => {
  const yaml = "clock: manual\nprofiles: [{ outcome: { failed: { at: 60% } } }]";
  await using sim = await startTestSimulator({ yaml });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  await sim.clock.advance("1h");
  const { body } = await sim.client.json("GET", `/jobs/${jobId}`);
  expect(JSON.stringify(body)).toContain('"The job failed."');
});

test("a scenario of five lines", async () => {
  const text = `
description: Every job fails half way.
profiles:
  - outcome:
      failed: { at: 50%, reason: "Out of memory." }
`;
  expect(await parseScenario(text, { file: "x/half-way.yaml", vocabulary: VOCABULARY })).toEqual({
    name: "half-way",
    description: "Every job fails half way.",
    goodClient: "",
    assumptions: {},
    models: {},
    datasets: {},
    rows: [],
    profiles: [
      {
        profile: {
          ...DEFAULT_PROFILE,
          outcome: { kind: "failed", at: { atShare: 0.5 }, reason: "Out of memory." },
        },
      },
    ],
    faults: [],
  });
});

test("an empty file is a scenario of defaults", async () => {
  expect(await parseScenario("# nothing\n", { file: "empty.yml", vocabulary: VOCABULARY })).toEqual(
    {
      name: "empty",
      description: "",
      goodClient: "",
      assumptions: {},
      models: {},
      datasets: {},
      profiles: [],
      rows: [],
      faults: [],
    },
  );
});

test("every key", async () => {
  const text = `
format: 1
name: everything
description: All of it.
goodClient: Copes.
seed: -7
clock: poll:5s
assumptions: { create-status: 202, rate-limit: 2.5 }
models:
  model-3.1-8b: { contextWindow: 100, tokensPerSecond: 0.5 }
  own: { reasoning: true, inputPricePerMillionTokens: 0, outputPricePerMillionTokens: 1.5, typicalOutputTokens: 9 }
profiles:
  - when:
      model: own
      jobPriority: 1
      inputs: { min: 1, max: 10 }
      hasSchema: true
      reasoning: false
      source: url
      request: { required: [name] }
    unknown: 0
    queued: [1m30s, { uniform: [1s, 5s] }]
    starting: { lognormal: { median: 2s, p95: 10s } }
    running: { rowsPerSecond: 2.5 }
    stalls: [{ at: 0.25, for: 1h }]
    outcome: { failed: { after: 1d, reason: Gone. } }
    cancel: { takes: 250ms, losesRace: true }
    results: { lateBy: 3s, expireAfter: 2h }
  - when: { model: [a, b] }
    queued: 4s
    running: { uniform: [0, 1s] }
    outcome: { stuck: { in: running, at: 40% } }
  - running: { tokensPerSecond: 100 }
    outcome: { stuck: { in: queued } }
  - running: 5s
  - { running: model, outcome: succeeded }
faults:
  - name: first
    on: [getJob, listJobs]
    when:
      jobState: [queued, running]
      jobAge: { min: 1s, max: 1m }
      header: { required: [x-a] }
      query: { required: [b] }
      body: { required: [c] }
      call: 2
    phase: response
    status: 503
    headers: { Retry-After: 5, X-Note: busy }
    body: { detail: Busy. }
    times: 2
    after: 1
    every: 3
    probability: 25%
  - { on: "*", when: { jobState: failed }, status: 500 }
  - { on: getJob, status: 502, body: Bad gateway }
`;
  const expected = {
    name: "everything",
    description: "All of it.",
    goodClient: "Copes.",
    seed: -7,
    clock: { mode: "poll", step: 5000 },
    assumptions: { "create-status": 202, "rate-limit": 2.5 },
    models: {
      "model-3.1-8b": { contextWindow: 100, tokensPerSecond: 0.5 },
      own: {
        reasoning: true,
        inputPricePerMillionTokens: 0,
        outputPricePerMillionTokens: 1.5,
        typicalOutputTokens: 9,
      },
    },
    datasets: {},
    rows: [],
    profiles: [
      {
        when: {
          models: ["own"],
          jobPriority: 1,
          inputs: { min: 1, max: 10 },
          hasSchema: true,
          reasoning: false,
          source: "url",
          request: { required: ["name"] },
        },
        profile: {
          unknown: fixed(0),
          queued: [fixed(90_000), { kind: "uniform", minMs: 1000, maxMs: 5000 }],
          starting: { kind: "lognormal", medianMs: 2000, p95Ms: 10_000 },
          pace: { kind: "rowsPerSecond", rowsPerSecond: 2.5 },
          stalls: [{ atShare: 0.25, duration: fixed(3_600_000) }],
          outcome: { kind: "failed", at: { afterMs: 86_400_000 }, reason: "Gone." },
          cancel: { takes: fixed(250), losesRace: true },
          results: { lateBy: fixed(3000), expireAfterMs: 7_200_000 },
        },
      },
      {
        when: { models: ["a", "b"] },
        profile: {
          ...DEFAULT_PROFILE,
          queued: [fixed(4000), fixed(4000)],
          pace: { kind: "duration", duration: { kind: "uniform", minMs: 0, maxMs: 1000 } },
          outcome: { kind: "stuck", state: "running", atShare: 0.4 },
        },
      },
      {
        profile: {
          ...DEFAULT_PROFILE,
          pace: { kind: "tokensPerSecond", tokensPerSecond: 100 },
          outcome: { kind: "stuck", state: "queued", atShare: 0 },
        },
      },
      { profile: { ...DEFAULT_PROFILE, pace: { kind: "duration", duration: fixed(5000) } } },
      { profile: DEFAULT_PROFILE },
    ],
    faults: [
      {
        name: "first",
        on: ["getJob", "listJobs"],
        when: {
          jobStates: ["queued", "running"],
          jobAgeMs: { min: 1000, max: 60_000 },
          header: { required: ["x-a"] },
          query: { required: ["b"] },
          body: { required: ["c"] },
          call: 2,
        },
        times: 2,
        after: 1,
        every: 3,
        probability: 0.25,
        phase: "response",
        fault: {
          kind: "status",
          status: 503,
          headers: { "Retry-After": "5", "X-Note": "busy" },
          body: { detail: "Busy." },
        },
      },
      {
        name: "2-status",
        on: "*",
        when: { jobStates: ["failed"] },
        phase: "request",
        fault: { kind: "status", status: 500, headers: {} },
      },
      {
        name: "3-status",
        on: ["getJob"],
        phase: "request",
        fault: { kind: "status", status: 502, headers: {}, body: "Bad gateway" },
      },
    ],
  };
  const scenario = await parseScenario(text, { file: "all.yaml", vocabulary: VOCABULARY });
  expect(scenario).toEqual(expected);
  expect(JSON.parse(JSON.stringify(scenario))).toStrictEqual(scenario);
});

describe("an invalid file is rejected with", () => {
  const rows: readonly (readonly [string, string, readonly string[]])[] = [
    [
      "unknown keys and the nearest right ones",
      `nam: x\nprofiles:\n  - outcom: succeeded\n    cancel: { take: 1s }\nfalts: []\nxyz: 1\n`,
      [
        "bad.yaml:1:1 nam: Unknown key `nam`. Did you mean `name`?",
        "bad.yaml:3:5 profiles.0.outcom: Unknown key `outcom`. Did you mean `outcome`?",
        "bad.yaml:4:15 profiles.0.cancel.take: Unknown key `take`. Did you mean `takes`?",
        "bad.yaml:5:1 falts: Unknown key `falts`. Did you mean `faults`?",
        "bad.yaml:6:1 xyz: Unknown key `xyz`. Allowed keys: `format`, `name`, `description`, `goodClient`, `seed`, `clock`, `assumptions`, `models`, `datasets`, `profiles`, `capacity`, `values`, `rows`, `faults`, `webhooks`, `deliveries`.",
      ],
    ],
    [
      "a format that this version doesn't know",
      "format: 2\n",
      [
        "bad.yaml:1:9 format: Expected `1`, the only format that this version of batch-sim reads, got `2` (number).",
      ],
    ],
    [
      "values of the wrong kind",
      `name: [1]\nseed: 1.5\nclock: 60\nprofiles: {}\nfaults:\n  -\n`,
      [
        "bad.yaml:1:7 name: Expected a nonempty single-line string, got `[1]` (list).",
        "bad.yaml:2:7 seed: Expected an integer, got `1.5` (number).",
        "bad.yaml:3:8 clock: Expected `real`, a speed such as `60x`, `manual`, `poll`, `poll:next`, or a step such as `poll:5s`, got `60` (number).",
        "bad.yaml:4:11 profiles: Expected a list, got `{}` (object).",
        "bad.yaml:6:4 faults.0: Expected an object, got `null` (null).",
      ],
    ],
    [
      "invalid durations",
      `profiles:\n  - starting: 5 sec\n    queued: [1s]\n    results: { expireAfter: never }\n    running: modle\n`,
      [
        'bad.yaml:2:15 profiles.0.starting: Expected a duration such as `5s`, `{ uniform: [1s, 5s] }`, or `{ lognormal: { median: 2s, p95: 10s } }`, got `"5 sec"` (string).',
        'bad.yaml:3:13 profiles.0.queued: Expected a duration (such as `3m` or `{ uniform: [1s, 5s] }`), or a list of two durations, for job priorities 0 and 1, got `["1s"]` (list).',
        'bad.yaml:4:29 profiles.0.results.expireAfter: Expected a duration such as "250ms", "5s", "1m30s", "2h", or "1d", got `"never"` (string).',
        'bad.yaml:5:14 profiles.0.running: Expected `model`, `{ rowsPerSecond: 10 }`, `{ tokensPerSecond: 500 }`, or a duration such as `5s`, got `"modle"` (string). Did you mean `model`?',
      ],
    ],
    [
      "an invalid clock and a duration with a space, each once",
      `clock: fast\nprofiles: [{ queued: 3 m }]\n`,
      [
        'bad.yaml:1:8 clock: Expected `real`, a speed such as `60x`, `manual`, `poll`, `poll:next`, or a step such as `poll:5s`, got `"fast"` (string).',
        'bad.yaml:2:22 profiles.0.queued: Expected a duration (such as `3m` or `{ uniform: [1s, 5s] }`), or a list of two durations, for job priorities 0 and 1, got `"3 m"` (string).',
      ],
    ],
    [
      "distributions that can't be drawn from",
      `profiles:\n  - starting: { uniform: [5s, 1s] }\n    queued: { lognormal: { median: 2s, p95: 1s } }\n    unknown: { unifrm: [1s, 2s] }\n    running: { rowsPerSecond: 1, tokensPerSecond: 2 }\n`,
      [
        'bad.yaml:2:26 profiles.0.starting.uniform: Expected a minimum duration that is at most the maximum, got `["5s","1s"]` (list).',
        'bad.yaml:3:26 profiles.0.queued.lognormal: Expected a `median` above 0 and a `p95` of at least the median, got `{"median":"2s","p95":"1s"}` (object).',
        "bad.yaml:4:16 profiles.0.unknown.unifrm: Unknown key `unifrm`. Did you mean `uniform`?",
        'bad.yaml:5:14 profiles.0.running: Expected an object with exactly one of `rowsPerSecond`, `tokensPerSecond`, `uniform`, and `lognormal`, got `{"rowsPerSecond":1,"tokensPerSecond":2}` (object).',
      ],
    ],
    [
      "outcomes that aren't any",
      `profiles:\n  - outcome: failed\n  - outcome: { failed: { at: 160% } }\n  - outcome: { failed: { at: 10%, after: 1s, reason: x } }\n  - outcome: { stuck: { in: queued, at: 10% } }\n  - outcome: { stuck: { in: RUNNING } }\n`,
      [
        'bad.yaml:2:14 profiles.0.outcome: Expected `succeeded`, `{ failed: { at: 60% } }`, `{ badFile: { problem: malformed, line: 1 } }`, `{ canceled: { at: 50% } }`, `{ expired: { at: 50%, after: 24h } }`, or `{ stuck: { in: running } }`, got `"failed"` (string).',
        'bad.yaml:3:30 profiles.1.outcome.failed.at: Expected a percentage such as `60%`, or a number from 0 to 1, got `"160%"` (string).',
        'bad.yaml:4:24 profiles.2.outcome.failed: Expected an object with exactly one of `at` and `after`, got `{"at":"10%","after":"1s","reason":"x"}` (object).',
        'bad.yaml:5:23 profiles.3.outcome.stuck: Expected no `at` unless `in` is `running`, got `{"in":"queued","at":"10%"}` (object).',
        'bad.yaml:6:29 profiles.4.outcome.stuck.in: Expected one of `queued`, `starting`, `running`, `finalizing`, got `"RUNNING"` (string). Did you mean `running`?',
      ],
    ],
    [
      "conditions that can't hold",
      `profiles:\n  - when: { model: [], jobPriority: 2, inputs: { min: 5, max: 2 }, source: feed }\n`,
      [
        "bad.yaml:2:20 profiles.0.when.model: Expected a model ID or a list of model IDs, got `[]` (list).",
        "bad.yaml:2:37 profiles.0.when.jobPriority: Expected `0` or `1`, got `2` (number).",
        'bad.yaml:2:48 profiles.0.when.inputs: Expected a `min` that is at most `max`, got `{"min":5,"max":2}` (object).',
        'bad.yaml:2:76 profiles.0.when.source: Expected one of `array`, `dataset`, `file`, `url`, got `"feed"` (string).',
      ],
    ],
    [
      "assumptions and models that aren't any",
      `assumptions: { create-status: 418, unknwon-job: 404, rate-limit: abc }\nmodels:\n  model-3.1-8b: { contextWindow: 0, reasonning: true }\n`,
      [
        "bad.yaml:1:31 assumptions.create-status: Expected one of `200`, `201`, `202`, got `418` (number).",
        "bad.yaml:1:36 assumptions.unknwon-job: Unknown key `unknwon-job`. Did you mean `unknown-job`?",
        'bad.yaml:1:66 assumptions.rate-limit: Expected `none` or `a number of requests per second`, got `"abc"` (string).',
        'bad.yaml:3:34 models["model-3.1-8b"].contextWindow: Expected a whole number of at least 1, got `0` (number).',
        'bad.yaml:3:37 models["model-3.1-8b"].reasonning: Unknown key `reasonning`. Did you mean `reasoning`?',
      ],
    ],
    [
      "fault rules that aren't any",
      `faults:\n  - name: "a b"\n    on: cancelJbo\n    status: 500\n  - { on: [getJob, xy], status: 99, times: 0, probability: 1.5 }\n  - { on: "*", sttus: 500 }\n`,
      [
        'bad.yaml:2:11 faults.0.name: Expected a letter or digit, followed by letters, digits, `-`, `_`, or `.`, got `"a b"` (string).',
        'bad.yaml:3:9 faults.0.on: Expected `*`, `results`, `statuses`, an operation, or a list of operations (`createJob`, `getResults`, `cancelJob`, `getJobStatus`, `getJob`, `listJobs`, `streamJobProgress`, `createDataset`, `uploadToDataset`, `listDatasets`, `listDatasetFiles`, `downloadFromDataset`, `tryAuthentication`, `getQuotas`, `getOpenApi`), got `"cancelJbo"` (string). Did you mean `cancelJob`?',
        'bad.yaml:5:20 faults.1.on.1: Expected one of `*`, `results`, `statuses`, `createJob`, `getResults`, `cancelJob`, `getJobStatus`, `getJob`, `listJobs`, `streamJobProgress`, `createDataset`, `uploadToDataset`, `listDatasets`, `listDatasetFiles`, `downloadFromDataset`, `tryAuthentication`, `getQuotas`, `getOpenApi`, got `"xy"` (string).',
        "bad.yaml:5:33 faults.1.status: Expected an HTTP status from 200 to 599, got `99` (number).",
        "bad.yaml:5:44 faults.1.times: Expected a whole number of at least 1, got `0` (number).",
        "bad.yaml:5:60 faults.1.probability: Expected a percentage such as `60%`, or a number from 0 to 1, got `1.5` (number).",
        "bad.yaml:6:16 faults.2.sttus: Unknown key `sttus`. Did you mean `status`?",
      ],
    ],
    [
      "headers that HTTP doesn't know, states that a job doesn't, and names that are taken",
      `faults:\n  - { on: "*", status: 500, headers: { "a b": x, c: [1] }, when: { jobState: RUNNING } }\n  - { name: twice, on: "*", status: 500 }\n  - { name: twice, on: "*", status: 500 }\n`,
      [
        'bad.yaml:2:40 faults.0.headers["a b"]: Expected a header name, got `"a b"` (string).',
        "bad.yaml:2:53 faults.0.headers.c: Expected a single-line string or a number, got `[1]` (list).",
        'bad.yaml:2:78 faults.0.when.jobState: Expected a job state or a list of job states (`unknown`, `queued`, `starting`, `running`, `finalizing`, `cancelling`, `succeeded`, `failed`, `cancelled`, `expired`), got `"RUNNING"` (string). Did you mean `running`?',
        "bad.yaml:4:13 faults.2.name: Expected a unique name, got `twice`, which faults.1 already has.",
      ],
    ],
    [
      "headers that say where a response ends, which the server sends",
      `faults:\n  - { on: "*", status: 500, headers: { content-length: 3, Transfer-Encoding: chunked } }\n`,
      [
        'bad.yaml:2:40 faults.0.headers.content-length: Expected a header other than `content-length` and `transfer-encoding`, got `"content-length"` (string).',
        'bad.yaml:2:59 faults.0.headers.Transfer-Encoding: Expected a header other than `content-length` and `transfer-encoding`, got `"Transfer-Encoding"` (string).',
      ],
    ],
    [
      "conditions on a call that can't hold",
      `faults:\n  - { on: "*", status: 500, phase: before, when: { jobAge: { min: 5s, max: 5s }, call: 0, headers: {} } }\n`,
      [
        'bad.yaml:2:36 faults.0.phase: Expected one of `request`, `response`, got `"before"` (string).',
        'bad.yaml:2:60 faults.0.when.jobAge: Expected a `min` below `max`, got `{"min":"5s","max":"5s"}` (object).',
        "bad.yaml:2:88 faults.0.when.call: Expected a whole number of at least 1, got `0` (number).",
        "bad.yaml:2:91 faults.0.when.headers: Unknown key `headers`. Did you mean `header`?",
      ],
    ],
    [
      "a missing operation",
      `faults:\n  - status: 500\n`,
      [
        "bad.yaml:2:5 faults.0.on: Missing key `on`: expected `*`, `results`, `statuses`, an operation, or a list of operations (`createJob`, `getResults`, `cancelJob`, `getJobStatus`, `getJob`, `listJobs`, `streamJobProgress`, `createDataset`, `uploadToDataset`, `listDatasets`, `listDatasetFiles`, `downloadFromDataset`, `tryAuthentication`, `getQuotas`, `getOpenApi`).",
      ],
    ],
    [
      "a list instead of a scenario",
      `- name: x\n`,
      ['bad.yaml:1:1: Expected an object, got `[{"name":"x"}]` (list).'],
    ],
    [
      "text that isn't YAML",
      `name: x: y\n`,
      [
        "bad.yaml:1:7: Failed to read the YAML: Nested mappings are not allowed in compact mappings.",
      ],
    ],
    [
      "a key that stands twice, and what else is wrong",
      `name: x\nname: y\nfoo: 1\n`,
      [
        "bad.yaml:2:1: Failed to read the YAML: Map keys must be unique.",
        "bad.yaml:3:1 foo: Unknown key `foo`. Allowed keys: `format`, `name`, `description`, `goodClient`, `seed`, `clock`, `assumptions`, `models`, `datasets`, `profiles`, `capacity`, `values`, `rows`, `faults`, `webhooks`, `deliveries`.",
      ],
    ],
    [
      "tags, aliases and documents that lead nowhere",
      `name: !person x\ndescription: *text\n---\nname: y\n`,
      [
        "bad.yaml:1:7: Failed to read the YAML: Unresolved tag: !person.",
        "bad.yaml:2:14: Failed to read the YAML: no anchor `&text` is defined before this alias.",
        "bad.yaml:3:1: Failed to read the YAML: a second document begins here. A file can have only one document.",
      ],
    ],
    [
      "an alias of what is around it",
      `models: &all\n  own: *all\n`,
      [
        "bad.yaml:1:1: Failed to read the YAML: its aliases can't be resolved: Converting circular structure to JSON.",
      ],
    ],
    [
      "numbers that JSON doesn't have",
      `faults:\n  - { on: "*", status: 500, body: { n: .inf } }\n`,
      [
        'bad.yaml:2:35 faults.0.body: Expected a value that can be represented as JSON, got `{"n":null}` (object).',
      ],
    ],
  ];
  test.each(rows)("%s", async (_, text, expected) => {
    const reading = parseScenario(text, { file: "bad.yaml", vocabulary: VOCABULARY });
    const count = expected.length === 1 ? "1 problem" : `${expected.length} problems`;
    const heading = `Failed to read the scenario \`bad.yaml\`: ${count}.`;
    await expect(reading).rejects.toThrow(new Error([heading, ...expected].join("\n")));
  });
});

test("a file's problems are also available as data", async () => {
  const reading = parseScenario("name: x\nsede: 1\n", { file: "bad.yaml", vocabulary: VOCABULARY });
  await expect(reading).rejects.toMatchObject({
    name: "ScenarioError",
    code: "SIM_SCENARIO",
    issues: [
      {
        file: "bad.yaml",
        line: 2,
        column: 1,
        path: "sede",
        message: "Unknown key `sede`. Did you mean `seed`?",
      },
    ],
  });
});

test("each condition that isn't a valid JSON Schema is rejected", async () => {
  const text = `profiles:
  - when: { request: { type: sting, required: [] } }
faults:
  - { on: "*", status: 500, when: { header: { type: a, required: [] }, query: { type: b, required: [] }, body: { type: c, required: [] } } }
`;
  const message = (type: string): string =>
    `Expected a JSON Schema: must be equal to one of the allowed values (array,boolean,integer,null,number,object,string), got \`"${type}"\` (at \`/type\`).`;
  const reading = parseScenario(text, { file: "bad.yaml", vocabulary: VOCABULARY });
  await expect(reading).rejects.toMatchObject({
    issues: [
      { line: 2, column: 22, path: "profiles.0.when.request", message: message("sting") },
      { path: "faults.0.when.header", message: message("a") },
      { path: "faults.0.when.query", message: message("b") },
      { path: "faults.0.when.body", message: message("c") },
    ],
  });
});

test("the grammar accepts the same durations as everything else", async () => {
  const texts = ["0", "1ms", "1.5h", "1m30s", "1d2h", "", "5", "5 s", "-1s", "1w", "1s0"];
  const isRead = async (text: string) => {
    const yaml = `profiles: [{ starting: ${JSON.stringify(text)} }]`;
    return parseScenario(yaml, { file: "x.yaml", vocabulary: VOCABULARY }).then(
      (scenario) => scenario.profiles[0]?.profile.starting,
      () => undefined,
    );
  };
  expect(await Promise.all(texts.map(isRead))).toEqual([
    ...[0, 1, 5_400_000, 90_000, 93_600_000].map(fixed),
    ...Array.from({ length: 6 }, () => undefined),
  ]);
});
