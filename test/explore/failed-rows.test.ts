import { expect, test } from "@jest/globals";
import type { Simulator } from "../../src/index.ts";
import { apiOf, follow, submit } from "../clients/api.ts";
import { outputsOf } from "../clients/ratings.ts";
import { chatLine, type Json, linesOf, runBatch, send } from "../support/openai-client.ts";
import { type ClientTest, exploreTest } from "./explore-script.ts";

// In an API of records, a job succeeds although some of its rows, or all of them, fail.

const ROWS = ["a", "b", "c"].map((id) => chatLine(id));
const FAILS = ["row-fails", "row-rejected", "every-row-fails"];

/** The verdicts on a client in these experiments, and what was found. */
async function verdicts(test: ClientTest, overlay: string, looksAtOutputs = false) {
  const only = (id: string): boolean => FAILS.includes(id);
  const { first, explored } = await exploreTest(test, {
    overlays: [overlay],
    only,
    looksAtOutputs,
  });
  expect(first).toEqual([]);
  return Object.fromEntries(
    explored.map(({ id, verdict, found }) => [id, [verdict.name, ...found]]),
  );
}

test("a client of batches in files that never reads the error file is found", async () => {
  const readsOutputOnly = async (sim: Simulator): Promise<void> => {
    const { output_file_id: file } = await runBatch(sim, ROWS);
    if (typeof file === "string") await linesOf(sim, file);
  };
  expect(await verdicts(readsOutputOnly, "openai")).toEqual({
    "row-fails": ["misbehaved", "failed-rows-unread"],
    "row-rejected": ["misbehaved", "failed-rows-unread"],
    "every-row-fails": ["misbehaved", "failed-rows-unread"],
  });
});

test("a client of batches in files that requests an output file that doesn't exist is found", async () => {
  const downloadsBlindly = async (sim: Simulator): Promise<void> => {
    const batch = await runBatch(sim, ROWS);
    if (typeof batch["error_file_id"] === "string") await linesOf(sim, batch["error_file_id"]);
    await (await send(sim, "GET", `/files/${batch["output_file_id"]}/content`)).text();
  };
  expect(await verdicts(downloadsBlindly, "openai")).toEqual({
    "row-fails": ["survived"],
    "row-rejected": ["survived"],
    "every-row-fails": ["misbehaved", "unknown-file"],
  });
});

const all = (verdict: string) => Object.fromEntries(FAILS.map((id) => [id, [verdict]]));

/** Reads both files of a batch, by the IDs of their lines. */
async function readAll(sim: Simulator): Promise<Json> {
  const batch = await runBatch(sim, ROWS);
  const files = ["output_file_id", "error_file_id"].filter((id) => typeof batch[id] === "string");
  const lines = await Promise.all(files.map((id) => linesOf(sim, batch[id])));
  return Object.assign({}, ...lines);
}

test("a client of batches in files that reads both files survives, or reports the failed rows", async () => {
  const survives = async (sim: Simulator): Promise<void> => {
    expect(Object.keys(await readAll(sim)).sort()).toEqual(["a", "b", "c"]);
  };
  const reports = async (sim: Simulator): Promise<void> => {
    const lines = Object.values(await readAll(sim)) as { response: { status_code: number } }[];
    for (const { response } of lines) expect(response.status_code).toBe(200);
  };
  expect(await verdicts(survives, "openai")).toEqual(all("survived"));
  expect(await verdicts(reports, "openai", true)).toEqual(all("failed-loudly"));
});

