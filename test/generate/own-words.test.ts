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
  ["The parcel never arrived.", /^"(?:Thank|We ).+“parcel”.+[.?]"$/],
  ["Mein Paket ist kaputt.", /^"(?:Vielen Dank|Danke|Wir haben Ihre).+„Paket“.+[.?]"$/],
  ["荷物が届きません。", /^"「荷物」(?:について|に関する).+。"$/],
])("a reply to %s", async (input, expected) => {
  for (const reply of await valuesOf("suggested_reply", text, input))
    expect(reply).toMatch(expected);
});
