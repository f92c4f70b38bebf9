import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "../../../src/core/json.ts";
import { objectOf, rowsFor, text, valuesFor } from "./values.ts";

const whole: JsonObject = { type: "integer" };
const flag: JsonObject = { type: "boolean" };
const REVIEW = "The parcel from Hamburg arrived damaged, so the customer wants a refund today.";
const LETTER =
  "Angela Merkel met Tim Cook of Apple in Paris on 2024-03-05. 😀 She lives in Berlin, jane@miller.org.";

test.each<[string, JsonObject, string, RegExp]>([
  ["language", text, "Wo ist mein Paket und wer kann mir helfen?", /^"German"$/],
  ["language", { enum: ["de", "en", "it"] }, "Wo ist mein Paket und wer hilft mir?", /^"de"$/],
  ["summary", text, REVIEW, /^"(?:The parcel from Hamburg arrived damaged|The customer wants)/],
  ["title", text, REVIEW, /^"The (?:parcel from Hamburg|customer wants)/],
  ["quote", text, REVIEW, /^"The parcel from Hamburg arrived damaged/],
  ["evidence", text, REVIEW, /^"The parcel from Hamburg arrived damaged/],
  [
    "translation",
    { ...text, description: "translation into English" },
    "Mein Paket ist kaputt und ich möchte mein Geld zurück.",
    /^"[^„«]*“[^„«]*"$/,
  ],
  ["is_question", flag, "Is it waterproof?", /^true$/],
  ["is_question", flag, REVIEW, /^false$/],
  ["contains_pii", flag, LETTER, /^true$/],
  ["contains_pii", flag, "The parcel is late.", /^false$/],
  ["word_count", whole, REVIEW, /^13$/],
  ["char_count", whole, "Five 😀", /^6$/],
])("%s, as %j, of %s", async (name, schema, input, expected) => {
  const values = (await valuesFor(name, schema, input)).map((value) => JSON.stringify(value));
  expect(values.filter((value) => !expected.test(value))).toEqual([]);
});

describe("sentiment, rating, stars, and score", () => {
  const properties = {
    sentiment: { enum: ["positive", "neutral", "negative"] },
    rating: { ...whole, minimum: 1, maximum: 5 },
    stars: whole,
    score: { type: "number", description: "-1 to 1" },
  };

  test.each([
    ["Absolutely love it", "positive", 300],
    ["Terrible, it broke after a day", "negative", 20],
    ["Sehr zufrieden, tolle Qualität!", "positive", 20],
    ["Hält nicht lange.", "negative", 20],
    ["Je suis très déçue, colis cassé", "negative", 20],
    ["Muy contenta con la compra", "positive", 20],
    ["Sono molto soddisfatta", "positive", 20],
    ["Fiquei muito satisfeita", "positive", 20],
    ["Heel tevreden met de aankoop", "positive", 20],
    ["とても気に入りました。", "positive", 20],
    ["质量太差，非常失望", "negative", 20],
    ["정말 만족합니다", "positive", 20],
    ["The box has a lid.", "neutral", 20],
  ] as const)("of %s agree: %s", async (input, expected, count) => {
    const rows = await rowsFor(properties, input, { count });
    const sideOf = (value: number): string =>
      ["negative", "neutral", "positive"][Math.sign(value) + 1] ?? "";
    const sides = rows.map(({ sentiment, rating, stars, score }) => [
      sentiment,
      sideOf(Number(rating) - 3),
      sideOf(Number(stars) - 3),
      expected === "neutral" ? Math.abs(Number(score)) < 0.3 : sideOf(Number(score)) === expected,
    ]);
    expect(sides).toEqual(rows.map(() => [expected, expected, expected, true]));
  });
});

test("named entities are in the input, at their offsets in code points", async () => {
  const entity = objectOf({
    text,
    label: { enum: ["PERSON", "ORG", "LOC", "DATE"] },
    start: whole,
    end: whole,
  });
  const rows = await rowsFor({ entities: { type: "array", items: entity, minItems: 1 } }, LETTER);
  const found = rows.flatMap(({ entities }) => entities as JsonObject[]);
  const spans = found.map(({ start, end }) =>
    [...LETTER].slice(Number(start), Number(end)).join(""),
  );
  expect(found.map((it) => it["text"])).toEqual(spans);
  expect(new Set(found.map((it) => `${it["label"]} ${it["text"]}`))).toEqual(
    new Set([
      "PERSON Angela Merkel",
      "PERSON Tim Cook",
      "ORG Apple",
      "LOC Paris",
      "LOC Berlin",
      "DATE 2024-03-05",
    ]),
  );
});

test.each([
  ["Tesla will invest $500 million near Berlin.", ["Tesla ORG", "$500 million MONEY"]],
  ["Die Deutsche Bank zahlt 75 Millionen Euro.", ["Deutsche Bank ORG", "75 Millionen Euro MONEY"]],
  [
    "ソニーは500億円を投資し、京都大学と契約した。",
    ["ソニー ORG", "500億円 MONEY", "京都大学 ORG"],
  ],
])("the amounts and organizations in %s are whole", async (input, expected) => {
  const entity = objectOf({ text, type: { enum: ["ORG", "MONEY"] } });
  const rows = await rowsFor({ entities: { type: "array", items: entity } }, input, { count: 2 });
  const found = rows.map(({ entities }) =>
    (entities as JsonObject[]).map((it) => `${it["text"]} ${it["type"]}`),
  );
  expect(found).toEqual(rows.map(() => expected));
});
