import { expect, test } from "@jest/globals";
import {
  BATCHES,
  call,
  create,
  ended,
  type Json,
  linesOf,
  requests,
  start,
} from "../overlays/message-batches.ts";
import type { TestSimulator } from "../support/simulator.ts";
import { idsIn } from "./support.ts";

// Mistakes that clients of the Message Batches API make, as reported by their users, each next to a correct client.

type Client = (sim: TestSimulator) => Promise<void>;

const ROWS = requests(20);

/** Polls until the batch has ended, through errors that may pass. */
const survives: Client = async (sim) => {
  const { id } = await create(sim, ROWS);
  for (let polls = 0; polls < 50; polls++) {
    const { status, body } = await call(sim, "GET", `${BATCHES}/${id}`).catch(() => FAILED);
    if (status === 200 && body["processing_status"] === "ended") {
      await linesOf(sim, body);
      return;
    }
  }
  throw new Error("The batch has not ended.");
};

const FAILED = { status: 0, body: {} as Json };

/** Looks up where the results are, with retries, and then downloads them, as an SDK does. */
const looksUpResults: Client = async (sim) => {
  const { id } = await ended(sim, (await create(sim, ROWS))["id"]);
  for (let tries = 0; tries < 3; tries++) {
    const { status, body } = await call(sim, "GET", `${BATCHES}/${id}`);
    if (status === 200) await linesOf(sim, body);
    if (status < 500) return;
  }
};

/** Creates two batches, polls them in turn, and stops at the first permanent error. */
const followsTwo: Client = async (sim) => {
  const ids = [await create(sim, ROWS), await create(sim, ROWS.slice(1))].map(({ id }) => id);
  for (let polls = 0; polls < 50; polls++) {
    const { status } = await call(sim, "GET", `${BATCHES}/${ids[polls % 2]}`);
    if (status !== 200) return;
  }
};

/** Polls on for a while, as if the batch had not ended. */
const pollsOn: Client = async (sim) => {
  const batch = await ended(sim, (await create(sim, ROWS))["id"]);
  for (let polls = 0; polls < 5; polls++) await call(sim, "GET", `${BATCHES}/${batch["id"]}`);
  await linesOf(sim, batch);
};

/** Stops once the batch has ended. */
const stopsAtEnd: Client = async (sim) => {
  await ended(sim, (await create(sim, ROWS))["id"]);
};

/** Treats the first failed poll as the end of the batch. */
const diesAtFirstError: Client = async (sim) => {
  const { id } = await create(sim, ROWS);
  for (let polls = 0; polls < 50; polls++) {
    const { status, body } = await call(sim, "GET", `${BATCHES}/${id}`).catch(() => FAILED);
    if (status !== 200 || body["processing_status"] === "ended") return;
  }
};

/** Ignores the results of a batch in which a row did not succeed. */
const discardsPartialResults: Client = async (sim) => {
  const batch = await ended(sim, (await create(sim, ROWS))["id"]);
  const { succeeded } = batch["request_counts"] as { succeeded: number };
  if (succeeded === ROWS.length) await linesOf(sim, batch);
};

/** Submits the whole batch again if a row did not succeed, until all do. */
const resubmitsEverything: Client = async (sim) => {
  for (let tries = 0; tries < 2; tries++) {
    const lines = await linesOf(sim, await ended(sim, (await create(sim, ROWS))["id"]));
    if (lines.every(({ result }) => result.type === "succeeded")) return;
  }
};

/** Keeps the successful rows, and resubmits the others. */
const resubmitsUnfinished: Client = async (sim) => {
  let left = ROWS;
  for (let tries = 0; tries < 3 && left.length > 0; tries++) {
    const lines = await linesOf(sim, await ended(sim, (await create(sim, left))["id"]));
    const done = new Set(
      lines.flatMap(({ custom_id, result }) => (result.type === "succeeded" ? [custom_id] : [])),
    );
    left = left.filter(({ custom_id }) => !done.has(String(custom_id)));
  }
};

/** Cancels a batch halfway, and forgets it once it has ended. */
const losesCanceledRows: Client = async (sim) => {
  await ended(sim, await canceledHalfway(sim));
};

/** Cancels a batch halfway, and keeps the rows that finished. */
const keepsCanceledRows: Client = async (sim) => {
  const lines = await linesOf(sim, await ended(sim, await canceledHalfway(sim)));
  expect(lines.filter(({ result }) => result.type === "succeeded")).not.toEqual([]);
};

