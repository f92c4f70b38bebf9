import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../src/core/json.ts";
import { type Row, rowWith } from "../../src/core/rows/row.ts";
import { createRowGenerator, type RowSettings } from "../../src/generate/generator.ts";
import { REVIEW, reasoningModel, settings } from "./settings.ts";

// Users compare outputs with stored ones, so a change here belongs in the release notes.
const GOLDEN: Record<string, Row> = JSON.parse(
  readFileSync(new URL("fixtures/rows.json", import.meta.url), "utf8"),
);

const jsonSchema: JsonObject = {
  type: "object",
  properties: { sentiment: { enum: ["good", "bad"] }, score: { type: "integer", minimum: 0 } },
  required: ["sentiment", "score"],
};

const SETTINGS: Readonly<Record<string, Partial<RowSettings>>> = {
  text: {},
  "a seed for each input": { randomSeedPerInput: true },
  "other sampling parameters": { seed: 7, samplingParams: { maxTokens: 9, temperature: 0 } },
  "a system prompt": { systemPrompt: "Answer in one sentence." },
  "a schema": { jsonSchema },
  "a reasoning model": { model: reasoningModel },
  "a reasoning model with a schema": { model: reasoningModel, jsonSchema },
};

test.each(Object.entries(SETTINGS))("the row for %s is unchanged", async (name, change) => {
  const generator = await createRowGenerator({ ...settings, ...change });
  expect(rowWith(generator.row(3, REVIEW), {})).toEqual(GOLDEN[name]);
});

test("the row for an input in another script is unchanged", async () => {
  const generator = await createRowGenerator(settings);
  const row = generator.row(3, "我的订单在哪里？谢谢。");
  expect(rowWith(row, {})).toEqual(GOLDEN["another script"]);
});
