import { expect, test } from "@jest/globals";
import { lint } from "../../src/cli/commands/lint.ts";
import { openDocument } from "../../src/simulator/open-document.ts";
import { openScenario } from "../../src/simulator/open-scenario.ts";
import { SCENARIOS } from "../support/built-in-scenarios.ts";
import { textFile } from "../support/overlay-file.ts";
import { startTestSimulator } from "../support/simulator.ts";
import {
  BATCHES,
  call,
  create,
  ended,
  type Json,
  type Line,
  linesOf,
  request,
  requests,
  start,
} from "./message-batches.ts";

// Built-in scenarios with another API than the default one.

/** Scenarios that name what only the default API has. */
const FOREIGN: Readonly<Record<string, string>> = {
  "corrupt-parquet": "the field `result_format`",
  "corrupt-zip": "the field `result_format`",
  "dataset-missing": "the field `inputs`",
  "presigned-url-expired": "inputs at a URL",
  "unknown-state": "the assumption `job-states`",
  "webhook-forged": "the assumption `webhooks`",
  "webhook-missing": "the assumption `webhooks`",
  "webhook-repeated": "the assumption `webhooks`",
};

test.each(SCENARIOS)("%s is played with every API, or refused by name", async (name) => {
  const document = await openDocument(["anthropic"]);
  const foreign = FOREIGN[name];
  const opened = openScenario(name, document);
  if (foreign === undefined) expect((await opened).scenario.name).toBe(name);
  else
    await expect(opened).rejects.toMatchObject({
      code: "SIM_SCENARIO",
      message: `Failed to use the scenario \`${name}\`: the served API doesn't have ${foreign}. \`npx batch-sim scenarios\` with the same \`--api\` and \`--overlay\` lists the scenarios for this API.`,
    });
});

/** The states of 20 rows: each line's ID and how its row ended. */
function endsOf(lines: readonly Line[]): string[] {
  return lines.map(({ custom_id, result }) => `${custom_id} ${result.type}`);
}

async function played(scenario: string): Promise<{ batch: Json; lines: Line[] }> {
  await using sim = await start({ scenario });
  const batch = await ended(sim, (await create(sim, requests(20)))["id"]);
  return { batch, lines: await linesOf(sim, batch) };
}

const NONE = { processing: 0, succeeded: 0, errored: 0, canceled: 0, expired: 0 };

function expected(kindOf: (index: number) => string): string[] {
  return Array.from({ length: 20 }, (_, index) => `row-${index} ${kindOf(index)}`);
}

test("in some-rows-fail, some rows are errored, and the batch ends", async () => {
  const { batch, lines } = await played("some-rows-fail");
  expect(batch["request_counts"]).toEqual({ ...NONE, succeeded: 13, errored: 7 });
  expect(endsOf(lines)).toEqual(
    expected((index) => (index === 0 || index % 3 === 2 ? "errored" : "succeeded")),
  );
});

test("in all-rows-fail, every row is errored", async () => {
  const { batch, lines } = await played("all-rows-fail");
  expect(batch["request_counts"]).toEqual({ ...NONE, errored: 20 });
  expect(endsOf(lines)).toEqual(expected(() => "errored"));
});

test("in expires-halfway, half of the rows expire when the batch does", async () => {
  const { batch, lines } = await played("expires-halfway");
  expect(batch).toMatchObject({
    expires_at: "2030-01-01T00:01:00.000Z",
    ended_at: "2030-01-01T00:01:00.000Z",
    request_counts: { ...NONE, succeeded: 10, expired: 10 },
  });
  expect(endsOf(lines)).toEqual(expected((index) => (index < 10 ? "succeeded" : "expired")));
});

test("in canceled-halfway, somebody else cancels the batch", async () => {
  const { batch, lines } = await played("canceled-halfway");
  expect(batch).toMatchObject({
    cancel_initiated_at: expect.stringMatching(/^2030-01-01T00:00:0/),
    request_counts: { ...NONE, succeeded: 10, canceled: 10 },
  });
  expect(endsOf(lines)).toEqual(expected((index) => (index < 10 ? "succeeded" : "canceled")));
});

test("in overloaded, the API refuses every third request with its own status", async () => {
  await using sim = await start({ scenario: "overloaded" });
  const replies = [];
  for (let call = 0; call < 3; call++) {
    const response = await fetch(sim.baseUrl + BATCHES, { headers: { "x-api-key": sim.apiKey } });
    replies.push([response.status, await response.json()]);
  }
  const page = { data: [], has_more: false, first_id: null, last_id: null };
  const overloaded = {
    type: "error",
    error: { type: "overloaded_error", message: "Overloaded" },
    request_id: expect.stringMatching(/^req_011\w{22}$/),
  };
  expect(replies).toEqual([
    [200, page],
    [200, page],
    [529, overloaded],
  ]);
});

