import { describe, expect, test } from "@jest/globals";
import type { JsonObject, JsonValue } from "../../src/core/json.ts";
import { createRowGenerator, type RowSettings } from "../../src/generate/generator.ts";
import { validatorOf } from "../schema/compiled.ts";
import { REVIEW, settings } from "./settings.ts";

const HEADSET =
  "Mein Headset ist nach zwei Wochen kaputt gegangen, der Akku lädt nicht mehr und die Rechnung fehlt.";

const text: JsonObject = { type: "string" };

function objectOf(properties: JsonObject): JsonObject {
  return { type: "object", properties, required: Object.keys(properties) };
}

const TICKET = objectOf({
  title: text,
  summary: text,
  reason: { type: "string", maxLength: 120 },
  keywords: { type: "array", items: text, minItems: 3, uniqueItems: true },
  next_step: text,
  question: text,
  code: { type: "string", pattern: "^[A-Z]{3}-[0-9]{4}$" },
});

async function rowsOf(
  jsonSchema: JsonObject,
  input: string,
  { count = 1, ...change }: Partial<RowSettings> & { readonly count?: number } = {},
): Promise<JsonValue[]> {
  const each = { randomSeedPerInput: count > 1 };
  const generator = await createRowGenerator({ ...settings, ...each, ...change, jsonSchema });
  return Array.from({ length: count }, (_, i) => JSON.parse(generator.row(i, input).output));
}

// Pinned for a seed; only a new version may change them.
const GERMAN_ROW = {
  title: "Mein Headset ist nach zwei Wochen kaputt gegangen",
  summary: "Mein Headset ist nach zwei Wochen kaputt gegangen.",
  reason: "Das zentrale Anliegen ist „Headset“. Der Text behandelt „Wochen“ als Tatsache.",
  keywords: ["Rechnung", "Akku", "Wochen"],
  next_step: "Zuerst sollte „Headset“ geklärt werden.",
  question: "Wie hängt „Akku“ mit „Wochen“ zusammen?",
  code: "QDQ-9020",
};

const ENGLISH_ROW = {
  title: "The customer wants a refund today",
  summary: REVIEW,
  reason: "The wording is clearly negative: “the customer wants a refund today”.",
  keywords: ["customer", "refund", "parcel"],
  next_step: "Ask for more information about “Hamburg” if possible.",
  question: "What does “customer” mean for “refund”?",
  code: "BTJ-1184",
};

describe("the strings of a row with a schema are about the input", () => {
  test("in German", async () => {
    expect(await rowsOf(TICKET, HEADSET)).toEqual([GERMAN_ROW]);
  });

  test("in English", async () => {
    expect(await rowsOf(TICKET, REVIEW)).toEqual([ENGLISH_ROW]);
  });

  test("in its own words, if it has no others", async () => {
    for (const row of await rowsOf(objectOf({ reason: text }), "Never again", { count: 40 })) {
      expect(row).toEqual({ reason: expect.stringMatching(/“(?:Never|again|Never again)”/) });
    }
  });

  test("in its script", async () => {
    const rows = await rowsOf(objectOf({ reason: text }), "我的订单在哪里？谢谢。", { count: 40 });
    const others = rows.filter(
      (row) => !/^\{"reason":"[\p{Script=Han}，。：？“”]+"\}$/u.test(JSON.stringify(row)),
    );
    expect(others).toEqual([]);
  });

  test("the same for the same seed, and different for another", async () => {
    const schema = objectOf({ reason: text });
    const [one] = await rowsOf(schema, HEADSET);
    expect(await rowsOf(schema, HEADSET)).toEqual([one]);
    expect(await rowsOf(schema, HEADSET, { seed: 2 })).not.toEqual([one]);
  });
});

test("strings about the input respect every bound", async () => {
  for (const [least, most] of [
    [0, 8],
    [0, 30],
    [20, 45],
    [100, 120],
    [300, 320],
    [500, 5000],
  ] as const) {
    const bounds = { type: "string", minLength: least, maxLength: most };
    const schema = objectOf({
      summary: bounds,
      comment: bounds,
      title: bounds,
      recommendation: bounds,
      tags: { type: "array", items: bounds, minItems: 3 },
    });
    const conforms = validatorOf(schema);
    for (const input of [HEADSET, REVIEW, "Никогда больше", "我的订单在哪里？"]) {
      const rows = await rowsOf(schema, input, { count: 30 });
      expect(rows.filter((row) => !conforms(row))).toEqual([]);
    }
  }
});

test("if more distinct keywords are needed than the input has words, other lists provide them", async () => {
  const schema = objectOf({
    tags: { type: "array", items: text, minItems: 12, maxItems: 12, uniqueItems: true },
  });
  const conforms = validatorOf(schema);
  const rows = await rowsOf(schema, "Refund", { count: 30 });
  expect(rows.filter((row) => !conforms(row))).toEqual([]);
  expect(rows.filter((row) => JSON.stringify(row).includes('"Refund"')).length).toBeGreaterThan(20);
});

test("an input without words leaves the strings unchanged", async () => {
  const schema = objectOf({ summary: { type: "string", maxLength: 200 } });
  const rows = await rowsOf(schema, "?!", { count: 20 });
  const others = rows.filter((row) => !/^\{"summary":"[A-Z][^“”]+\."\}$/.test(JSON.stringify(row)));
  expect(others).toEqual([]);
});

test("a longer string doesn't repeat a sentence", async () => {
  const schema = objectOf({ explanation: { type: "string", minLength: 700 } });
  for (const row of await rowsOf(schema, HEADSET, { count: 40 })) {
    const { explanation } = row as { explanation: string };
    const frames = explanation.split(/(?<=\.) /).map((it) => it.replace(/„[^“]*“/g, "„“"));
    expect(new Set(frames).size).toBe(frames.length);
  }
});
