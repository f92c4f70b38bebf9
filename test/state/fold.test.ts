import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { FaultRule } from "../../src/core/faults/fault.ts";
import { JOB_STATES } from "../../src/core/job/state.ts";
import { fireFault } from "../../src/engine/fire-fault.ts";
import { apply } from "../../src/state/apply.ts";
import { admitRequest } from "../../src/state/rate-level.ts";
import type { Sandbox } from "../../src/state/sandbox.ts";
import { emptyState, type StateView } from "../../src/state/sandbox-state.ts";
import type { StateEvent } from "../../src/state/state-event.ts";
import { factsOf, ready } from "../core/job-builder.ts";
import { change, recordedSandbox, rowsOf, SCENARIO } from "./sandbox-builder.ts";

const ROWS = rowsOf("one", "two");

/** Something that a call does to a sandbox. */
type Step = (sandbox: Sandbox) => void;

const word = fc.constantFrom("a", "b", "c");
const seconds = fc.integer({ min: 0, max: 5 }).map((number) => number * 1000);

const submit: fc.Arbitrary<Step> = fc
  .record({ key: word, systemPrompt: word, isLimited: fc.boolean() })
  .map(({ key, systemPrompt, isLimited }) => (sandbox) => {
    const jobId = `job-${sandbox.state.jobs.size}`;
    const capacity = isLimited ? { capacity: 1 } : {};
    const submission = { systemPrompt, jsonSchema: { type: "object" } };
    const at = sandbox.clock.now();
    const [fact] = factsOf({ jobId, at, inputs: null, submission, ...capacity });
    change(sandbox, { kind: "jobSubmitted", fact: { ...fact, key } });
  });

/** Does something to one of the jobs, if there are any. */
function toAJob(act: (jobId: string, at: number) => StateEvent): fc.Arbitrary<Step> {
  return fc.nat().map((index) => (sandbox) => {
    const jobIds = [...sandbox.state.jobs.keys()];
    const jobId = jobIds[index % jobIds.length];
    if (jobId !== undefined) change(sandbox, act(jobId, sandbox.clock.now()));
  });
}

const interfere: fc.Arbitrary<Step> = fc.oneof(
  toAJob((jobId, at) => ({ kind: "factAdded", jobId, fact: { type: "cancelRequested", at } })),
  fc
    .constantFrom(...JOB_STATES)
    .chain((state) =>
      toAJob((jobId, at) => ({ kind: "factAdded", jobId, fact: { type: "forced", at, state } })),
    ),
);

const read: fc.Arbitrary<Step> = toAJob((jobId) => ({
  kind: "inputsRead",
  jobId,
  outcome: ready(2),
  rows: ROWS,
}));

const fill: fc.Arbitrary<Step> = fc
  .record({ datasetId: word, fileNames: fc.array(word, { maxLength: 2 }) })
  .map(({ datasetId, fileNames }) => (sandbox) => {
    const files = fileNames.map((fileName) => {
      return { fileName, bytes: Buffer.from(fileName), format: "csv", numRows: 0, columns: [] };
    }) as Extract<StateEvent, { kind: "datasetFilled" }>["files"];
    change(sandbox, { kind: "datasetFilled", datasetId, at: sandbox.clock.now(), files });
  });

const place: fc.Arbitrary<Step> = fc
  .record({ name: word, text: fc.string() })
  .map(({ name, text }) => (sandbox) => {
    const bytes = Buffer.from(text);
    const file = { name, bytes, contentType: "text/csv", expiresAt: 0, signature: "s" };
    change(sandbox, { kind: "filePlaced", file });
  });

const play: fc.Arbitrary<Step> = fc.uniqueArray(word).map((names) => (sandbox) => {
  const scenario = { ...SCENARIO, faults: names.map(ruleNamed) };
  change(sandbox, { kind: "scenarioPlayed", scenario });
});

const call: fc.Arbitrary<Step> = fc
  .record({ jobId: fc.option(word, { nil: undefined }), isTakenBack: fc.boolean() })
  .map(({ jobId, isTakenBack }) => (sandbox) => {
    const about = jobId === undefined ? {} : { jobId };
    const at = sandbox.clock.now();
    const fired = fireFault(sandbox, {
      rules: sandbox.scenario.faults,
      call: { operationId: "getJob", at, headers: {}, query: {}, ...about },
      matches: () => true,
    });
    if (isTakenBack) fired?.passOn();
  });

const admit: fc.Arbitrary<Step> = fc.constant((sandbox) => {
  const now = sandbox.clock.now();
  sandbox.transact(({ rate }) => {
    const { level, waitMs } = admitRequest(rate, now, 2);
    return { events: [{ kind: "rateCounted", level }], result: waitMs };
  });
});

const advance: fc.Arbitrary<Step> = seconds.map((ms) => (sandbox) => {
  sandbox.clock.advance(ms);
});

const forget: fc.Arbitrary<Step> = fc.constant((sandbox) => {
  change(sandbox, { kind: "countersForgotten" });
});

const note: fc.Arbitrary<Step> = fc.nat().map((afterExchange) => (sandbox) => {
  change(sandbox, { kind: "clientErrorNoted", clientError: { afterExchange } });
});