test("a client of message batches that drops failed rows has a false success if its test looks at outputs", async () => {
  const dropsFailedRows = async (sim: Simulator): Promise<void> => {
    const headers = { "x-api-key": sim.apiKey, "content-type": "application/json" };
    const get = (url: string) => fetch(url, { headers });
    const params = {
      model: "claude-sonnet-4-5",
      max_tokens: 100,
      messages: [{ role: "user", content: "Hello" }],
    };
    const body = JSON.stringify({ requests: ROWS.map(({ custom_id }) => ({ custom_id, params })) });
    const batches = `${sim.baseUrl}/v1/messages/batches`;
    const { id } = (await (await fetch(batches, { method: "POST", headers, body })).json()) as Json;
    let batch: Json = {};
    while (batch["processing_status"] !== "ended")
      batch = (await (await get(`${batches}/${id}`)).json()) as Json;
    await (await get(String(batch["results_url"]))).text();
  };
  expect(await verdicts(dropsFailedRows, "anthropic", true)).toEqual(all("false-success"));
  expect(await verdicts(dropsFailedRows, "anthropic")).toEqual(all("survived"));
});

/** Runs a Mistral job with its rows in the request; returns the rows in the view that ended it. */
async function outputsInView(sim: Simulator, query: string, numRows = 3): Promise<Json[]> {
  const headers = { authorization: `Bearer ${sim.apiKey}`, "content-type": "application/json" };
  const messages = [{ role: "user", content: "Hello" }];
  const requests = Array.from({ length: numRows }, (_, index) => {
    return { custom_id: `row-${index}`, body: { messages } };
  });
  const chat = { endpoint: "/v1/chat/completions", model: "mistral-small-latest" };
  const body = JSON.stringify({ ...chat, requests });
  const jobs = `${sim.baseUrl}/v1/batch/jobs`;
  const { id } = (await (await fetch(jobs, { method: "POST", headers, body })).json()) as Json;
  let job: Json = {};
  while (job["status"] !== "SUCCESS")
    job = (await (await fetch(`${jobs}/${id}${query}`, { headers })).json()) as Json;
  return (job["outputs"] ?? []) as Json[];
}

/** The names of the verdicts on a client that reads outputs in a job's view, by experiment. */
async function verdictsOnView(test: ClientTest) {
  const only = (id: string): boolean => [...FAILS, "row-empty", "results-late"].includes(id);
  const extent = { overlays: ["mistral"], only, looksAtOutputs: true };
  const { explored } = await exploreTest(test, extent);
  return Object.fromEntries(explored.map(({ id, verdict }) => [id, verdict.name]));
}

// The journal truncates a view with 100 rows.
test.each([3, 100])(
  "a client that drops failed rows from a job's view has a false success: %i rows",
  async (numRows) => {
    const dropsFailedRows = async (sim: Simulator): Promise<void> => {
      expect(await outputsInView(sim, "?inline=true", numRows)).toHaveLength(numRows);
    };
    expect(await verdictsOnView(dropsFailedRows)).toEqual({
      "row-fails": "false-success",
      "row-rejected": "false-success",
      "every-row-fails": "false-success",
      "row-empty": "false-success",
      "results-late": "failed-loudly",
    });
  },
);

test("a client that reports failed rows in a job's view fails loudly", async () => {
  const reports = async (sim: Simulator): Promise<void> => {
    const outputs = await outputsInView(sim, "?inline=true");
    expect(outputs).toHaveLength(3);
    for (const { response } of outputs) expect(response).toMatchObject({ status_code: 200 });
  };
  expect(await verdictsOnView(reports)).toMatchObject({
    "row-fails": "failed-loudly",
    "row-rejected": "failed-loudly",
    "every-row-fails": "failed-loudly",
    "results-late": "failed-loudly",
  });
});

test("the rows of a client that never asks for them don't change", async () => {
  const neverLooks = async (sim: Simulator): Promise<void> => {
    await outputsInView(sim, "");
  };
  expect(await verdictsOnView(neverLooks)).toEqual({});
});

test("in an API whose rows can't fail by themselves, there are no such experiments", async () => {
  const runs = async (sim: Simulator): Promise<void> => {
    const api = apiOf(sim, async () => {});
    const jobId = await submit(api, ["a"]);
    await follow(api, jobId);
    await outputsOf(api, jobId);
  };
  const only = (id: string): boolean => [...FAILS, "row-empty"].includes(id);
  const { explored } = await exploreTest(runs, { only });
  expect(explored.map(({ id }) => id)).toEqual(["row-empty"]);
});
