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
  const all = (verdict: string) => Object.fromEntries(FAILS.map((id) => [id, [verdict]]));
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
  const dropped = Object.fromEntries(FAILS.map((id) => [id, ["false-success"]]));
  expect(await verdicts(dropsFailedRows, "anthropic", true)).toEqual(dropped);
  const kept = Object.fromEntries(FAILS.map((id) => [id, ["survived"]]));
  expect(await verdicts(dropsFailedRows, "anthropic")).toEqual(kept);
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
