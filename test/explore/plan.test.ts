import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Exchange } from "../../src/core/exchange.ts";
import { JOB_STATES } from "../../src/core/job/state.ts";
import { callPlaces, placeKey } from "../../src/explore/plan/call-map.ts";
import { scenarioText } from "../../src/explore/plan/experiment.ts";
import type { LifecycleTable } from "../../src/explore/plan/lifecycles.ts";
import { type FirstRun, planExperiments } from "../../src/explore/plan/plan-experiments.ts";
import { type TrialTable, trialsOf } from "../../src/explore/plan/trials.ts";
import * as FAULT_KINDS from "../../src/faults/fault-kinds.ts";
import { startSimulator } from "../../src/index.ts";
import { readData } from "../../src/simulator/package-file.ts";
import { startTestSimulator } from "../support/simulator.ts";
import { callOf, OPERATIONS } from "./calls.ts";

const TRIALS = await readData<TrialTable>("trials");
const LIFECYCLES = await readData<LifecycleTable>("lifecycles");

const TEXT = '{"inputs":["a"],"json_schema":{"type":"object"}}';
const WITH_SCHEMA = { headers: {}, body: { byteLength: TEXT.length, text: TEXT } };

const FORMATS = ["json", "csv", "parquet"];

const call = fc
  .record({
    operation: fc.constantFrom(...OPERATIONS),
    jobId: fc.constantFrom("a", "b"),
    jobState: fc.constantFrom(...JOB_STATES.filter((state) => state !== "expired")),
    format: fc.constantFrom(...FORMATS),
    text: fc.constantFrom('{"job_status":{"a":"QUEUED"}}', "[]", "not JSON"),
    sandbox: fc.constantFrom("one", "two"),
  })
  .map(({ operation, jobId, jobState, format, text, sandbox }) => {
    const isAboutJob = operation.use !== "getQuotas";
    return callOf(
      {
        operationId: operation.operationId,
        ...(isAboutJob ? { jobId, jobState } : {}),
        ...(operation.use === "getResults" ? { format } : {}),
        response: { status: 200, headers: {}, body: { byteLength: text.length, text } },
      },
      sandbox,
    );
  });

const firstRun = (calls: FirstRun["calls"]): FirstRun => ({
  calls,
  operations: OPERATIONS,
  questions: [
    { id: "job-states", question: "Which?", values: ["upper-case", "unknown-first"] },
    { id: "create-status", question: "What is the status?", values: [200, 201, 202] },
  ],
  answers: { "job-states": "upper-case", "create-status": 200 },
  reliedOn: ["create-status"],
  clock: "poll",
  hasExpiry: false,
  hasFailedRows: false,
  trials: TRIALS,
  lifecycles: LIFECYCLES,
});

test("equal first runs have equal plans, with unique names", () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 40 }), (calls) => {
      const plan = planExperiments(firstRun(calls));
      expect(planExperiments(firstRun(structuredClone(calls)))).toEqual(plan);
      const ids = plan.experiments.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(plan.leftOut.every(({ count }) => count > 0)).toBe(true);
    }),
    { numRuns: 30 },
  );
});

test("every fault that applies to a place is planned there, or looks like another one", () => {
  fc.assert(
    fc.property(fc.array(call, { minLength: 1, maxLength: 20 }), (calls) => {
      const plan = planExperiments(firstRun(calls));
      for (const place of callPlaces(calls, OPERATIONS)) {
        const wires = Object.values(FAULT_KINDS)
          .filter(({ traits }) => traits.onClock?.poll === undefined)
          .flatMap(({ kind }) => trialsOf(TRIALS, kind, place).map(({ wire }) => wire));
        const { operationId, state, format, isRepeated } = place;
        const own = plan.experiments.filter(({ row, title }) => {
          const isOnce = !/and so (?:do|are) the next/.test(title);
          const isFirst = title.startsWith("The first");
          const hasState = state === undefined || title.includes(`is ${state}`);
          const hasFormat = format === undefined || title.includes(`for ${format}`);
          return row === operationId && isOnce && isFirst !== isRepeated && hasState && hasFormat;
        });
        expect([placeKey(place), own.length]).toEqual([placeKey(place), new Set(wires).size]);
      }
    }),
    { numRuns: 30 },
  );
});

test("a polling loop has one place for each state of the job, besides its first call", () => {
  const states = ["queued", "queued", "running", "running", "running", "succeeded"] as const;
  const calls = states.map((jobState) =>
    callOf({ operationId: "getJobStatus", jobId: "a", jobState }),
  );
  expect(callPlaces(calls, OPERATIONS).map(placeKey)).toEqual([
    "getJobStatus|queued||",
    "getJobStatus|queued||again",
    "getJobStatus|running||again",
    "getJobStatus|succeeded||again",
  ]);
});

