import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { BatchClient } from "../../examples/jest/src/batch-client.ts";
import type { FaultInput } from "../../src/core/scenario-input.ts";
import { startSimulator } from "../../src/index.ts";

// Correct clients that send many requests at once. No finding may blame them.

/** Number of runs per client, and duration of random runs in seconds: `npm run test:judgments` sets both. */
const RUNS = Number(process.env["JUDGMENT_RUNS"] ?? 1);
const SECONDS = Number(process.env["JUDGMENT_SECONDS"] ?? 0);

/** Number of random clients in `npm test`. A busy machine runs as many. */
const RANDOM_CLIENTS = 30;

const MAX_MS = 60_000 + SECONDS * 1000;

type Concurrent = {
  readonly faults: readonly object[];
  readonly workers: number;
  /** Whether all jobs are equal. */
  readonly isAlike?: boolean;
  readonly seed?: number;
  /** Whether workers wait on the wall clock, 20 times as fast, instead of advancing the clock themselves. */
  readonly waits?: boolean;
};

/** The findings about these clients. */
async function accusations({ faults, workers, isAlike, seed = 1, waits }: Concurrent) {
  const clock = waits === true ? "20x" : "real";
  const scenario = { name: "concurrent", faults: faults as readonly FaultInput[] };
  await using sim = await startSimulator({ clock, seed, scenario, onNotice: () => {} });
  const sleep = async (ms: number): Promise<void> => {
    if (waits === true) await new Promise((resolve) => setTimeout(resolve, ms / 20));
    else await sim.control.clock.advance(`${Math.ceil(ms)}ms`);
  };
  const { baseUrl, deploymentUrl, apiKey } = sim;
  const shared = new BatchClient({ baseUrl, deploymentUrl, apiKey, sleep });
  const work = async (worker: number): Promise<void> => {
    // A client finds a job whose create response was lost by its number of rows.
    const inputs = Array.from({ length: isAlike === true ? 2 : worker + 1 }, () => "Great product");
    const jobId = await shared.submit(inputs);
    if (worker % 3 === 2) {
      await shared.cancel(jobId);
      return;
    }
    const { status } = await shared.follow(jobId);
    expect(status).toBe("SUCCEEDED");
    expect(await shared.results(jobId, inputs.length)).toHaveLength(inputs.length);
  };
  // A client that gives up after many attempts reports it.
  const isReported = (error: unknown) => expect(error).toHaveProperty("name", "BatchError");
  const working = Array.from({ length: workers }, (_, worker) => work(worker).catch(isReported));
  await Promise.all(working);
  return sim
    .report()
    .findings.filter(({ severity }) => severity !== "info")
    .map(({ id, sentence }) => [id, sentence]);
}

const BUSY = { name: "busy", on: "*", status: 503, probability: 0.3 };
const FAMILIES: Readonly<Record<string, readonly object[]>> = {
  "a rate limit": [{ name: "limit", on: "*", rateLimit: { requests: 4, per: "1s" } }],
  "429 with Retry-After": [
    { name: "limited", on: "*", status: 429, headers: { "Retry-After": "2" }, probability: 0.3 },
  ],
  "an unavailable service": [BUSY],
  resets: [{ name: "cut", on: "*", reset: "beforeHeaders", probability: 0.2 }],
  "lost responses": [{ name: "lost", on: "createJob", lostResponse: true, probability: 0.5 }],
  "stale states": [
    { name: "stale", on: ["getJobStatus", "getJob"], every: 2, staleStatus: { by: "5s" } },
  ],
  "truncated downloads": [
    { name: "half", on: "getResults", truncate: { atShare: "50%" }, probability: 0.4 },
  ],
};

const RUN_NUMBERS = Array.from({ length: RUNS }, (_, run) => run + 1);

test.each(Object.entries(FAMILIES))(
  "clients in parallel have no findings under %s",
  async (_, faults) => {
    for (const seed of RUN_NUMBERS) {
      expect(await accusations({ faults, workers: 6, seed })).toEqual([]);
      const isAlike = !faults.some((fault) => "lostResponse" in fault);
      expect(await accusations({ faults, workers: 4, seed, isAlike })).toEqual([]);
    }
  },
  MAX_MS * RUNS,
);

test(
  "clients in parallel that wait on a fast clock have no findings",
  async () => {
    for (const seed of RUN_NUMBERS)
      expect(await accusations({ faults: [BUSY], workers: 6, seed, waits: true })).toEqual([]);
  },
  MAX_MS * RUNS,
);

const ANY = fc.constantFrom("*", "createJob", "getJob", "getResults", "cancelJob", "listJobs");
const chance = fc.integer({ min: 1, max: 4 }).map((tenths) => tenths / 10);

const FAULT = fc.oneof(
  fc.record({ on: ANY, status: fc.constantFrom(429, 503, 500, 502), probability: chance }),
  fc.record({
    on: ANY,
    status: fc.constantFrom(429, 503),
    headers: fc.integer({ min: 1, max: 20 }).map((seconds) => ({ "Retry-After": `${seconds}` })),
    probability: chance,
  }),
  fc.record({
    on: ANY,
    rateLimit: fc.record({ requests: fc.integer({ min: 2, max: 20 }), per: fc.constant("1s") }),
  }),
  fc.record({ on: ANY, reset: fc.constant("beforeHeaders"), probability: chance }),
  fc.record({ on: fc.constant("createJob"), lostResponse: fc.constant(true), probability: chance }),
  fc.record({
    on: fc.constant("getJob"),
    staleStatus: fc.constant({ by: "5s" }),
    every: fc.nat(3).map((n) => n + 1),
  }),
  fc.record({
    on: fc.constant("getResults"),
    truncate: fc.constant({ atShare: "50%" }),
    times: fc.nat(4).map((n) => n + 1),
  }),
);

const CONCURRENT = fc.record({
  workers: fc.integer({ min: 2, max: 16 }),
  faults: fc.array(FAULT, { maxLength: 2 }),
  seed: fc.integer({ min: 1, max: 1000 }),
});

test(
  "random correct clients, 2 to 16 at once, have no findings",
  async () => {
    await fc.assert(
      fc.asyncProperty(CONCURRENT, async ({ workers, faults, seed }) => {
        const named = faults.map((fault, index) => ({ name: `fault-${index}`, ...fault }));
        expect(await accusations({ workers, faults: named, seed })).toEqual([]);
      }),
      SECONDS > 0
        ? { numRuns: 100_000, interruptAfterTimeLimit: SECONDS * 1000 }
        : { numRuns: RANDOM_CLIENTS, seed: 1 },
    );
  },
  MAX_MS,
);