const steps = fc.array(
  fc.oneof(
    ...[submit, interfere, read, fill, place, play],
    ...[call, call, call, admit, advance, forget, note],
  ),
  { maxLength: 40 },
);

function ruleNamed(name: string): FaultRule {
  const fault = { kind: "rateLimit", requests: 1, perMs: 2000 } as const;
  return { name, on: "*", phase: "request", times: 3, fault };
}

function folded(events: readonly StateEvent[]): StateView {
  const state = emptyState(SCENARIO);
  for (const event of events) apply(state, event);
  return state;
}

test("folding the events onto an empty state gives the same state", () => {
  fc.assert(
    fc.property(steps, (program) => {
      const { sandbox, events } = recordedSandbox();
      for (const step of program) step(sandbox);
      expect(folded(events)).toEqual(sandbox.state);
    }),
  );
});

test("no record that was handed out changes afterward", () => {
  fc.assert(
    fc.property(steps, (program) => {
      const { sandbox } = recordedSandbox();
      const kept: { readonly record: unknown; readonly copy: string }[] = [];
      for (const step of program) {
        step(sandbox);
        const { jobs, datasets, faultHits, files, rate, scenario } = sandbox.state;
        const records = [jobs, datasets, faultHits, files].flatMap((map) => [...map.values()]);
        for (const record of [...records, rate, scenario])
          kept.push({ record, copy: JSON.stringify(record) });
      }
      for (const { record, copy } of kept) expect(JSON.stringify(record)).toBe(copy);
    }),
  );
});

test("the same program on a fresh sandbox makes the same events", () => {
  fc.assert(
    fc.property(steps, (program) => {
      const [first, second] = [recordedSandbox(), recordedSandbox()];
      for (const step of program) step(first.sandbox);
      for (const step of program) step(second.sandbox);
      expect(second.events).toEqual(first.events);
    }),
  );
});

test("the size of a state counts facts, strings of submissions, inputs, and files", () => {
  const { sandbox } = recordedSandbox();
  const submission = { systemPrompt: "Be kind.", jsonSchema: { type: "object" } };
  const [fact] = factsOf({ jobId: "job-1", submission });
  change(
    sandbox,
    { kind: "jobSubmitted", fact },
    { kind: "inputsRead", jobId: "job-1", outcome: ready(1), rows: rowsOf("four") },
  );
  const { jsonSchema, ...others } = fact.submission;
  const job = 1240 + JSON.stringify(others).length + 8 * JSON.stringify(jsonSchema).length + 4;
  expect(sandbox.state.byteLength).toBe(job);
  const file = { fileName: "a", format: "csv", numRows: 0, columns: [] } as const;
  const files = [{ ...file, bytes: Buffer.alloc(10) }];
  change(sandbox, { kind: "datasetFilled", datasetId: "d", at: 0, files });
  expect(sandbox.state.byteLength).toBe(job + 10);
  change(sandbox, { kind: "datasetFilled", datasetId: "d", at: 1, files: [...files, ...files] });
  expect(sandbox.state.byteLength).toBe(job + 20);
  const placed = { name: "a", contentType: "", expiresAt: 0, signature: "" };
  change(sandbox, { kind: "filePlaced", file: { ...placed, bytes: Buffer.alloc(7) } });
  change(sandbox, { kind: "filePlaced", file: { ...placed, bytes: Buffer.alloc(5) } });
  expect(sandbox.state.byteLength).toBe(job + 25);
  expect(sandbox.state.heapBytes).toBe(job);
});

test("a job's inputs become a fact of the instant of its submission, and a new record", () => {
  const { sandbox } = recordedSandbox();
  const [fact] = factsOf({ jobId: "job-1", at: 5 });
  change(sandbox, { kind: "jobSubmitted", fact });
  const before = sandbox.state.jobs.get("job-1");
  const rows = rowsOf("a");
  change(sandbox, { kind: "inputsRead", jobId: "job-1", outcome: ready(1), rows });
  expect(before).toEqual({ jobId: "job-1", order: 0, facts: [fact], rows: undefined });
  expect(sandbox.state.jobs.get("job-1")).toEqual({
    jobId: "job-1",
    order: 0,
    facts: [fact, { type: "inputs", at: 5, outcome: ready(1) }],
    rows,
  });
});

test("a fact of an unknown job is refused", () => {
  const { sandbox } = recordedSandbox();
  const fact = { type: "cancelRequested", at: 0 } as const;
  expect(() => change(sandbox, { kind: "factAdded", jobId: "job-9", fact })).toThrow(
    new RangeError("Expected a known job, got `job-9`."),
  );
});

test("another scenario keeps the hits of rules that it has too, and drops the others", () => {
  const { sandbox } = recordedSandbox();
  change(
    sandbox,
    { kind: "ruleCounted", rule: "a", hits: { matched: 2, fired: 1 } },
    { kind: "ruleCounted", rule: "b", hits: { matched: 3, fired: 0 } },
    { kind: "scenarioPlayed", scenario: { ...SCENARIO, faults: [ruleNamed("b")] } },
  );
  expect([...sandbox.state.faultHits]).toEqual([["b", { matched: 3, fired: 0 }]]);
});
