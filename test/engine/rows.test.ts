import { expect, test } from "@jest/globals";
import { parse } from "csv-parse/sync";
import type { OutputRequest, SimulatorOptions } from "../../src/index.ts";
import { queryParquet } from "../codec/duckdb.ts";
import { unzip } from "../codec/unzip.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

const RULES = `
profiles: [{ unknown: 0, queued: 0, starting: 0, running: 0 }]
rows:
  - { index: 0, outcome: { text: first } }
  - { match: spam, outcome: refusal }
  - { range: [2, 3], outcome: { template: "#\${index} \${input}" } }
  - { share: 50%, outcome: empty }
`;
const INPUTS = ["a", "spam", "b", "c", ...Array.from({ length: 40 }, (_, index) => `row ${index}`)];

async function resultsOf(sim: TestSimulator, request: object = { inputs: INPUTS }) {
  const jobId = await sim.client.submit(request);
  const { body } = await sim.client.jsonResults(jobId, { include_cumulative_logprobs: true });
  return { jobId, outputs: body.outputs, logprobs: body.cumulative_logprobs ?? [] };
}

test("rules decide outputs, the first that a row meets; every format and every number agrees with them", async () => {
  await using sim = await startTestSimulator({ yaml: RULES });
  const { jobId, outputs, logprobs } = await resultsOf(sim);
  expect(outputs.slice(0, 4)).toEqual([
    "first",
    "I'm sorry, but I can't help with that.",
    "#2 b",
    "#3 c",
  ]);
  const empty = outputs.filter((output) => output === "");
  expect(empty.length > 10 && empty.length < 30).toBe(true);
  expect(logprobs.map((logprob) => logprob === 0)).toEqual(outputs.map((output) => output === ""));

  const [entry] = await unzip(await sim.client.file(jobId, "csv"));
  expect(parse(entry?.text ?? "").flat()).toEqual([jobId, ...outputs]);
  const parquet = await sim.client.file(jobId, "parquet");
  const rows = await queryParquet(parquet, "SELECT * FROM FILE");
  expect(rows).toEqual(outputs.map((output) => ({ outputs: output })));
  const tokens = outputs.map((output) => Math.ceil(Buffer.byteLength(output) / 4));
  expect(await sim.client.job(jobId)).toMatchObject({
    output_tokens: tokens.reduce((sum, count) => sum + count, 0),
  });
});

test("the same seed spoils the same rows, another seed others", async () => {
  const outputs: string[][] = [];
  for (const seed of [1, 1, 2]) {
    await using sim = await startTestSimulator({ yaml: RULES, seed });
    outputs.push((await resultsOf(sim)).outputs);
  }
  const [one, again, other] = outputs.map((list) => list.map((output) => output === ""));
  expect(again).toEqual(one);
  expect(other).not.toEqual(one);
});

test("huge outputs of every row go over the wire in every format", async () => {
  const yaml = `${RULES.split("rows:")[0]}rows: [{ outcome: { huge: { bytes: 300000 } } }]`;
  await using sim = await startTestSimulator({ yaml });
  const inputs = INPUTS.slice(0, 5);
  const { jobId, outputs } = await resultsOf(sim, { inputs });
  expect(outputs.map((output) => Buffer.byteLength(output))).toEqual(inputs.map(() => 300_000));
  const [entry] = await unzip(await sim.client.file(jobId, "csv"));
  expect(parse(entry?.text ?? "")).toHaveLength(inputs.length + 1);
  const parquet = await sim.client.file(jobId, "parquet");
  expect(await queryParquet(parquet, "SELECT sum(strlen(outputs)) AS bytes FROM FILE")).toEqual([
    { bytes: expect.anything() },
  ]);
});

test("a function decides outputs before the rules do, and leaves to them what it has no opinion of", async () => {
  const asked: OutputRequest[] = [];
  const output: SimulatorOptions["output"] = (row) => {
    asked.push(row);
    return row.input === "b" ? "mine" : undefined;
  };
  await using sim = await startTestSimulator({ yaml: RULES, output });
  const request = { inputs: INPUTS.slice(0, 4), system_prompt: "Be kind." };
  const { jobId, outputs } = await resultsOf(sim, request);
  expect(outputs).toEqual(["first", "I'm sorry, but I can't help with that.", "mine", "#3 c"]);
  expect(asked[2]).toEqual({
    jobId,
    index: 2,
    input: "b",
    model: "model-3.1-8b",
    systemPrompt: "Be kind.",
  });
});

const WRONG: readonly (readonly [string, () => unknown, RegExp])[] = [
  [
    "returns something else",
    () => Promise.resolve("late"),
    /^Expected `output` to return a string or undefined for row 0 of job `job-.+`, got `\{\}` \(object\)\. `output` can't be asynchronous\.$/,
  ],
  [
    "throws",
    () => {
      throw new Error("no idea");
    },
    /^Failed to make row 0 of job `job-.+`: `output` threw Error: no idea\.$/,
  ],
];

test.each(WRONG)(
  "a function that %s is told so, not as the service would",
  async (_, f, message) => {
    const output = f as () => string;
    const sim = await startTestSimulator({ scenario: "instant", output });
    const jobId = await sim.client.submit({ inputs: ["a"] });
    const answer = await sim.client.json<{ detail: string }>("GET", `/jobs/${jobId}`);
    expect([answer.status, answer.headers.get("x-sim-error")]).toEqual([500, "SIM_OPTION"]);
    expect(answer.body.detail).toMatch(message);
    await expect(sim[Symbol.asyncDispose]()).rejects.toThrow("the simulator failed: SIM_OPTION");
  },
);
