import { expect, test } from "@jest/globals";
import { startTestSimulator, type TestSimulator } from "./support/simulator.ts";

const INPUTS = Array.from({ length: 40 }, (_, index) => `Review number ${index}: it works.`);
const FORMATS = ["json", "csv", "parquet"];

async function downloads(
  sim: TestSimulator,
  request: object = { inputs: INPUTS },
): Promise<string[]> {
  const jobId = await sim.client.submit(request);
  await sim.client.follow(jobId);
  const files = FORMATS.map((format) =>
    sim.client.file(jobId, format, { include_inputs: true, include_cumulative_logprobs: true }),
  );
  return (await Promise.all(files)).map((file) => file.toString("base64"));
}

test("the same seed gives the same bytes in a fresh simulator; another seed gives others", async () => {
  await using first = await startTestSimulator({ seed: 7 });
  await using second = await startTestSimulator({ seed: 7 });
  await using other = await startTestSimulator({ seed: 8 });
  const expected = await downloads(first);
  expect(await downloads(second)).toEqual(expected);
  for (const [index, file] of (await downloads(other)).entries())
    expect(file).not.toBe(expected[index]);
});

test("the order of two submissions changes no row of either, and no id", async () => {
  const [a, b] = [{ inputs: INPUTS.slice(0, 5) }, { inputs: INPUTS.slice(5, 9), job_priority: 1 }];
  await using forth = await startTestSimulator({ scenario: "instant" });
  await using back = await startTestSimulator({ scenario: "instant" });
  const firstOrder = [await downloads(forth, a), await downloads(forth, b)];
  const secondOrder = [await downloads(back, b), await downloads(back, a)];
  expect([secondOrder[1], secondOrder[0]]).toEqual(firstOrder);
});

test("reading a job often, or in between, changes nothing", async () => {
  await using quiet = await startTestSimulator({ clock: "manual" });
  await using nosy = await startTestSimulator({ clock: "manual" });
  const [plain, watched] = [
    await quiet.client.submit({ inputs: INPUTS }),
    await nosy.client.submit({ inputs: INPUTS }),
  ];
  for (let step = 0; step < 50; step++) {
    await nosy.clock.advance("100ms");
    await nosy.client.job(watched);
  }
  await quiet.clock.advance("5s");
  expect(await nosy.client.job(watched)).toEqual(await quiet.client.job(plain));
  const file = await quiet.client.file(plain, "csv");
  expect((await nosy.client.file(watched, "csv")).equals(file)).toBe(true);
});

test("token counts and cost on the job record agree with the rows at every instant", async () => {
  await using sim = await startTestSimulator({
    clock: "manual",
    yaml: "profiles: [{ running: { rowsPerSecond: 10 } }]",
  });
  const jobId = await sim.client.submit({ inputs: INPUTS, system_prompt: "Be kind." });
  const seen: Record<string, unknown>[] = [];
  for (let second = 0; second < 8; second++) {
    seen.push(await sim.client.job(jobId));
    await sim.clock.advance("1s");
  }
  const { body } = await sim.client.jsonResults(jobId);
  const tokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);
  expect(new Set(seen.map((job) => job["rows_completed"]))).toEqual(new Set([0, 10, 20, 30, 40]));
  for (const job of seen) {
    const rows = Number(job["rows_completed"]);
    const input_tokens = INPUTS.slice(0, rows).reduce((sum, text) => sum + tokens(text) + 2, 0);
    const output_tokens = body.outputs.slice(0, rows).reduce((sum, text) => sum + tokens(text), 0);
    const job_cost = Math.round((input_tokens * 0.02 + output_tokens * 0.05) * 1000) / 1e9;
    expect(job).toMatchObject({ input_tokens, output_tokens, job_cost });
  }
});

test("temperature 0 makes equal inputs equal; max_tokens, seed, system prompt and model change outputs", async () => {
  await using sim = await startTestSimulator({ scenario: "instant" });
  const outputs = async (more: object): Promise<string[]> => {
    const jobId = await sim.client.submit({ inputs: ["same", "same"], ...more });
    return (await sim.client.jsonResults(jobId)).body.outputs;
  };
  const [greedy, alike] = await outputs({
    random_seed_per_input: true,
    sampling_params: { temperature: 0 },
  });
  expect(alike).toBe(greedy);
  const [plain = ""] = await outputs({});
  for (const more of [
    { sampling_params: { seed: 5 } },
    { system_prompt: "Be brief." },
    { model: "model-3.3-70b" },
    { sampling_params: { temperature: 2 } },
  ]) {
    expect((await outputs(more))[0]).not.toBe(plain);
  }
  const [short = ""] = await outputs({ sampling_params: { max_tokens: 5 } });
  expect(Buffer.byteLength(short)).toBeLessThanOrEqual(20);
  expect(short).not.toBe("");
});

test("cumulative log probabilities are negative, finite, and more negative for longer outputs", async () => {
  await using sim = await startTestSimulator({ scenario: "instant" });
  const mean = async (max_tokens: number): Promise<number> => {
    const jobId = await sim.client.submit({ inputs: INPUTS, sampling_params: { max_tokens } });
    const { body } = await sim.client.jsonResults(jobId, { include_cumulative_logprobs: true });
    const logprobs = body.cumulative_logprobs ?? [];
    for (const logprob of logprobs) expect(logprob < 0 && Number.isFinite(logprob)).toBe(true);
    return logprobs.reduce((sum, logprob) => sum + logprob, 0) / logprobs.length;
  };
  const [short, middle, long] = [await mean(5), await mean(20), await mean(80)];
  expect(short > middle && middle > long).toBe(true);
});

test("a job without rows succeeds with empty results in every format", async () => {
  await using sim = await startTestSimulator();
  const jobId = await sim.client.submit({ inputs: [] });
  expect(await sim.client.follow(jobId)).toContain("SUCCEEDED");
  expect(await sim.client.job(jobId)).toMatchObject({
    num_rows: 0,
    rows_completed: 0,
    input_tokens: 0,
    output_tokens: 0,
    job_cost: 0,
  });
  expect((await sim.client.jsonResults(jobId, { include_inputs: true })).body).toEqual({
    outputs: [],
    inputs: [],
  });
  expect((await sim.client.file(jobId, "csv")).length).toBeGreaterThan(0);
  expect((await sim.client.file(jobId, "parquet")).subarray(0, 4).toString()).toBe("PAR1");
});
