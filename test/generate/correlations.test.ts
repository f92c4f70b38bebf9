import { expect, test } from "@jest/globals";
import { REVIEW_SCHEMA, REVIEWS } from "../../src/cli/demo/demo-inputs.ts";
import type { JsonObject, JsonValue } from "../../src/core/json.ts";
import { createRowGenerator, type RowSettings } from "../../src/generate/generator.ts";
import { settings } from "./settings.ts";

// Schemas as users of language models write them, 1,000 rows each. `isRight` says whether a row
// agrees with its input; the share of rows that do must be at least `share`.

const text: JsonObject = { type: "string" };
const number: JsonObject = { type: "number" };
const whole: JsonObject = { type: "integer" };
const flag: JsonObject = { type: "boolean" };
const decimal: JsonObject = { type: "string", pattern: "^\\d+\\.\\d{2}$" };

function objectOf(properties: JsonObject): JsonObject {
  return { type: "object", properties, required: Object.keys(properties) };
}

function listOf(items: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: "array", items, ...more };
}

/** The fields that the schemas have; each schema determines their types. */
type Fields =
  "address breed category char_count city contains_pii dimensions emotion entities is_positive is_question items keywords kind label language language_code line_items locations people quote rating score scores sentiment species stars subtotal summary tags tax team total translation vat_id word_count would_recommend";
type FieldIn<Names> = Names extends `${infer First} ${infer Rest}` ? First | FieldIn<Rest> : Names;
type Row = { readonly [field in FieldIn<Fields>]: never };

type Case = {
  readonly schema: JsonObject;
  readonly inputs: readonly string[];
  readonly share: number;
  /** The fields of a row, for an input. */
  readonly isRight: (row: Row, input: string) => boolean;
};

const GOOD = ["Absolutely love it", "Sehr zufrieden, tolle Qualität!", "とても気に入りました。"];
const BAD = [
  "Terrible, it broke after a day",
  "Je suis très déçue, colis cassé",
  "质量太差，非常失望",
  "It never arrived, please refund me",
];
const OPINIONS = [...GOOD, ...BAD];
const isGood = (input: string): boolean => GOOD.includes(input);

const TICKETS = [
  "I was charged twice on my last invoice.",
  "The parcel has not been delivered yet.",
  "The app shows an error when I log in.",
];
const CATEGORIES = ["billing", "shipping", "technical"];

const NEWS = [
  "Angela Merkel met Emmanuel Macron in Paris on 2024-03-05.",
  "Write to jane@miller.org, or ask Tim Cook of Apple in London. 😀 Then call Siemens AG.",
];

const LANGUAGES: Record<string, string> = {
  "Where is my parcel, and who can help me?": "en",
  "Wo ist mein Paket und wer kann mir helfen?": "de",
  "¿Dónde está mi paquete y quién me ayuda?": "es",
  "Hej, var är mitt paket och när kommer det?": "sv",
  "荷物はどこですか。": "ja",
  "Где мой заказ?": "ru",
};

const cents = (value: JsonValue | undefined): number => Math.round(Number(value) * 100);
const sum = (lines: readonly JsonObject[], key: string): number =>
  lines.reduce((before, line) => before + cents(line[key]), 0);

