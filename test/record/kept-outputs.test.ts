import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { parse } from "yaml";
import { Client } from "../support/client.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";
import { startRecording } from "./support.ts";

const INPUTS = ["Great product", "Never again", 'It said "no"\u2028', "Never again"];

/** Runs a job to its end, and downloads its outputs. */
async function outputsOf(client: Client, sim: TestSimulator, query = ""): Promise<unknown> {
  const jobId = await client.submit({ inputs: INPUTS });
  await sim.clock.advance("1h");
  const { body } = await client.json<{ outputs: unknown }>(
    "GET",
    `/jobs/${jobId}/results?result_format=json${query}`,
  );
  return body.outputs;
}

test("rows that are kept replay as they were recorded, whatever the seed", async () => {
  await using sim = await startTestSimulator({ scenario: "happy-path", clock: "manual", seed: 7 });
  const recording = await startRecording(sim.baseUrl, { keepOutputs: true });
  const through = { baseUrl: recording.baseUrl, deploymentUrl: recording.baseUrl };
  const outputs = await outputsOf(new Client(through, sim.apiKey), sim);
  const { scenario = "", rows = "", notes } = await recording.end();
  expect(notes).toEqual([]);
  expect(parse(scenario).rows).toEqual([{ outcome: { canned: "rows.jsonl" } }]);
  expect(rows.trimEnd().split("\n")).toHaveLength(new Set(INPUTS).size);

  const folder = mkdtempSync(join(tmpdir(), "batch-sim-test-"));
  try {
    writeFileSync(join(folder, "scenario.yaml"), scenario);
    writeFileSync(join(folder, "rows.jsonl"), rows);
    const file = join(folder, "scenario.yaml");
    await using replay = await startTestSimulator({ scenario: file, clock: "manual", seed: 8 });
    expect(await outputsOf(replay.client, replay)).toEqual(outputs);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("a job whose results were served has succeeded, even if nobody asked for its state", async () => {
  await using sim = await startTestSimulator({ scenario: "happy-path", clock: "manual" });
  const recording = await startRecording(sim.baseUrl);
  const through = { baseUrl: recording.baseUrl, deploymentUrl: recording.baseUrl };
  await outputsOf(new Client(through, sim.apiKey), sim);
  const { scenario = "", rows } = await recording.end();
  expect(parse(scenario).profiles[0].outcome).toBeUndefined();
  expect(rows).toBeUndefined();
});

test("without inputs in the requests, those in the results are kept", async () => {
  await using sim = await startTestSimulator({ scenario: "happy-path", clock: "manual" });
  const recording = await startRecording(sim.baseUrl, { keepOutputs: true });
  const through = { baseUrl: recording.baseUrl, deploymentUrl: recording.baseUrl };
  const jobId = await sim.client.submit({ inputs: ["Great product"] });
  await sim.clock.advance("1h");
  const client = new Client(through, sim.apiKey);
  const path = `/jobs/${jobId}/results?result_format=json&include_inputs=true`;
  const { body } = await client.json<{ outputs: readonly string[] }>("GET", path);
  const { rows = "" } = await recording.end();
  expect(JSON.parse(rows)).toEqual({ input: "Great product", output: body.outputs[0] });
});

test("what is not kept is named, and secrets in rows are replaced", async () => {
  await using sim = await startTestSimulator({
    yaml: "name: own\nrows: [{ outcome: { template: 'Call ${input}' } }]\n",
    clock: "manual",
  });
  const recording = await startRecording(sim.baseUrl, {
    ...{ keepOutputs: true, redact: [/cust_\d+/g] },
  });
  const through = { baseUrl: recording.baseUrl, deploymentUrl: recording.baseUrl };
  const client = new Client(through, sim.apiKey);
  const jobId = await client.submit({ inputs: ["cust_123", "you"] });
  await sim.clock.advance("1h");
  await client.json("GET", `/jobs/${jobId}/results?result_format=json`);
  await client.file(jobId, "parquet");
  const { rows = "", notes } = await recording.end();
  expect(rows).toBe('{"input":"***","output":"Call ***"}\n{"input":"you","output":"Call you"}\n');
  expect(notes).toEqual([
    "The rows of 1 download were not saved: `--outputs keep` requires JSON results of at most 1 MiB, and every input must appear as a string in the request or the results.",
  ]);
});

test.each([
  ["openai", "a file", 1],
  ["mistral", "a view of the job", 1],
])("downloads of %s, whose rows are in %s, are named", async (api, _, downloads) => {
  await using sim = await startTestSimulator({ overlays: [api], clock: "manual" });
  const recording = await startRecording(sim.baseUrl, { keepOutputs: true }, [api]);
  const call = async (path: string, body?: FormData | string): Promise<string> => {
    const headers = {
      authorization: `Bearer ${sim.apiKey}`,
      ...(typeof body === "string" && { "content-type": "application/json" }),
    };
    const init = body === undefined ? { headers } : { method: "POST", headers, body };
    return (await fetch(recording.baseUrl + path, init)).text();
  };
  const messages = [{ role: "user", content: "Hi" }];
  const url = "/v1/chat/completions";
  if (api === "mistral") {
    const requests = [{ custom_id: "a", body: { messages } }];
    const job = JSON.stringify({ endpoint: url, model: "mistral-small-latest", requests });
    const { id } = JSON.parse(await call("/v1/batch/jobs", job));
    await sim.clock.advance("1h");
    expect(await call(`/v1/batch/jobs/${id}?inline=true`)).toContain("custom_id");
  } else {
    const form = new FormData();
    form.set("purpose", "batch");
    const row = { custom_id: "a", method: "POST", url, body: { model: "gpt-4o-mini", messages } };
    form.set("file", new Blob([`${JSON.stringify(row)}\n`]), "a.jsonl");
    const { id: input_file_id } = JSON.parse(await call("/files", form));
    const batch = JSON.stringify({ input_file_id, endpoint: url, completion_window: "24h" });
    const { id } = JSON.parse(await call("/batches", batch));
    await sim.clock.advance("1h");
    const { output_file_id } = JSON.parse(await call(`/batches/${id}`));
    expect(await call(`/files/${output_file_id}/content`)).toContain("custom_id");
    await call(`/files/${input_file_id}/content`);
  }
  const { rows, notes } = await recording.end();
  expect(rows).toBeUndefined();
  expect(notes).toEqual([
    expect.stringMatching(`^The rows of ${downloads} download were not saved`),
  ]);
});
