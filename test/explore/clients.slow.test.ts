import { expect, test } from "@jest/globals";
import { BatchClient } from "../../examples/jest/src/batch-client.ts";
import type { VerdictName } from "../../src/options/explore-table.ts";
import { type ClientTest, exploreTest } from "./explore-script.ts";

/** Short, because a fault may withhold the responses to several requests in a row. */
const CLIENT_TIMEOUT_MS = 500;
/** The first run decides which experiments are planned, and has no faults: nothing in it may time out on a busy machine. */
const FIRST_TIMEOUT_MS = 15_000;

type GoodClient = {
  readonly act: (client: BatchClient) => Promise<void>;
  /** The experiments to run: those that another client runs show nothing new. Default: all. */
  readonly only?: (id: string) => boolean;
  /** The experiments that can't happen: its job is too old, doesn't run that far, or had no earlier state. */
  readonly notReached: readonly string[];
};

const GOOD: Readonly<Record<string, GoodClient>> = {
  "runs a job": {
    act: async (client) => {
      expect(await client.run(["Great product", "Never again"])).toHaveLength(2);
    },
    notReached: [
      "get-results-succeeded-json-404-for-a-job-that-is-younger-than-3-s",
      "get-job-succeeded-again-404-for-a-job-that-is-younger-than-3-s",
      "get-job-queued-a-state-that-is-5-s-old",
    ],
  },
  "cancels a job": {
    act: async (client) => {
      const { status } = await client.submit(["Cancel me"]).then((jobId) => client.cancel(jobId));
      expect(["CANCELLED", "SUCCEEDED"]).toContain(status);
    },
    only: (id) => /cancel|fails|stuck/.test(id),
    notReached: [
      "fails-at-start",
      "fails-midway",
      "fails-at-the-last-row",
      "get-job-cancelled-again-404-for-a-job-that-is-younger-than-3-s",
      "get-job-cancelling-a-state-that-is-5-s-old",
      "cancel-job-a-state-that-is-5-s-old",
    ],
  },
};

test.each(Object.entries(GOOD))(
  "no experiment fails for a client that %s",
  async (_, { act, only, notReached }) => {
    let timeoutMs = FIRST_TIMEOUT_MS;
    const run: ClientTest = async (sim) => {
      const { baseUrl, deploymentUrl, apiKey } = sim;
      const sleep = async (ms: number): Promise<void> => {
        await sim.clock.advance(`${Math.ceil(ms)}ms`);
      };
      await act(new BatchClient({ baseUrl, deploymentUrl, apiKey, timeoutMs, sleep }));
      timeoutMs = CLIENT_TIMEOUT_MS;
    };
    const { first, explored } = await exploreTest(run, only && { only });
    expect(first).toEqual([]);
    expect(explored.length).toBeGreaterThan(only === undefined ? 150 : 40);
    const unreached = explored.filter(({ verdict: { name } }) => name === "not-reached");
    expect(unreached.map(({ id }) => id)).toEqual(notReached);
    const failed = explored.filter(({ verdict: { name } }) => FAILING.has(name));
    expect(failed).toEqual([]);
  },
  120_000,
);

/** The verdicts that fail a run by default. */
const FAILING: ReadonlySet<VerdictName> = new Set(["false-success", "misbehaved", "hung"]);