async function canceledHalfway(sim: TestSimulator): Promise<unknown> {
  const { id } = await create(sim, ROWS);
  await sim.clock.advance("20s");
  expect((await call(sim, "POST", `${BATCHES}/${id}/cancel`)).status).toBe(200);
  return id;
}

/** Waits for every row to succeed, in a batch that has ended otherwise. */
const waitsForEveryRow: Client = async (sim) => {
  const { id } = await create(sim, ROWS);
  for (let polls = 0; polls < 20; polls++) {
    const { body } = await call(sim, "GET", `${BATCHES}/${id}`);
    const { succeeded } = body["request_counts"] as { succeeded: number };
    if (succeeded === ROWS.length) break;
  }
  await call(sim, "GET", BATCHES);
};

/** Resubmits the rows whose lines it can't read, because it splits the file not only at line feeds. */
const splitsAtSeparators: Client = async (sim) => {
  const batch = await ended(sim, (await create(sim, ROWS))["id"]);
  const lines = await linesOf(sim, batch);
  const broken = lines.filter((line) => /[\x85\u2028\u2029]/.test(JSON.stringify(line)));
  const left = ROWS.filter((row) => broken.some((line) => line.custom_id === row["custom_id"]));
  await linesOf(sim, await ended(sim, (await create(sim, left))["id"]));
};

const SLOW = `name: slow
description: Two rows a second.
profiles: [{ queued: 0s, starting: 0s, running: 40s }]
`;

const TRANSIENT = `name: transient
description: The third poll fails once.
faults: [{ name: overloaded, on: getJob, after: 2, times: 1, error: overloaded }]
`;

/** A scenario in which polls fail after the first one that reported the end. */
function failsAfterEnd(fault: Json, outcome: unknown = "succeeded"): string {
  const when = { jobState: ["succeeded", "expired"] };
  const faults = [{ on: "getJob", when, after: 1, ...fault }];
  return JSON.stringify({ name: "late", profiles: [{ outcome }], faults });
}

type Case = {
  readonly scenario?: string;
  readonly yaml?: string;
  readonly bad: readonly (readonly [Client, ...string[]])[];
  readonly good: Client;
};

const CASES: Readonly<Record<string, Case>> = {
  "discards the finished rows of an expired batch, or submits all rows again": {
    scenario: "expires-halfway",
    bad: [
      [discardsPartialResults, "finished-rows-dropped"],
      [resubmitsEverything, "finished-rows-repeated"],
    ],
    good: resubmitsUnfinished,
  },
  "loses the finished rows of a batch that it canceled": {
    yaml: SLOW,
    bad: [[losesCanceledRows, "finished-rows-dropped"]],
    good: keepsCanceledRows,
  },
  "loses the finished rows of a batch that somebody else canceled": {
    scenario: "canceled-halfway",
    bad: [[discardsPartialResults, "finished-rows-dropped"]],
    good: resubmitsUnfinished,
  },
  "splits the lines of results at U+2028": {
    scenario: "edge-values",
    bad: [[splitsAtSeparators, "lines-split-wrongly"]],
    good: resubmitsUnfinished,
  },
  "gives up on a 404 right after create": {
    scenario: "read-after-write-lag",
    bad: [[diesAtFirstError, "not-retried"]],
    good: survives,
  },
  "stops polling at one transient error": {
    yaml: TRANSIENT,
    bad: [[diesAtFirstError, "not-retried"]],
    good: survives,
  },
  "polls on after an end that it does not know": {
    scenario: "expires-halfway",
    bad: [[waitsForEveryRow, "polled-after-end", "finished-rows-dropped"]],
    good: survives,
  },
  "never downloads results, although no poll failed": {
    yaml: failsAfterEnd({ times: 3, error: "overloaded" }),
    bad: [[stopsAtEnd, "never-downloaded"]],
    good: looksUpResults,
  },
  "drops finished rows, although no poll failed": {
    yaml: failsAfterEnd({ error: "forbidden" }, { expired: { at: "50%", after: "1m" } }),
    bad: [[stopsAtEnd, "finished-rows-dropped"]],
    good: looksUpResults,
  },
  "keeps polling an ended batch, not only until a poll succeeds": {
    yaml: failsAfterEnd({ times: 2, error: "overloaded" }),
    bad: [[pollsOn, "polled-after-end"]],
    good: looksUpResults,
  },
};

test.each(Object.entries(CASES))(
  "a client that %s is found, and a good one is not",
  async (_, each) => {
    const { bad, good, ...options } = each;
    for (const [client, ...found] of bad) {
      await using sim = await start(options);
      await client(sim);
      expect(idsIn(sim)).toEqual(found);
    }
    await using sim = await start(options);
    await good(sim);
    expect(idsIn(sim)).toEqual([]);
  },
);

