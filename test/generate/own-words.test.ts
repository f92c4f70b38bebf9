import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "../../src/core/json.ts";
import { createRowGenerator } from "../../src/generate/generator.ts";
import { settings } from "./settings.ts";

const text: JsonObject = { type: "string" };
const texts: JsonObject = { type: "array", items: text };

/** The different values that a property has in rows for an input, as JSON. */
async function valuesOf(name: string, schema: JsonObject, input: string): Promise<Set<string>> {
  const jsonSchema = { type: "object", properties: { [name]: schema }, required: [name] };
  const changed = { ...settings, randomSeedPerInput: true, jsonSchema };
  const generator = await createRowGenerator(changed);
  const rows = Array.from({ length: 40 }, (_, i) => JSON.parse(generator.row(i, input).output));
  return new Set(rows.map((row: JsonObject) => JSON.stringify(row[name])));
}

const BACKPACK =
  "Decent backpack for the price, but the zipper gets stuck and the straps are uncomfortable.";
const LETTER =
  "Dear team, the launch is postponed by Dr. Lee. Please inform all vendors! Regards, Tom";

const EXACT: readonly (readonly [string, JsonObject, string, readonly unknown[]])[] = [
  [
    "summary",
    text,
    BACKPACK,
    [
      BACKPACK,
      "Decent backpack for the price.",
      "The zipper gets stuck and the straps are uncomfortable.",
    ],
  ],
  [
    "summary",
    text,
    LETTER,
    [
      "Dear team, the launch is postponed by Dr. Lee.",
      "Please inform all vendors!",
      "Dear team, the launch is postponed by Dr. Lee. Please inform all vendors!",
    ],
  ],
  [
    "overview",
    text,
    "荷物が届きません。返金をお願いします。",
    ["荷物が届きません。", "返金をお願いします。", "荷物が届きません。返金をお願いします。"],
  ],
  ["product_name", text, BACKPACK, ["backpack"]],
  ["product_name", text, "Absolutely love this blender.", ["blender"]],
  ["product_name", text, "Organic green tea from Uji, Japan. 50 bags.", ["Organic green tea"]],
  ["product_name", text, "Die Kaffeemaschine ist super.", ["Kaffeemaschine"]],
  ["currency", text, "2 Eichenregale zu je 340,00 EUR", ["EUR"]],
  ["currency", text, "Total due: $70.98", ["USD"]],
  [
    "pros",
    texts,
    "Battery life is great, the speakers are terrible. 4/5",
    [["Battery life is great"]],
  ],
  [
    "cons",
    texts,
    "Battery life is great, the speakers are terrible. 4/5",
    [["The speakers are terrible"]],
  ],
  ["pros", texts, "The app is awful", [[]]],
  ["pros", texts, "Geht so.", [[]]],
];

