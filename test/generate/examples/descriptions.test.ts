import { describe, expect, test } from "@jest/globals";
import type { JsonObject, JsonValue } from "../../../src/core/json.ts";
import { rowsOf } from "../../schema/compiled.ts";
import { pool } from "../words.ts";

/** Values of one property. */
function valuesOf(name: string, schema: JsonObject): JsonValue[] {
  const whole = { type: "object", properties: { [name]: schema }, required: [name] };
  return rowsOf(whole, 200).map((row) => (row as JsonObject)[name] ?? null);
}

const text: JsonObject = { type: "string" };
const listOf = (items: JsonObject, description: string): JsonObject => ({
  type: "array",
  items,
  description,
});

test("the Spanish word y in a description doesn't mean a coordinate", () => {
  const description = "Respuesta breve y cortés del hotel, en español";
  const values = valuesOf("respuesta_sugerida", { ...text, description });
  expect(values.filter((value) => !Number.isNaN(Number(value)))).toEqual([]);
});

test.each(["x_px", "y_value"])("%s is a coordinate", (name) => {
  const values = valuesOf(name, { type: "number" }).map(Number);
  expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...values)).toBeLessThanOrEqual(100);
});

test("a number of times is small", () => {
  const values = valuesOf("times_per_day", { type: "integer" });
  expect(values.filter((value) => Number(value) < 1 || Number(value) > 5)).toEqual([]);
});

describe("a description that lists the values counts for more than the name", () => {
  test.each([
    ["sentiment", "positive, negative or neutral", ["negative", "neutral", "positive"]],
    ["sentiment", "Sentiment: positive, negative or neutral.", ["negative", "neutral", "positive"]],
    [
      "sentiment",
      "The sentiment of the review, positive, negative, or neutral",
      ["negative", "neutral", "positive"],
    ],
    ["label", "Classify as spam or ham", ["ham", "spam"]],
    ["product", "'Kettle', 'Toaster'", ["Kettle", "Toaster"]],
    ["category", '"billing" | "technical" | "other"', ["billing", "other", "technical"]],
    ["priority", "low/medium/high", ["high", "low", "medium"]],
    ["energy_rating", "One of A, B, C, D", ["A", "B", "C", "D"]],
  ])("%s: %s", (name, description, expected) => {
    const values = valuesOf(name, { ...text, description });
    expect([...new Set(values)].sort()).toEqual(expected);
  });

  test("but not one that describes a place", () => {
    const values = valuesOf("city", { ...text, description: "The city, town or village" });
    expect(values.filter((value) => !pool("cities").includes(String(value)))).toEqual([]);
  });
});

describe("a number follows its description, its examples, and its unit", () => {
  test.each<[string, JsonObject, number, number]>([
    ["toxicity", { type: "integer", description: "0 = not toxic, 10 = very toxic" }, 0, 10],
    ["rating", { type: "number", description: "1 (worst) to 10 (best)" }, 1, 10],
    ["quality", { type: "integer", description: "1 being lowest and 5 highest" }, 1, 5],
    ["score", { type: "integer", description: "Score out of 20" }, 0, 20],
    ["price", { type: "integer", description: "Price in cents" }, 100, 50_000],
    ["weight", { type: "number", description: "Weight in grams" }, 50, 5000],
    ["duration", { type: "number", description: "Duration in hours" }, 1, 48],
    ["age", { type: "integer", description: "Age in years" }, 18, 80],
    ["delay_ms", { type: "integer" }, 5, 3000],
    ["dose_mg", { type: "number", description: "Dose in milligrams" }, 5, 1000],
    ["temperature_c", { type: "number", description: "Body temperature in °C" }, 36, 40],
    ["least", { type: "integer", description: "Least yearly salary" }, 25_000, 180_000],
    ["annual_salary", { type: "integer" }, 25_000, 180_000],
  ])("%s %j", (name, schema, min, max) => {
    const values = valuesOf(name, schema).map(Number);
    expect(values.filter((value) => value < min || value > max)).toEqual([]);
    expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan((max - min) * 0.6);
  });

  test("also if the description is that of a map or a list", () => {
    const description = "between 0 and 100";
    const map = { type: "object", additionalProperties: { type: "number" }, description };
    const list = listOf({ type: "number" }, "Shares from 0.2 to 0.4");
    const scores = valuesOf("scores", map).flatMap((value) => Object.values(value as JsonObject));
    expect(scores.length).toBeGreaterThan(40);
    expect(scores.filter((value) => Number(value) > 100)).toEqual([]);
    expect(Math.max(...scores.map(Number))).toBeGreaterThan(60);
    const shares = valuesOf("zzz", list).flat().map(Number);
    expect(shares.filter((value) => value < 0.2 || value > 0.4)).toEqual([]);
  });
});

