import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../src/core/json.ts";
import { createRowGenerator } from "../../src/generate/generator.ts";
import { settings } from "./settings.ts";

const text: JsonObject = { type: "string" };
const list: JsonObject = { type: "array", items: text, minItems: 1 };
const number: JsonObject = { type: "number", minimum: 0, maximum: 1 };
const priority: JsonObject = { enum: ["low", "medium", "high", "urgent"] };
const category: JsonObject = { enum: ["billing", "shipping", "other"] };
const ROWS = 12;

/** The values of the first property of some rows for an input. */
async function valuesFor(properties: JsonObject, input: string): Promise<unknown[]> {
  const jsonSchema = { type: "object", properties, required: Object.keys(properties) };
  const generator = await createRowGenerator({ ...settings, jsonSchema, randomSeedPerInput: true });
  return Array.from(
    { length: ROWS },
    (_, i) => Object.values(JSON.parse(generator.row(i, input).output))[0],
  );
}

test.each<[JsonObject, string, RegExp]>([
  [{ priority }, "Please help immediately, the site is down", /^"urgent"$/],
  [{ priority }, "Terrible, it broke after a day", /^"(?:high|urgent)"$/],
  [{ priority }, "Absolutely love it", /^"low"$/],
  [{ priority }, "Meeting notes of Tuesday", /^"(?:low|medium)"$/],
  [{ needs_reply: { type: "boolean" } }, "Where is my order?", /^true$/],
  [{ needs_reply: { type: "boolean" } }, "Great, thanks", /^false$/],
  [{ category }, "Notes on the history of jazz", /^"other"$/],
  [{ category }, "荷物がまだ届いていません。", /^"shipping"$/],
  [{ confidence: number, category }, "Where is my parcel?", /^0\.[78]\d?$/],
  [{ confidence: number, team: { enum: ["red", "green"] } }, "Hello", /^(?:0|1|0\.\d+)$/],
  [{ cities: list }, "東京から大阪まで新幹線で行きました。", /^\["(?:東京","大阪|大阪","東京)"\]$/],
  [{ cities: list }, "山田さんは京都市に住んでいます。", /^\["京都市"\]$/],
  [{ title: text }, "The customer wants a refund, and so on.", /^"The customer wants a refund"$/],
  [
    { title: text },
    "Der Akku lädt nicht mehr und die Rechnung fehlt.",
    /^"Der Akku lädt nicht mehr/,
  ],
  [{ organizations: list }, "Das Werk von Siemens in Erlangen ist neu.", /^\["Siemens"\]$/],
  [{ width: { type: "number" } }, "A box in cm", /^\d{2,3}(?:\.\d+)?$/],
])("%j of %j matches %s", async (properties, input, expected) => {
  const values = (await valuesFor(properties, input)).map((value) => JSON.stringify(value));
  expect(values.filter((value) => !expected.test(value))).toEqual([]);
});

test("an answer to an input in an unsupported script repeats whole phrases, each once", async () => {
  const generator = await createRowGenerator({ ...settings, randomSeedPerInput: true });
  const phrases = ["Где мой заказ", "Никто не отвечает"];
  for (let i = 0; i < ROWS; i++) {
    const { output } = generator.row(i, `${phrases.join("? ")}.`);
    expect(
      output
        .split(". ")
        .map((it) => it.replace(/\.$/, ""))
        .sort(),
    ).toEqual(phrases);
  }
});