test("a call that changes its job has one place, since its journal entry has the state afterward", () => {
  const calls = [callOf({ operationId: "cancelJob", jobId: "a", jobState: "cancelling" })];
  const cancelJob = { operationId: "cancelJob", use: "cancelJob", errors: [], formats: [] };
  expect(callPlaces(calls, [cancelJob]).map(placeKey)).toEqual(["cancelJob|||"]);
});

test("a plan leaves out what the first run shows to be impossible", () => {
  const run = firstRun([callOf({ operationId: "getQuotas" })]);
  const { experiments, leftOut } = planExperiments(run);
  expect([...new Set(experiments.map(({ row }) => row))].sort()).toEqual(["answers", "getQuotas"]);
  expect(experiments.map(({ id }) => id)).toContain("answer-create-status-202");
  expect(leftOut.map(({ reason }) => reason)).toEqual([
    "on this clock, the fault doesn't make clients wait, because the clock jumps ahead",
    "on this clock, the fault counts only the requests between two polls, because each poll moves the clock",
    "the client can't tell this fault from another",
    "the client doesn't call the operation",
    "the client doesn't get the affected jobs or rows",
    "the client doesn't rely on the assumption",
  ]);
});

test("jobs expire only in an API that has such a state, and are canceled in any", () => {
  const run = firstRun([callOf({ operationId: "getJobStatus", jobId: "a", jobState: "queued" })]);
  const idsOf = (each: FirstRun) => planExperiments(each).experiments.map(({ id }) => id);
  expect(idsOf(run)).toContain("canceled-midway");
  expect(idsOf(run)).not.toContain("expires");
  expect(idsOf({ ...run, hasExpiry: true })).toContain("expires");
});

test("rows violate a schema, or aren't valid JSON, only if a client may get JSON", () => {
  const results = callOf({ operationId: "getResults", jobId: "a", format: "json" });
  const idsOf = (request: Exchange["request"], response = results.exchange.response) => {
    const calls = [callOf({ operationId: "createJob", request }), results];
    calls.push(callOf({ operationId: "getResults", jobId: "a", format: "csv", response }));
    return planExperiments(firstRun(calls)).experiments.map(({ id }) => id);
  };
  const body = { byteLength: 9e5, text: '{"inputs":["a', isCut: true, sha256: "" };
  const ofReasoning = {
    text: '{"outputs":["{\\"reasoning_content\\":\\"Hm\\"}"]}',
    byteLength: 48,
  };
  const ids = ["row-against-schema", "row-not-json", "row-cut-off", "outputs-of-every-branch"];
  for (const found of [
    idsOf(WITH_SCHEMA),
    ...['"response_format":{"type":"json_object"}', '"responseMimeType":"application/json"'].map(
      (text) => idsOf({ headers: {}, body: { byteLength: text.length, text } }),
    ),
    idsOf({ headers: {}, body }),
    idsOf({ headers: {} }, { status: 200, headers: {}, body: ofReasoning }),
  ])
    expect(found).toEqual(expect.arrayContaining(ids));
  expect(idsOf({ headers: {} }).filter((id) => ids.includes(id))).toEqual([]);
});

test("every experiment is a valid scenario", async () => {
  const calls = [
    callOf({ operationId: "createJob", jobId: "a", jobState: "queued", request: WITH_SCHEMA }),
    ...(["queued", "running", "succeeded"] as const).map((jobState) =>
      callOf({ operationId: "getJobStatus", jobId: "a", jobState }),
    ),
    ...FORMATS.map((format) =>
      callOf({ operationId: "getResults", jobId: "a", jobState: "succeeded", format }),
    ),
  ];
  const { experiments } = planExperiments(firstRun(calls));
  expect(experiments.length).toBeGreaterThan(150);
  await using sim = await startSimulator({ onNotice: () => {} });
  for (const experiment of experiments) {
    const text = scenarioText(experiment, { clock: "poll", seed: 7 });
    const remarks = await sim.control.scenario.check(text);
    const errors = remarks.filter(({ severity }) => severity === "error");
    expect([experiment.id, errors]).toEqual([experiment.id, []]);
  }
});

test("states go back on explore's default clock, too", async () => {
  const yaml = JSON.stringify(LIFECYCLES["state goes back"]?.change);
  await using sim = await startTestSimulator({ yaml, clock: "poll" });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  expect(await sim.client.follow(jobId)).toEqual(["QUEUED", "RUNNING", "QUEUED", "SUCCEEDED"]);
});