test.each([
  ["anthropic", BATCHES, 401, { type: "error", error: { type: "authentication_error" } }],
  ["gemini", "/v1beta/batches", 403, { error: { code: 403, status: "PERMISSION_DENIED" } }],
  ["groq", "/batches", 401, { error: { code: "invalid_api_key" } }],
  ["mistral", "/v1/batch/jobs", 401, { object: "error", type: "invalid_request_error" }],
  ["openai", "/batches", 401, { error: { code: "invalid_api_key" } }],
] as const)(
  "in auth-expires, %s refuses the key in its own words",
  async (api, path, status, body) => {
    await using sim = await startTestSimulator({ api, scenario: "auth-expires" });
    const headers = { authorization: `Bearer ${sim.apiKey}`, "x-goog-api-key": sim.apiKey };
    const replies = [];
    for (let poll = 0; poll < 6; poll++) {
      const response = await fetch(sim.baseUrl + path, { headers });
      replies.push([response.status, await response.json()]);
    }
    expect(replies.map(([it]) => it)).toEqual([200, 200, 200, 200, 200, status]);
    expect(replies.at(-1)?.[1]).toMatchObject(body);
  },
);

test("in outage, the API is unavailable in its own words", async () => {
  await using sim = await start({ scenario: "outage", clock: "manual" });
  const { id } = await create(sim, requests(1));
  await sim.clock.advance("5s");
  const headers = { "x-api-key": sim.apiKey };
  const response = await fetch(`${sim.baseUrl}${BATCHES}/${id}`, { headers });
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "10"]);
  expect(await response.json()).toMatchObject({
    type: "error",
    error: { type: "api_error", message: "Service unavailable." },
  });
});

test("in shuffled, the results have another order, always the same with the same seed", async () => {
  const [first, second] = [await played("shuffled"), await played("shuffled")];
  const ids = first.lines.map(({ custom_id }) => custom_id);
  const inOrder = requests(20).map(({ custom_id }) => custom_id);
  expect(ids).not.toEqual(inOrder);
  expect([...ids].sort()).toEqual([...inOrder].sort());
  expect(second.lines).toEqual(first.lines);
});

test("shuffled results of a canceled batch, with more rows than change places at once", async () => {
  const yaml = `name: shuffled-halfway
description: Both.
profiles: [{ outcome: { canceled: { at: 50% } }, results: { order: shuffled } }]
`;
  await using sim = await start({ yaml });
  const batch = await ended(sim, (await create(sim, requests(1000)))["id"]);
  const lines = await linesOf(sim, batch);
  const indexes = lines.map(({ custom_id }) => Number(custom_id.slice(4)));
  expect([...indexes].sort((a, b) => a - b)).toEqual(Array.from({ length: 1000 }, (_, i) => i));
  const wrong = lines.filter(
    ({ result }, at) => result.type !== ((indexes[at] ?? 0) < 500 ? "succeeded" : "canceled"),
  );
  expect(wrong).toEqual([]);
  expect(Math.max(...indexes.slice(0, 256)) - Math.min(...indexes.slice(0, 256))).toBeLessThan(256);
});

test("a scenario with parts that have no effect in the API says so at the start, and to the linter", async () => {
  const notices: string[] = [];
  const onNotice = (notice: string): void => {
    notices.push(notice);
  };
  await using sim = await startTestSimulator({ scenario: "shuffled", onNotice });
  expect((await sim.client.create({ inputs: ["a"] })).status).toBe(200);
  const message =
    "This API's rows have no IDs, so its results are always in the order of the inputs.";
  const linted: string[] = [];
  const note = (line: string): void => void linted.push(line);
  expect(await lint({}, ["shuffled"], note, () => {})).toBe(0);
  expect(linted).toEqual([expect.stringContaining(`${message} [warning no-effect]`)]);
  expect(await lint({ api: "anthropic" }, ["shuffled"], fail, () => {})).toBe(0);
});

test("the linter warns about webhooks only if the API sends none by default", async () => {
  const file = await textFile("name: w\nwebhooks: [{ url: http://127.0.0.1:9/ }]\n");
  const linted: string[] = [];
  await lint(
    {},
    [file],
    (line) => linted.push(line),
    () => {},
  );
  const message = "The service sends no webhooks. Add `assumptions: { webhooks: standard }`.";
  expect(linted).toEqual([expect.stringContaining(`${message} [warning no-effect]`)]);
  expect(await lint({ api: "openai" }, [file], fail, () => {})).toBe(0);
});

function fail(line: string): never {
  throw new Error(line);
}

test("an overload without a status of the API's own is a 503", async () => {
  await using sim = await startTestSimulator({ scenario: "overloaded" });
  const replies = [];
  for (let poll = 0; poll < 3; poll++) replies.push(await sim.client.json("GET", "/list-jobs"));
  expect(replies.map(({ status, body }) => [status, body]).at(-1)).toEqual([
    503,
    { detail: "The service is overloaded." },
  ]);
});

test("one row of a batch", async () => {
  await using sim = await start({ scenario: "shuffled" });
  const batch = await ended(sim, (await create(sim, [request("only")]))["id"]);
  expect(endsOf(await linesOf(sim, batch))).toEqual(["only succeeded"]);
  expect((await call(sim, "DELETE", `${BATCHES}/${batch["id"]}`)).status).toBe(200);
});
