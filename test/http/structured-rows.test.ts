import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { queryParquet } from "../codec/duckdb.ts";
import { unzip } from "../codec/unzip.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

// Rows that are objects, where an overlay allows them.

const TEXT_AT = `  - target: $.paths['/batch-inference'].post['x-batch-sim']
    update: { row: { prompt: [/prompt, /messages/0/content] } }
`;

const OVERLAY = `overlay: 1.1.0
info: { title: Rows are objects, version: 1.0.0 }
actions:
  - target: $.components.schemas.CreateJobRequest.properties.inputs.items.type
    remove: true
  - target: $.components.schemas.CreateJobRequest.properties.inputs.items
    update:
      anyOf:
        - { type: string }
        - type: object
          required: [id]
          properties: { id: { type: integer }, prompt: { type: string } }
  - target: $.components.schemas.Results.properties.inputs.items.type
    remove: true
`;

async function withOverlay(
  overlay: string,
  act: (sim: TestSimulator) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-test-"));
  await writeFile(join(folder, "rows.yaml"), overlay);
  {
    await using sim = await startTestSimulator({ overlays: [join(folder, "rows.yaml")] });
    await act(sim);
  }
  await rm(folder, { recursive: true });
}

const INPUTS = [
  { id: 1, prompt: "Great product" },
  "Never again",
  { id: 2, messages: [{ role: "user", content: "Bad \ud800 value" }] },
  { id: 3, other: [true, null] },
];

test("a row keeps its value, and the model sees its text", async () => {
  await withOverlay(OVERLAY + TEXT_AT, async (sim) => {
    const jobId = await sim.client.submit({ inputs: INPUTS });
    await sim.client.follow(jobId);
    const { body } = await sim.client.jsonResults(jobId, { include_inputs: true });
    expect(body.inputs).toEqual(INPUTS);
    const texts = [
      "Great product",
      "Never again",
      "Bad \ufffd value",
      '{"id":3,"other":[true,null]}',
    ];
    const plain = await sim.client.submit({ inputs: texts });
    await sim.client.follow(plain);
    expect(body.outputs).toEqual((await sim.client.jsonResults(plain)).body.outputs);
    const records = [await sim.client.job(jobId), await sim.client.job(plain)];
    expect(records[0]).toMatchObject({
      num_rows: 4,
      input_tokens: (records[1] as { input_tokens: number }).input_tokens,
    });
  });
});

test("without pointers, a row's text is its JSON", async () => {
  await withOverlay(OVERLAY, async (sim) => {
    const jobId = await sim.client.submit({ inputs: [{ id: 1, prompt: "Great product" }] });
    await sim.client.follow(jobId);
    const plain = await sim.client.submit({ inputs: ['{"id":1,"prompt":"Great product"}'] });
    await sim.client.follow(plain);
    const [one, other] = [await sim.client.jsonResults(jobId), await sim.client.jsonResults(plain)];
    expect(one.body.outputs).toEqual(other.body.outputs);
    expect(jobId).not.toBe(plain);
  });
});

test("CSV and Parquet have a row's JSON", async () => {
  await withOverlay(OVERLAY + TEXT_AT, async (sim) => {
    const jobId = await sim.client.submit({ inputs: INPUTS.slice(0, 2) });
    await sim.client.follow(jobId);
    const [entry] = await unzip(await sim.client.file(jobId, "csv", { include_inputs: true }));
    expect(entry?.text).toContain('"{""id"":1,""prompt"":""Great product""}"');
    const parquet = await sim.client.file(jobId, "parquet", { include_inputs: true });
    const rows = await queryParquet(parquet, "SELECT inputs FROM FILE");
    expect(JSON.stringify(rows)).toContain("Great product");
    expect(rows).toMatchObject([
      { inputs: '{"id":1,"prompt":"Great product"}' },
      { inputs: "Never again" },
    ]);
  });
});

test.each([
  ["small", 60],
  ["large", 6000],
])("each row of a %s body is validated against the schema of its items", async (_, count) => {
  await withOverlay(OVERLAY + TEXT_AT, async (sim) => {
    const inputs: unknown[] = Array.from({ length: count }, (__, id) => ({
      id,
      prompt: "A review",
    }));
    const jobId = await sim.client.submit({ inputs });
    await sim.client.follow(jobId);
    const { body } = await sim.client.jsonResults(jobId, { include_inputs: true });
    expect(body.inputs).toEqual(inputs);
    inputs[count - 5] = { id: "x" };
    const refused = await sim.client.create({ inputs });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.body)).toContain(`/inputs/${count - 5}/id`);
  });
});

test("without an overlay, an object is refused, and the message shows it", async () => {
  await using sim = await startTestSimulator();
  expect(await sim.client.create({ inputs: ["a", { id: 1 }] })).toMatchObject({
    status: 422,
    body: {
      detail: 'Expected `inputs.1` to be of type string, got `{"id":1}` (object).',
    },
  });
});

test("a row's text that is not a pointer is rejected", async () => {
  const overlay = OVERLAY + TEXT_AT.replace("[/prompt, /messages/0/content]", "prompt");
  await expect(withOverlay(overlay, async () => {})).rejects.toThrow(
    'Expected a JSON Pointer such as `/prompt`, or a list of these, got `"prompt"`',
  );
});
