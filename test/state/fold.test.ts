import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { fillDataset } from "../../src/state/dataset.ts";
import { emptyState } from "../../src/state/sandbox-state.ts";
import { apply, EVENTS, type StateEvent, type StateView } from "../../src/state/state-event.ts";
import { type EntryParts, storedEntries } from "../../src/stores/log/entry.ts";
import { factsOf, ready } from "../core/job-builder.ts";
import { programs, ruleNamed } from "./programs.ts";
import { change, recordedSandbox, rowsOf, SCENARIO } from "./sandbox-builder.ts";

function folded(events: readonly StateEvent[]): StateView {
  const state = emptyState({ scenario: SCENARIO });
  for (const event of events) apply(state, event);
  return state;
}

test("folding the events onto an empty state gives the same state", () => {
  fc.assert(
    fc.property(programs, (program) => {
      const { sandbox, events } = recordedSandbox();
      for (const step of program) step(sandbox);
      expect(folded(events)).toEqual(sandbox.state);
    }),
  );
});

test("random programs have every kind of event", () => {
  const kinds = new Set<string>();
  for (const program of fc.sample(programs, { numRuns: 300, seed: 1 })) {
    const { sandbox, events } = recordedSandbox();
    for (const step of program) step(sandbox);
    for (const { kind } of events) kinds.add(kind);
  }
  expect([...kinds].sort()).toEqual(Object.keys(EVENTS).sort());
});

test("no record that was handed out changes afterward", () => {
  fc.assert(
    fc.property(programs, (program) => {
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
    fc.property(programs, (program) => {
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
  const { modelId, jsonSchema } = fact.submission;
  const names =
    "source kind digest modelId samplingParams jobPriority dryRun randomSeedPerInput truncateRows systemPrompt";
  const strings = `${names} array 0 ${modelId} Be_kind.`.replaceAll(" ", "");
  const scalars = 4 * 4;
  const job = 1240 + strings.length + scalars + 8 * JSON.stringify(jsonSchema).length + 4;
  expect(sandbox.state.byteLength).toBe(job);
  const file = { fileName: "a", format: "csv", numRows: 0, columns: [] } as const;
  const fill = (...sizes: readonly number[]): void => {
    const files = sizes.map((size) => ({ ...file, bytes: Buffer.alloc(size) }));
    change(sandbox, ...fillDataset(sandbox.state, "d", { at: 0, files }));
  };
  fill(10);
  expect(sandbox.state.byteLength).toBe(job + 240 + 10);
  fill(10, 10);
  expect(sandbox.state.byteLength).toBe(job + 2 * (240 + 10));
  fill();
  expect(sandbox.state.byteLength).toBe(job);
  const placed = { name: "a", contentType: "", expiresAt: 0, signature: "" };
  change(sandbox, { kind: "filePlaced", file: { ...placed, bytes: Buffer.alloc(7) } });
  change(sandbox, { kind: "filePlaced", file: { ...placed, bytes: Buffer.alloc(5) } });
  expect(sandbox.state.byteLength).toBe(job + 5);
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

test("a stored move of the clock is not that of a later one", () => {
  const state = emptyState({ scenario: SCENARIO });
  const move = { kind: "clockMoved", byMs: 10 } as const;
  apply(state, move);
  const [entry] = storedEntries([move], state);
  apply(state, move);
  // The data refers to nothing.
  expect(entry?.data({ sandboxId: 1 } as EntryParts)).toEqual({ byMs: 10 });
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