const CASES: Record<string, Case> = {
  "the demo": {
    schema: REVIEW_SCHEMA as unknown as JsonObject,
    inputs: REVIEWS,
    share: 1,
    isRight: ({ sentiment, rating }, input) => {
      const place = REVIEWS.indexOf(input) % 10;
      const expected = ["positive", "negative", "neutral", "neutral", "positive"].concat([
        "negative",
        "positive",
        "neutral",
        "positive",
        "positive",
      ])[place];
      const side = Math.sign(Number(rating) - 3);
      return sentiment === expected && ["negative", "neutral", "positive"][side + 1] === expected;
    },
  },
  "a review described in Pydantic": {
    schema: objectOf({
      sentiment: { ...text, description: "positive, negative or neutral" },
      stars: { ...whole, description: "Number of stars, 1 to 5" },
      score: { ...number, description: "-1 (very negative) to 1 (very positive)" },
    }),
    inputs: OPINIONS,
    share: 1,
    isRight: ({ sentiment, stars, score }, input) =>
      isGood(input)
        ? sentiment === "positive" && stars >= 4 && score > 0
        : sentiment === "negative" && stars <= 2 && score < 0,
  },
  "an optional sentiment": {
    schema: objectOf({
      sentiment: { anyOf: [{ enum: ["POSITIVE", "NEGATIVE", "MIXED"] }, { type: "null" }] },
      would_recommend: flag,
    }),
    inputs: OPINIONS,
    share: 1,
    isRight: ({ sentiment, would_recommend }, input) =>
      (sentiment === null || sentiment === (isGood(input) ? "POSITIVE" : "NEGATIVE")) &&
      would_recommend === isGood(input),
  },
  "emotions by name": {
    schema: objectOf({
      emotion: { enum: ["joy", "anger", "sadness", "surprise"] },
      is_positive: flag,
    }),
    inputs: OPINIONS,
    share: 1,
    isRight: ({ emotion, is_positive }, input) =>
      is_positive === isGood(input) && (emotion === "joy") === isGood(input),
  },
  "a ticket": {
    schema: objectOf({
      category: { enum: [...CATEGORIES, "other"] },
      keywords: listOf(text),
      summary: text,
    }),
    inputs: TICKETS,
    share: 0.85,
    isRight: ({ category, keywords }, input) =>
      category === CATEGORIES[TICKETS.indexOf(input)] &&
      (keywords as string[]).every((word) => input.includes(word)),
  },
  "a ticket whose labels are described": {
    schema: objectOf({ label: { ...text, description: "'billing', 'shipping', 'technical'" } }),
    inputs: TICKETS,
    share: 0.95,
    isRight: ({ label }, input) => label === CATEGORIES[TICKETS.indexOf(input)],
  },
  "named entities": {
    schema: objectOf({
      entities: listOf(
        objectOf({
          text,
          label: { enum: ["PERSON", "ORG", "LOC", "DATE", "MISC"] },
          start: whole,
          end: whole,
        }),
      ),
    }),
    inputs: NEWS,
    share: 1,
    isRight: ({ entities }, input) => {
      const all = entities as JsonObject[];
      const isSpan = all.every(
        (it) => [...input].slice(Number(it["start"]), Number(it["end"])).join("") === it["text"],
      );
      const people = all.filter((it) => it["label"] === "PERSON").map((it) => it["text"]);
      const known = ["Angela Merkel", "Emmanuel Macron", "Tim Cook"];
      return isSpan && all.length > 2 && people.every((name) => known.includes(String(name)));
    },
  },
  "people and places": {
    schema: objectOf({ people: listOf(text), locations: listOf(text), quote: text }),
    inputs: NEWS,
    share: 1,
    isRight: ({ people, locations, quote }, input) =>
      [...people, ...locations, quote].every((it: string) => input.includes(it)),
  },
  "facts about the input": {
    schema: objectOf({
      is_question: flag,
      contains_pii: flag,
      word_count: whole,
      char_count: whole,
    }),
    inputs: [...NEWS, ...TICKETS, "Is it waterproof?"],
    share: 1,
    isRight: ({ is_question, contains_pii, word_count, char_count }, input) =>
      is_question === input.endsWith("?") &&
      contains_pii === NEWS.includes(input) &&
      word_count === input.split(" ").length &&
      char_count === [...input].length,
  },
  "a language": {
    schema: objectOf({
      language_code: text,
      language: { enum: ["de", "en", "es", "ja", "ru", "sv"] },
    }),
    inputs: Object.keys(LANGUAGES),
    share: 1,
    isRight: ({ language_code, language }, input) =>
      language_code === LANGUAGES[input] && language === LANGUAGES[input],
  },
  "a translation": {
    schema: objectOf({
      summary: text,
      translation: { ...text, description: "Translation into English" },
    }),
    inputs: Object.keys(LANGUAGES).slice(1, 3),
    share: 1,
    isRight: ({ summary, translation }, input) =>
      input.startsWith(String(summary).slice(0, -1)) &&
      /“/.test(translation) &&
      !/[„«]/.test(translation),
  },
  "an invoice in numbers": {
    schema: objectOf({
      items: listOf(
        objectOf({ description: text, quantity: whole, unit_price: number, total: number }),
      ),
      subtotal: number,
      tax: number,
      total: number,
    }),
    inputs: TICKETS,
    share: 0.95,
    isRight: ({ items, subtotal, tax, total }) =>
      Math.abs(sum(items, "total") - cents(subtotal)) < 2 &&
      Math.abs(cents(subtotal) + cents(tax) - cents(total)) < 2,
  },
  "an invoice in decimal strings": {
    schema: objectOf({
      line_items: listOf(objectOf({ quantity: whole, unit_price: decimal, line_total: decimal }), {
        minItems: 1,
      }),
      total: decimal,
      vat_id: { ...text, description: "e.g. DE123456789" },
    }),
    inputs: TICKETS,
    share: 1,
    isRight: ({ line_items, total, vat_id }) =>
      sum(line_items, "line_total") === cents(total) && /^DE\d{9}$/.test(vat_id),
  },
  "a product": {
    schema: objectOf({
      dimensions: objectOf({ width: number, height: number, unit: text }),
      tags: { ...text, description: "Comma-separated list of three tags" },
      scores: { type: "object", additionalProperties: number, description: "Between 0 and 100" },
    }),
    inputs: TICKETS,
    share: 1,
    isRight: ({ dimensions, tags, scores }) =>
      /^(?:cm|mm)$/.test(dimensions["unit"]) &&
      String(tags).split(", ").length === 3 &&
      Object.values(scores).every((value) => Number(value) <= 100),
  },
  "a pet or a place": {
    schema: {
      oneOf: [
        objectOf({ kind: { const: "pet" }, species: { enum: ["dog", "cat"] }, breed: text }),
        objectOf({ kind: { const: "place" }, address: text, city: text, country: text }),
      ],
    },
    inputs: TICKETS,
    share: 1,
    isRight: ({ kind, species, breed, address, city }) =>
      kind === "pet"
        ? (species === "dog") === /e$|r$|d$|Collie|Bulldog|Tzu/.test(breed) || species === "cat"
        : String(address).endsWith(`, ${city}`),
  },
};

const ROWS = 1000;

async function rowsOf(
  schema: JsonObject,
  inputs: readonly string[],
  change: Partial<RowSettings> = {},
): Promise<(readonly [Row, string])[]> {
  const generator = await createRowGenerator({
    ...settings,
    randomSeedPerInput: true,
    ...change,
    jsonSchema: schema,
  });
  return Array.from({ length: ROWS }, (_, i) => {
    const input = inputs[i % inputs.length] ?? "";
    return [JSON.parse(generator.row(i, input).output), input] as const;
  });
}

test.each(Object.entries(CASES))(
  "most rows of %s agree with their inputs",
  async (_name, { schema, inputs, share, isRight }) => {
    const rows = await rowsOf(schema, inputs);
    const wrong = rows.filter(([row, input]) => !isRight(row, input));
    expect(wrong.slice(0, wrong.length > ROWS * (1 - share) ? 3 : 0)).toEqual([]);
  },
);
