import { expect, test } from "@jest/globals";
import { queryParquet } from "../codec/duckdb.ts";
import { unzip } from "../codec/unzip.ts";
import { overlayFile } from "../support/overlay-file.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

// Models that return vectors, where an overlay has some.

const ACTIONS = `- target: $['x-models']
  update:
    - id: embedder
      contextWindow: 16
      reasoning: false
      inputPricePerMillionTokens: 100
      outputPricePerMillionTokens: 7
      tokensPerSecond: 1000
      typicalOutputTokens: 50
      embeddingDimensions: 64
- target: $.components.schemas.Results.properties.outputs.items
  update: { type: [string, array], items: { type: number } }
`;

async function start(yaml?: string): Promise<TestSimulator> {
  const overlays = [await overlayFile(ACTIONS)];
  return startTestSimulator({ overlays, ...(yaml === undefined ? {} : { yaml }) });
}

const EMBEDDER = { model: "embedder" };

async function outputsOf(sim: TestSimulator, request: object): Promise<readonly unknown[]> {
  const jobId = await sim.client.submit(request);
  await sim.client.follow(jobId);
  return (await sim.client.jsonResults(jobId)).body.outputs;
}

test("each row has a vector of length 1, and equal texts have equal vectors", async () => {
  await using sim = await start();
  const inputs = ["Great product", "Never again", "Great product"];
  const vectors = (await outputsOf(sim, { inputs, ...EMBEDDER })) as number[][];
  expect(vectors.map(({ length }) => length)).toEqual([64, 64, 64]);
  for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
  expect(vectors[2]).toEqual(vectors[0]);
  const product = vectors[0]?.reduce((sum, value, at) => sum + value * (vectors[1]?.[at] ?? 0), 0);
  expect(Math.abs(product ?? 1)).toBeLessThan(0.5);
  const apart = await outputsOf(sim, { inputs, ...EMBEDDER, random_seed_per_input: true });
  expect(apart[2]).not.toEqual(apart[0]);
});

test("vectors don't count as tokens: they cost nothing, and have no log probability", async () => {
  await using sim = await start();
  const jobId = await sim.client.submit({ inputs: ["12345678"], ...EMBEDDER });
  await sim.client.follow(jobId);
  const usage = { input_tokens: 2, output_tokens: 0, job_cost: 0.0002 };
  expect(await sim.client.job(jobId)).toMatchObject(usage);
  const { body } = await sim.client.jsonResults(jobId, { include_cumulative_logprobs: true });
  expect(body.cumulative_logprobs).toEqual([0]);
  const dry = await sim.client.create({ inputs: ["12345678"], ...EMBEDDER, dryrun: true });
  expect(dry.body).toMatchObject({
    cost_estimate: { input_tokens: 2, output_tokens: 0, cost_usd: 0.0002 },
  });
});

test("CSV and Parquet contain the same vectors as JSON text", async () => {
  await using sim = await start();
  const jobId = await sim.client.submit({ inputs: ["a", "b"], ...EMBEDDER });
  await sim.client.follow(jobId);
  const vectors = (await sim.client.jsonResults(jobId)).body.outputs;
  const texts = vectors.map((vector) => JSON.stringify(vector));
  const parquet = await sim.client.file(jobId, "parquet");
  expect(await queryParquet(parquet, "SELECT outputs FROM FILE")).toEqual(
    texts.map((outputs) => ({ outputs })),
  );
  const [entry] = await unzip(await sim.client.file(jobId, "csv"));
  expect(entry?.text).toBe([jobId, ...texts.map((text) => `"${text}"`), ""].join("\r\n"));
});

test("a row rule that writes text replaces the vector, and any other leaves it", async () => {
  await using sim = await start(`rows:
  - { index: 0, outcome: empty }
  - { index: 1, outcome: { text: no vector } }
  - { index: 2, outcome: invalidJson }
`);
  expect(await outputsOf(sim, { inputs: ["a", "b", "c"], ...EMBEDDER })).toEqual([
    "",
    "no vector",
    expect.arrayContaining([expect.any(Number)]),
  ]);
});
