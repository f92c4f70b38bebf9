import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "../../src/core/json.ts";
import { createRowGenerator, type RowSettings } from "../../src/generate/generator.ts";
import { countTokens } from "../../src/generate/tokens.ts";
import { REVIEW, reasoningModel, settings } from "./settings.ts";

const TICKET: JsonObject = {
  type: "object",
  properties: {
    category: { enum: ["delivery", "billing"] },
    urgency: { type: "integer", minimum: 1, maximum: 5 },
  },
  required: ["category", "urgency"],
  additionalProperties: false,
};

const TICKET_TEXT = /^\{"category":"(?:delivery|billing)","urgency":[1-5]\}$/;

async function outputs(change: Partial<RowSettings>): Promise<string[]> {
  const generator = await createRowGenerator({ ...settings, ...change });
  return Array.from({ length: 50 }, (_, i) => generator.row(i, `${REVIEW} ${i}`).output);
}

describe("a standard model", () => {
  test("returns JSON text that conforms to the schema", async () => {
    const all = await outputs({ jsonSchema: TICKET });
    expect(all.filter((output) => !TICKET_TEXT.test(output))).toEqual([]);
    expect(new Set(all).size).toBeGreaterThan(7);
  });

  test("gives the schema precedence over maxTokens and stop", async () => {
    const samplingParams = { maxTokens: 1, stop: ["{"] };
    const cut = await outputs({ jsonSchema: TICKET, samplingParams });
    expect(cut).toEqual(await outputs({ jsonSchema: TICKET }));
  });
});

describe("a reasoning model", () => {
  test("returns a JSON object with content and reasoning", async () => {
    for (const output of await outputs({ model: reasoningModel })) {
      const answer = JSON.parse(output);
      expect(Object.keys(answer)).toEqual(["content", "reasoning_content"]);
      expect(answer.content).toMatch(/\.$/);
      expect(answer.reasoning_content).toContain(answer.content);
    }
  });

  test("uses the names of the two keys from its settings", async () => {
    const reasoningShape = { ...settings.reasoningShape, contentKey: "text", reasoningKey: "why" };
    const [output] = await outputs({ model: reasoningModel, reasoningShape });
    expect(Object.keys(JSON.parse(output ?? ""))).toEqual(["text", "why"]);
  });

  test("sends content that follows a schema as JSON text", async () => {
    for (const output of await outputs({ model: reasoningModel, jsonSchema: TICKET })) {
      expect(JSON.parse(output).content).toMatch(TICKET_TEXT);
    }
  });

  test("sends it as an object if the settings say so", async () => {
    const asObject = { ...settings.reasoningShape, contentAs: "object" as const };
    const change = { model: reasoningModel, jsonSchema: TICKET };
    const texts = await outputs(change);
    const objects = await outputs({ ...change, reasoningShape: asObject });
    expect(objects.map((output) => JSON.parse(output).content)).toEqual(
      texts.map((output) => JSON.parse(JSON.parse(output).content)),
    );
  });

  test("reasons until it has found its value", async () => {
    for (const output of await outputs({ model: reasoningModel, jsonSchema: TICKET })) {
      const answer = JSON.parse(output);
      expect(answer.reasoning_content.endsWith(answer.content)).toBe(true);
    }
  });

  test("leaves reasoning the tokens that a value doesn't use", async () => {
    const samplingParams = { maxTokens: 20 };
    const change = { model: reasoningModel, jsonSchema: TICKET, samplingParams };
    for (const output of await outputs(change)) {
      const answer = JSON.parse(output);
      expect(answer.reasoning_content).not.toBe("");
      expect(countTokens(answer.content) + countTokens(answer.reasoning_content)).toBe(20);
    }
  });

  test("ends its content, but not its reasoning, at a stop string", async () => {
    const change = { model: reasoningModel, samplingParams: { stop: ["."] } };
    for (const output of await outputs(change)) {
      const answer = JSON.parse(output);
      expect(answer.content).not.toContain(".");
      expect(answer.reasoning_content).toMatch(/[.?]/);
    }
  });
});