test.each<[string, JsonObject, RegExp]>([
  ["vat_id", { description: "VAT ID, e.g. DE123456789" }, /^DE\d{9}$/],
  ["order_number", { description: "for example ORD-2024-0012" }, /^ORD-202[3-5]-\d{4}$/],
  ["order_number", { examples: ["ORD-2024-0012"] }, /^ORD-202[3-5]-\d{4}$/],
  ["plate", { description: "e.g. B-XY 1234" }, /^B-[A-Z]{2} \d{4}$/],
  ["due", { description: "Due date, e.g. 2024-03-01" }, /^202[3-5]-\d\d-\d\d$/],
  ["price", { description: 'Price with currency, such as "$19.99"' }, /^\$\d+\.\d\d$/],
  ["dose", { description: "e.g. 500 mg" }, /^\d+ mg$/],
  [
    "pressure",
    { description: "e.g. 120/80" },
    /^(?:8[4-9]|9\d|1[0-5]\d)\/(?:5[6-9]|[6-9]\d|10[0-4])$/,
  ],
  ["time", { description: "ISO 8601 duration" }, /^P(?:\d+[YMWD])*(?:T(?:\d+[HMS])+)?$/],
  ["paper", { description: "DOI of the paper" }, /^10\.\d{4}\/\S+$/],
  ["code", { description: "EAN-13 barcode" }, /^\d{13}$/],
  ["lang", { description: "BCP 47 language tag" }, /^[a-z]{2}-[A-Z]{2}$/],
  ["diagnosis", { description: "ICD-10 code" }, /^[A-Z]\d\d\.\d$/],
  ["account", { description: "IBAN of the sender" }, /^[A-Z]{2}\d\d[A-Z0-9]+$/],
  ["background", { description: "A hex color" }, /^#[0-9a-f]{6}$/],
])("a string named %s follows the notation in %j", (name, more, pattern) => {
  const values = valuesOf(name, { ...text, ...more });
  expect(values.filter((value) => !pattern.test(String(value)))).toEqual([]);
  expect(new Set(values).size).toBeGreaterThan(5);
});

test.each<[string, JsonObject, number, number]>([
  ["numbers", listOf({ type: "integer" }, "exactly 5 integers"), 5, 5],
  ["keywords", listOf(text, "three keywords"), 3, 3],
  ["keywords", listOf(text, "3-5 keywords about the text"), 3, 5],
  ["keyPoints", listOf(text, "2 to 5 keyPoints of the text"), 2, 5],
  ["lineItems", listOf(text, "Three LineItems"), 3, 3],
  ["tags", listOf(text, "Up to 2 tags"), 1, 2],
  ["reasons", listOf(text, "At least four reasons"), 4, 6],
  ["steps", listOf(text, "A list of the top 3 next steps"), 3, 3],
  ["schlagworte", listOf(text, "genau fünf Schlagworte"), 5, 5],
  ["grades", listOf({ type: "integer" }, "Grades between 1 and 6"), 0, 12],
])("a list named %s has as many items as described in %j", (name, schema, least, most) => {
  const lengths = valuesOf(name, schema).map((value) => (value as JsonValue[]).length);
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([least, most]);
});

const ONE_NAME: RegExp = /^\p{Lu}\S+ \p{Lu}.+$/u;

test.each<[string, string, string, (value: string) => boolean]>([
  ["item", "name", "the person's name", (value) => ONE_NAME.test(value)],
  ["item", "name", "Name of the person", (value) => ONE_NAME.test(value)],
  ["flight", "origin", "Three-letter airport code", (it) => pool("airportCodes").includes(it)],
  [
    "ingredient",
    "quantity",
    "Quantity of the ingredient, including units.",
    (it) => /^[1-9]\d{0,2} [a-z]+$/.test(it),
  ],
  ["person", "learned", "what we learned about them", (value) => value.endsWith(".")],
  ["account", "plan_interest", "", (it) => pool("plans").includes(it)],
])("the %s's %s, described as %j", (owner, name, description, isFit) => {
  const thing = { type: "object", properties: { [name]: { ...text, description } } };
  const whole = {
    type: "object",
    properties: { [owner]: { ...thing, required: [name] } },
    required: [owner],
  };
  const values = rowsOf(whole, 200).map((row) => JSON.stringify(row));
  const inner = values.map((row) => JSON.parse(row)[owner][name] as string);
  expect(inner.filter((value) => !isFit(value))).toEqual([]);
});

test("skills that are only programming languages", () => {
  const skills = valuesOf("skills", listOf(text, "Only include programming languages"));
  expect(
    skills
      .flat()
      .map(String)
      .filter((it) => !isLanguage(it)),
  ).toEqual([]);
});

const CODE: RegExp = /^[A-Z]{3}$/;
const UNITS: RegExp = /^\d+ (?:cups|h|pieces|t(?:ea|able)spoons)$/;

test.each<[string, string, (value: string) => boolean]>([
  ["city", "Name of the city. Do not include the airport code.", (it) => CODE.test(it)],
  ["airport", "Airport name (not the airport code)", (it) => CODE.test(it)],
  ["airport_name", "Full name of the airport with its IATA code", (it) => CODE.test(it)],
  ["notes", "Notes about programming languages", isLanguage],
  ["snippet", "Snippet in the programming language of the question", isLanguage],
  ["job_title", "Job title, such as programming language engineer", isLanguage],
  ["level", "Years of experience with programming languages", isLanguage],
  ["height", "Height, with the unit", (it) => UNITS.test(it)],
  ["address", "Street address, including unit number", (it) => UNITS.test(it)],
  ["instructions", "Instructions, including units", (it) => UNITS.test(it)],
  ["ingredients", "All ingredients with units", (it) => /^\d+ g$/.test(it)],
  ["amount", "Amount with units, e.g. '200 g'", (it) => UNITS.test(it)],
  ["email", "Email based on the person's name", (it) => ONE_NAME.test(it)],
  ["pet", "Name of the person's dog", (it) => ONE_NAME.test(it)],
  ["membership", "A sentence about the membership", isPlan],
  ["subscription", "Whether the customer has a subscription", isPlan],
  ["tier", "Explain why this tier fits", isPlan],
  ["tier", "gold, silver, or bronze", isPlan],
  ["membership", "Whether the membership is active, paused, or cancelled", (it) => it === "no"],
  ["risk_tier", "", isPlan],
])("%s, described as %j, is about something else", (name, description, isMisread) => {
  const values = valuesOf(name, { ...text, description }).map(String);
  expect(values.filter(isMisread)).toEqual([]);
});

function isLanguage(value: string): boolean {
  return pool("programmingLanguages").includes(value);
}

function isPlan(value: string): boolean {
  return pool("plans").includes(value);
}
