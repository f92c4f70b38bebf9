import { setImmediate } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Exchange } from "../src/index.ts";
import { CALLS, see } from "./scenarios/call.ts";
import { startTestSimulator, type TestSimulator } from "./support/simulator.ts";

// Laws over whole runs: responses and events depend only on the requests and their times.

/** Draws durations, spoils rows, limits job slots, and has answers fail by chance. */
const SCENARIO = `
capacity: 2
profiles:
  - queued: { uniform: [0, 2s] }
    starting: { lognormal: { median: 1s, p95: 4s } }
    running: { uniform: [1s, 20s] }
    stalls: [{ at: 50%, for: { uniform: [0, 5s] } }]
    cancel: { takes: { uniform: [0, 3s] } }
rows:
  - { share: 30%, outcome: empty }
  - { share: 30%, outcome: refusal }
faults:
  - { on: "*", probability: 20%, status: 503, body: { detail: Busy. } }
  - { on: [getJob, getJobStatus], probability: 30%, staleStatus: { by: 3s } }
`;

type Step = { readonly kind: "call"; readonly words: readonly string[] } | Advance;
type Advance = { readonly kind: "advance"; readonly ms: number };

const job = fc.integer({ min: 1, max: 4 }).map((number) => `$${number}`);
const call: fc.Arbitrary<Step> = fc
  .oneof(
    fc
      .record({
        inputs: fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 8 }),
        job_priority: fc.constantFrom(0, 1),
      })
      .map((body) => ["create", JSON.stringify(body)]),
    fc.tuple(fc.constantFrom("status", "job", "cancel"), job),
    fc.tuple(fc.constant("results"), job, fc.constantFrom("json", "csv")),
    fc.constant(["list"]),
  )
  .map((words) => ({ kind: "call", words }));
const advance: fc.Arbitrary<Step> = fc
  .integer({ min: 0, max: 8000 })
  .map((ms) => ({ kind: "advance", ms }));
const program = fc.array(fc.oneof({ weight: 2, arbitrary: call }, advance), {
  minLength: 5,
  maxLength: 20,
});

/** Runs a program on a fresh simulator; makes each advance in one step or, with `slices`, in several. */
async function run(
  steps: readonly Step[],
  slices: (ms: number) => readonly number[] = (ms) => [ms],
): Promise<{ events: unknown[]; journal: readonly Exchange[] }> {
  await using sim = await startTestSimulator({ yaml: SCENARIO, seed: 5, clock: "manual" });
  const events: unknown[] = [];
  const jobIds: string[] = [];
  for (const step of [...steps, { kind: "advance", ms: 600_000 } as const]) {
    if (step.kind === "call") await ask(sim, step.words, jobIds);
    else for (const ms of slices(step.ms)) events.push(...(await sim.clock.advance(ms)).events);
  }
  // An exchange is in the journal once its response has ended, which the client may notice first.
  const calls = steps.filter(({ kind }) => kind === "call").length;
  while (sim.exchanges().length < calls) await setImmediate();
  return { events, journal: sim.exchanges().toSorted((a, b) => a.id - b.id) };
}

async function ask(sim: TestSimulator, words: readonly string[], jobIds: string[]): Promise<void> {
  const [verb = "", ...rest] = words;
  const named = rest.map((word) =>
    /^\$\d+$/.test(word) ? (jobIds[Number(word.slice(1)) - 1] ?? "none") : word,
  );
  const seen = await see(async () => CALLS[verb]?.(sim, named) ?? Response.error());
  if (verb === "create" && seen?.status === 200) jobIds.push(JSON.parse(`${seen.bytes}`).job_id);
}

/** Fields that may differ: wall time, duration, and the port in the request's Host header. */
function comparable(journal: readonly Exchange[]): unknown[] {
  return journal.map(({ wallAt, durationMs, request, ...exchange }) => {
    const { host, ...headers } = request.headers;
    return { ...exchange, request: { ...request, headers } };
  });
}

test("the same seed and the same calls give the same journal, but for wall time and duration", async () => {
  await fc.assert(
    fc.asyncProperty(program, async (steps) => {
      const [first, second] = [await run(steps), await run(steps)];
      expect(comparable(second.journal)).toEqual(comparable(first.journal));
      expect(second.events).toEqual(first.events);
      expect(first.journal).toHaveLength(steps.filter(({ kind }) => kind === "call").length);
    }),
    { numRuns: 6 },
  );
});

test("time that is sliced any way gives the same events and the same answers", async () => {
  const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(program, cuts, async (steps, shares) => {
      const slices = (ms: number): number[] => {
        const marks = [0, ...shares.map((share) => Math.round(share * ms)), ms].sort(
          (a, b) => a - b,
        );
        return marks.slice(1).map((mark, index) => mark - (marks[index] ?? 0));
      };
      const [whole, sliced] = [await run(steps), await run(steps, slices)];
      expect(sliced.events).toEqual(whole.events);
      expect(comparable(sliced.journal)).toEqual(comparable(whole.journal));
    }),
    { numRuns: 6 },
  );
});