describe("the input's own words", () => {
  test.each(EXACT)("%s, as %j, for %s", async (name, schema, input, expected) => {
    expect([...(await valuesOf(name, schema, input))].sort()).toEqual(
      expected.map((value) => JSON.stringify(value)).sort(),
    );
  });

  test("are not a summary in another language", async () => {
    const schema = { ...text, description: "Summary in English" };
    for (const summary of await valuesOf(
      "summary",
      schema,
      "Der Akku ist kaputt. Bitte helfen Sie mir.",
    ))
      expect(summary).toMatch(/^"[A-Z][^„]*“/);
  });
});

test.each([
  ["The parcel never arrived.", /^"(?:We |I'm sorry|Thank you for telling).+“parcel”.+[.?]"$/],
  [
    "Support fixed it in a minute. Great!",
    /^"(?:Thank|We are (?:glad|delighted)).+“Support”.*[.!]"$/,
  ],
  ["Where is my parcel?", /^"(?:Thank|We ).+“parcel”.+[.?]"$/],
  ["Mein Paket ist kaputt.", /^"(?:Es tut|Bitte entsch|Danke für Ihren).+„Paket“.+[.?]"$/],
  ["Hält nicht lange.", /^"(?:Es tut|Bitte entsch|Danke für Ihren).+„.+“.+[.?]"$/],
  ["荷物が届きません。", /^"「荷物」.+(?:申し訳|ご不便|早急).+。"$/],
])("a reply to %s", async (input, expected) => {
  for (const reply of await valuesOf("suggested_reply", text, input))
    expect(reply).toMatch(expected);
});

const CHARGED = "You charged my card twice for June. This is unacceptable, I will call my lawyer!";
const TASK =
  "Hi team, please send me the contract by Friday. Mark should book the venue in Boston.";

test.each<[string, JsonObject, string, RegExp]>([
  [
    "reason",
    text,
    "It broke after a day.",
    /^"(?:The wording is clearly negative|The author complains|Phrases|The text says|This follows|The deciding|The input states).*“It broke after a day”.*\."$/,
  ],
  [
    "action_items",
    texts,
    TASK,
    /^\["Send me the contract by Friday","Mark should book the venue in Boston"\]$/,
  ],
  ["action_items", texts, "The venue in Boston is booked for two days in June.", /^\[\]$/],
  ["action_items", texts, "Könnten Sie bitte meine Adresse ändern?", /^\["Adresse ändern"\]$/],
  [
    "key_points",
    texts,
    "Rates stay at 5%. Prices have slowed.",
    /^\["(?:Rates stay at 5%|Prices have slowed)","(?:Rates|Prices)[^"]+"\]$/,
  ],
  ["people", texts, "The venue in Boston is booked for two days in June.", /^\[\]$/],
  ["order_id", { anyOf: [text, { type: "null" }] }, CHARGED, /^null$/],
  ["order_id", { anyOf: [text, { type: "null" }] }, "Order 5531-22 is late", /^"5531-22"$/],
  ["customer_name", { anyOf: [text, { type: "null" }] }, CHARGED, /^null$/],
  [
    "customer_name",
    text,
    "荷物が届きません。返金をお願いします。",
    /^"[\p{Script=Han}\p{Script=Hiragana}]{3,6}"$/u,
  ],
  ["vendor", text, "Wo bleibt denn mein Paket?", /^"\p{L}+ GmbH"$/u],
  ["needs_human", { type: "boolean" }, CHARGED, /^true$/],
  ["needs_human", { type: "boolean" }, "How do I change my address?", /^false$/],
  ["is_spam", { type: "boolean" }, "Click here to claim your free gift card", /^true$/],
  ["is_spam", { type: "boolean" }, "Do you offer discounts?", /^false$/],
  ["flagged", { type: "boolean" }, "You are a complete idiot", /^true$/],
  ["toxicity", { type: "number" }, "You are a complete idiot", /^0\.[789]\d?$/],
  ["toxicity", { type: "number" }, "Lovely photo", /^0(?:\.[01]\d?)?$/],
  ["intent", text, "Can you add a dark mode to the app?", /^"request_feature"$/],
  ["intent", { enum: ["question", "complaint", "praise"] }, "Is it open?", /^"question"$/],
  ["intent", { enum: ["question", "complaint", "praise"] }, "It is awful", /^"complaint"$/],
  ["intent", { enum: ["cancellation", "refund"] }, "I want to cancel", /^"cancellation"$/],
  ["intent", text, "Please cancel my booking for next weekend.", /^"cancel_order"$/],
  ["intent", text, "ホテルの予約をキャンセルしたいのですが。", /^"cancel_order"$/],
  ["intent", text, "I was charged. Please refund one of the payments.", /^"request_refund"$/],
  ["intent", { enum: ["praise", "other"] }, "Liebe Kollegen, es ist zu.", /^"other"$/],
  ["intent", { enum: ["praise", "other"] }, "Please send it. Thanks, Ben", /^"other"$/],
  ["label", { enum: ["spam", "ham"] }, "Are we still meeting at noon?", /^"ham"$/],
  ["flagged", { type: "boolean" }, "Du bist so ein Vollidiot!", /^true$/],
  ["self_harm", { type: "boolean" }, "Ich will nicht mehr leben.", /^true$/],
  ["company", text, "Engineer with 9 years of experience at Stripe. SQL.", /^"Stripe"$/],
  ["category", text, "Sturdy walnut coffee table with two chairs", /^"(?:furniture|home)"$/],
  ["material", text, "Anker portable charger, USB-C, $49", /^"(?:aluminum|plastic)"$/],
  ["tone", text, "You ruined it. Terrible!", /^"(?:critical|formal)"$/],
  ["tone", text, "The kids loved the tour!", /^"(?:cheerful|enthusiastic|friendly)"$/],
  ["sentiment", text, "Inflation fell below two percent.", /^"neutral"$/],
])("%s, as %j, of %s", async (name, schema, input, expected) => {
  const values = [...(await valuesOf(name, schema, input))];
  expect(values.filter((value) => !expected.test(value))).toEqual([]);
});
