import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { unzip } from "./codec/unzip.ts";
import type { Client, ResultsQuery } from "./support/client.ts";
import { startTestSimulator, type TestOptions } from "./support/simulator.ts";

// Users compare result files with stored copies: a changed hash needs a line in the changelog.
// The ZIP itself is left out because its compression depends on the zlib of the Node version.
const HASHES: Record<string, Record<string, string>> = JSON.parse(
  readFileSync(new URL("fixtures/golden-files.json", import.meta.url), "utf8"),
);

const INPUTS = [
  ...Array.from({ length: 30 }, (_, index) => `Review ${index}: the blue kettle arrived late.`),
  "¿Dónde está mi pedido? Lo compré en marzo.",
  "Die Lieferung kam zu spät, und der Karton war beschädigt.",
  "我的订单在哪里？谢谢。",
  "ünïcødé 😀 and a NUL \u0000",
  'quotes " and, commas\r\nand a line',
  "",
  "Review 0: the blue kettle arrived late.",
];

const REVIEW = {
  type: "object",
  properties: {
    sentiment: { enum: ["good", "bad", "mixed"] },
    score: { type: "number", minimum: 0, maximum: 1 },
    summary: { type: "string", maxLength: 120 },
    tags: { type: "array", items: { type: "string" }, minItems: 1, uniqueItems: true },
  },
  required: ["sentiment", "score", "summary"],
  additionalProperties: false,
};

const PERSON = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  type: "object",
  properties: {
    name: { type: "string" },
    email: { type: "string", format: "email" },
    birthDate: { type: "string", format: "date" },
    age: { type: "integer", minimum: 18 },
    address: { $ref: "#/$defs/address" },
    phone: { type: "string", pattern: "^\\+[1-9][0-9]{6,12}$" },
    orders: { type: "array", items: { $ref: "#/$defs/order" }, maxItems: 4 },
  },
  required: ["name", "email", "age", "address", "orders"],
  $defs: {
    address: {
      type: "object",
      properties: {
        street: { type: "string" },
        city: { type: "string" },
        country: { type: "string" },
      },
      required: ["street", "city"],
    },
    order: {
      type: "object",
      properties: {
        id: { type: "string", format: "uuid" },
        total: { type: "number", multipleOf: 0.01, exclusiveMinimum: 0 },
        placedAt: { type: "string", format: "date-time" },
      },
      required: ["id", "total"],
    },
  },
};

const CHOICES = {
  oneOf: [
    {
      type: "object",
      properties: { kind: { const: "circle" }, radius: { type: "number", exclusiveMinimum: 0 } },
      required: ["kind", "radius"],
    },
    {
      type: "object",
      properties: { kind: { const: "text" }, text: { type: "string", minLength: 5 } },
      required: ["kind", "text"],
    },
  ],
};

const DEPENDENT = {
  $schema: "http://json-schema.org/draft-07/schema#",
  type: "object",
  properties: {
    shipped: { type: "boolean" },
    trackingCode: { type: "string", pattern: "^[A-Z]{2}[0-9]{9}$" },
    parcels: { type: "array", items: { type: "integer", minimum: 1 }, contains: { const: 7 } },
  },
  required: ["shipped"],
  if: { properties: { shipped: { const: true } } },
  then: { required: ["trackingCode", "parcels"] },
  else: { not: { required: ["trackingCode"] } },
};

/** The compiler finds too few of its values, so json-schema-faker makes them. */
const BY_TRIAL = {
  type: "array",
  minItems: 1000,
  uniqueItems: true,
  items: { type: "string", maxLength: 2 },
};

const ROW_RULES = `
rows:
  - { index: 0, outcome: schemaViolation }
  - { index: 1, outcome: invalidJson }
  - { index: 2, outcome: truncatedJson }
  - { index: 3, outcome: empty }
  - { index: 4, outcome: { text: "I can't help with that." } }
  - { share: 20%, outcome: schemaViolation }
`;

const REASONING = "model-3.1-32b-reasoning";

const JOBS: Record<string, { options?: TestOptions; request?: object; query?: ResultsQuery }> = {
  text: {},
  "text with inputs and log probabilities": {
    query: { include_inputs: true, include_cumulative_logprobs: true },
  },
  "another seed": { options: { seed: 7 } },
  "a seed for each input": { request: { random_seed_per_input: true } },
  "one seed for all inputs": { request: { random_seed_per_input: false } },
  "other sampling parameters": {
    request: {
      model: "model-3.3-70b",
      system_prompt: "Answer in one sentence.",
      sampling_params: { temperature: 0.2, top_p: 0.9, max_tokens: 40, seed: 3 },
    },
    query: { include_cumulative_logprobs: true },
  },
  reasoning: { request: { model: REASONING }, query: { include_inputs: true } },
  "reasoning with a schema": { request: { model: REASONING, json_schema: REVIEW } },
  "a review": { request: { json_schema: REVIEW }, query: { include_inputs: true } },
  "a review with a seed for each input": {
    options: { seed: 11 },
    request: { json_schema: REVIEW, random_seed_per_input: true },
  },
  "people and orders": { request: { json_schema: PERSON, random_seed_per_input: true } },
  "one of two shapes": { request: { json_schema: CHOICES } },
  "dependent properties": { request: { json_schema: DEPENDENT, random_seed_per_input: true } },
  "values made by trial and error": {
    options: { onNotice: () => {} },
    request: { inputs: INPUTS.slice(0, 3), json_schema: BY_TRIAL },
  },
  "row rules with a schema": {
    options: { yaml: ROW_RULES },
    request: { json_schema: PERSON },
    query: { include_inputs: true, include_cumulative_logprobs: true },
  },
  "row rules with text": { options: { yaml: ROW_RULES } },
};

test.each(Object.entries(JOBS))("the files of %s stay as they are", async (name, job) => {
  const { options, request, query = {} } = job;
  await using sim = await startTestSimulator(options);
  const jobId = await sim.client.submit({ inputs: INPUTS, ...request });
  await sim.client.follow(jobId);
  expect(await hashesOf(sim.client, jobId, query)).toEqual(HASHES[name]);
});

test("each golden file belongs to a job", () => {
  expect(Object.keys(HASHES)).toEqual(Object.keys(JOBS));
});

async function hashesOf(
  client: Client,
  jobId: string,
  query: ResultsQuery,
): Promise<Record<string, string>> {
  const [entry] = await unzip(await client.file(jobId, "csv", query));
  return {
    json: sha256(await client.file(jobId, "json", query)),
    csv: sha256(Buffer.from(entry?.text ?? "")),
    parquet: sha256(await client.file(jobId, "parquet", query)),
  };
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
