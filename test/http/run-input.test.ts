import { expect, test } from "@jest/globals";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

// One input without a job, as the overlay `client-sdk` has it: POST /functions/{name}/run.

function start(yaml?: string): Promise<TestSimulator> {
  return startTestSimulator({
    overlays: ["client-sdk"],
    ...(yaml === undefined ? {} : { yaml }),
  });
}

const run = (sim: TestSimulator, name: string, body: object) =>
  sim.client.json("POST", `/functions/${name}/run`, body);

test("a function returns an output, its confidence, and its usage at once", async () => {
  await using sim = await start();
  const input = { review: "Great product" };
  const first = await run(sim, "sentiment", { input });
  expect(first).toMatchObject({
    status: 200,
    body: {
      output: expect.stringMatching(/./),
      confidence: expect.any(Number),
      usage: {
        input_tokens: 7,
        output_tokens: expect.any(Number),
        estimated_cost_usd: expect.any(Number),
      },
      request_id: expect.stringMatching(/^run-[0-9a-f-]{36}$/),
      function: { name: "sentiment" },
    },
  });
  expect(await run(sim, "sentiment", { input })).toMatchObject({ body: first.body });
  const other = await run(sim, "sentiment", { input, confidence_scoring: false });
  expect(other.body).toMatchObject({
    output: (first.body as { output: unknown }).output,
    confidence: null,
  });
  expect((await sim.client.json("GET", "/list-jobs")).body).toEqual({ jobs: [] });
});

test("the output is that of a job with this input", async () => {
  await using sim = await start();
  const input = { review: "Great product" };
  const { body } = await run(sim, "sentiment", { input });
  const request = { model: "sentiment", inputs: [input] };
  const created = await sim.client.json<{ results: string }>("POST", "/batch-inference", request);
  await sim.client.follow(created.body.results);
  const fetched = await sim.client.json("POST", "/job-results", { job_id: created.body.results });
  expect(fetched.body).toMatchObject({
    results: { outputs: [(body as { output: unknown }).output] },
  });
});

test("row rules decide the output, and JSON is returned as a value", async () => {
  await using sim = await start(`rows:
  - { match: broken, outcome: { text: "{ not JSON" } }
  - { outcome: { text: '{"label":"good"}' } }
`);
  expect((await run(sim, "f", { input: "a" })).body).toMatchObject({ output: { label: "good" } });
  expect((await run(sim, "f", { input: "broken" })).body).toMatchObject({ output: "{ not JSON" });
});

test("an embedding model returns a vector", async () => {
  await using sim = await start();
  const { body } = await run(sim, "embeddinggemma-300m", { input: "a" });
  expect((body as { output: number[] }).output).toHaveLength(768);
  expect(body).toMatchObject({ confidence: null, usage: { output_tokens: 0 } });
});

test("an input that is too long, or missing, and a model that doesn't exist are refused", async () => {
  await using sim = await start("assumptions: { unknown-model: 422 }");
  const answers = [
    await run(sim, "gemma-3-12b-it", { input: "x".repeat(4 * 32_769) }),
    await run(sim, "gemma-3-12b-it", {}),
    await run(sim, "gemma-3-12b-i", { input: "a" }),
  ];
  expect(answers.map(({ status, body }) => [status, (body as { detail: string }).detail])).toEqual([
    [
      422,
      "The input has 32769 tokens, but the model `gemma-3-12b-it` accepts at most 32768. Shorten the input.",
    ],
    [422, "Expected `input` to be present: it is required."],
    [422, expect.stringMatching(/got `gemma-3-12b-i`. Did you mean `gemma-3-12b-it`\?$/)],
  ]);
});