test.each<[string, Client]>([
  ["succeeded", looksUpResults],
  ["{ expired: { at: 50%, after: 24h } }", looksUpResults],
  ["succeeded", followsTwo],
])("a client stops when its key is rejected: with the outcome %s", async (outcome, client) => {
  const yaml = `name: rejected
description: The sixth request is the first one without a valid key.
profiles: [{ outcome: ${outcome} }]
faults: [{ on: "*", after: 5, error: unauthenticated }]
`;
  await using sim = await start({ yaml });
  await client(sim);
  expect(sim.allExchanges.at(-1)?.response.status).toBe(401);
  expect(idsIn(sim)).toEqual([]);
});

test("a client may look whether a batch that it deleted is gone, but not request its results", async () => {
  await using sim = await start();
  const batch = await ended(sim, (await create(sim, ROWS))["id"]);
  await linesOf(sim, batch);
  const path = `${BATCHES}/${batch["id"]}`;
  expect((await call(sim, "DELETE", path)).status).toBe(200);
  expect((await call(sim, "GET", path)).status).toBe(404);
  expect(idsIn(sim)).toEqual([]);
  expect((await call(sim, "GET", `${path}/results`)).status).toBe(404);
  expect(idsIn(sim)).toEqual(["unknown-job"]);
});

test("findings and coverage are in the words of the served API", async () => {
  await using sim = await start({ scenario: "expires-halfway" });
  const first = await create(sim, ROWS);
  await ended(sim, first["id"]);
  await call(sim, "POST", BATCHES, {});
  await call(sim, "POST", `${BATCHES}?unheard=1`, { requests: ROWS });
  const { findings, coverage } = sim.report();
  expect(findings.map(({ id, sentence, cure, section }) => [id, sentence, cure, section])).toEqual([
    [
      "invalid-request",
      "POST /v1/messages/batches, `/requests` in the body: Expected `requests` to be present: it is required.",
      "Send what the spec of the Message Batches API requires. The finding names the location in the request and the expected value.",
      undefined,
    ],
    [
      "finished-rows-dropped",
      `Job ${first["id"]} expired with 10 of 20 rows finished, but the client never downloaded the finished rows.`,
      expect.any(String),
      undefined,
    ],
    ["finished-rows-repeated", expect.any(String), expect.any(String), undefined],
    ["never-looked-at", expect.any(String), expect.any(String), undefined],
    [
      "undocumented-field",
      "POST /v1/messages/batches contained `query.unheard`, which is not in the spec of the Message Batches API.",
      "Leave out the field or parameter: the service may ignore it or reject the request.",
      undefined,
    ],
  ]);
  const lists = new Map(
    coverage.lists.map(({ name, items }) => [name as string, items.map(({ item }) => item)]),
  );
  expect(["inputs", "states", "transitions", "rows"].map((name) => lists.get(name))).toEqual([
    ["array"],
    ["in_progress", "canceling", "ended"],
    [...["in_progress → ended", "in_progress → canceling", "canceling → ended"]],
    [
      "rows that succeeded",
      "rows that failed (scenario some-rows-fail)",
      "rows that expired (scenario expires-halfway)",
      "rows that were canceled (scenario canceled-halfway)",
    ],
  ]);
});

test("coverage counts how rows ended, once a client was told", async () => {
  await using sim = await start({ scenario: "expires-halfway" });
  const missing = () => sim.report().coverage.lists.find(({ name }) => name === "rows")?.missing;
  const { id } = await create(sim, ROWS);
  expect(missing()).toHaveLength(4);
  await ended(sim, id);
  expect(missing()).toEqual([
    "rows that failed (scenario some-rows-fail)",
    "rows that were canceled (scenario canceled-halfway)",
  ]);
});

test("a request is repeated with its key in the header that the client used", async () => {
  await using sim = await start({ scenario: "slow-job" });
  const { id } = await create(sim, ROWS);
  const path = `${BATCHES}/${id}/results`;
  const early = await fetch(sim.baseUrl + path, {
    headers: { authorization: `Bearer ${sim.apiKey}` },
  });
  expect(early.status).toBe(404);
  const [reproduction] = sim.report().reproductions;
  expect(reproduction?.requests.map(({ key, path: sent }) => [sent, key])).toEqual([
    [BATCHES, ["x-api-key", "$BATCH_SIM_API_KEY"]],
    [path, ["authorization", "Bearer $BATCH_SIM_API_KEY"]],
  ]);
});
