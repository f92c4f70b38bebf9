import { describe, expect, test } from "@jest/globals";
import type { JsonObject, JsonValue } from "../../src/core/json.ts";
import { phraseOf } from "../../src/generate/lexicon/descriptions.ts";
import { pool } from "../generate/words.ts";
import { rowsOf } from "./compiled.ts";

/** Values of one property, as described by a Pydantic model. */
function valuesOf(name: string, schema: JsonObject): JsonValue[] {
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1).replaceAll("_", " ")}`;
  const properties = { [name]: { title, ...schema } };
  const whole = { title: "Answer", type: "object", properties, required: [name] };
  return rowsOf(whole).map((row) => (row as JsonObject)[name] ?? null);
}

const among =
  (name: string) =>
  (text: string): boolean =>
    pool(name).includes(text);
const like =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text);
const EMAIL = like(/^[a-z.]+@example\.(?:com|net|org)$/);
const DATE = like(/^20\d\d-\d\d-\d\d$/);
const SENTENCES = like(/^[A-Z].*[.?]$/);

test.each([
  ["field1", "The customer's email address", EMAIL],
  ["value", "The customer's email address", EMAIL],
  ["text", "The customer's email address", EMAIL],
  ["output", "Email address of the customer", EMAIL],
  ["item_1", "Name of the company", among("firms")],
  ["name", "The name of the company that was mentioned", among("firms")],
  ["title", "The person's job title", among("jobs")],
  ["result", "City where the event takes place", among("cities")],
  ["field_2", "ISO 3166 alpha-2 country code", like(/^[A-Z]{2}$/)],
  ["country", "ISO 3166-1 alpha-2 country code", like(/^[A-Z]{2}$/)],
  ["country", "Country code", like(/^[A-Z]{2}$/)],
  ["country", "ISO 3166 alpha-3 code", like(/^[A-Z]{3}$/)],
  ["phone", "Phone number with country code", like(/^\+1-\d{3}-555-\d{4}$/)],
  ["address", "Email address", EMAIL],
  ["wert", "Datum im Format YYYY-MM-DD", DATE],
  ["wert", "Datum im Format JJJJ-MM-TT", DATE],
  ["month", "Day of the visit in format YYYY-MM-DD", DATE],
  ["day", "Day of the visit as DD.MM.YYYY", like(/^\d\d\.\d\d\.20\d\d$/)],
  ["data", "Year of publication", like(/^(?:19|20)\d\d$/)],
  ["info", "The sentiment of the review", among("sentiments")],
  ["answer", "The answer to the user's question about the city", SENTENCES],
  ["text", "Text of the email to the customer", SENTENCES],
  ["summary", "Summary of the customer's email, dates as YYYY-MM-DD", SENTENCES],
  ["output", "Answer the question of the user about the company", SENTENCES],
  ["summary", "One-sentence summary", like(/^[^.]+\.$/)],
  ["complaint", "Main reason for the visit in one sentence", like(/^[^.]+\.$/)],
  ["reason", "Why, in two or three sentences", like(/^[^.]+\.[^.]+\.(?:[^.]+\.)?$/)],
  ["headline", "Neutral headline, at most 12 words", like(/^(?:\S+ ?){1,12}$/)],
  ["summary", "Summary of the article in up to 30 words", like(/^(?:\S+ ?){1,30}$/)],
  ["output", "What was said, no more than 15 words", like(/^(?:\S+ ?){3,15}\.$/)],
  ["text", "At least 20 words about the topic", like(/^(?:\S+ ?){20,}$/)],
  ["subject", "Subject line of the reply, starting with 'Re: '", like(/^Re: \S/)],
  ["patient_initials", "Two uppercase letters, e.g. 'JM'", like(/^[A-Z]{2}$/)],
  ["job_title", "Title without gender markers such as (m/w/d)", among("jobs")],
] as const)("%s: %s", (name, description, isRight) => {
  const values = valuesOf(name, { type: "string", description }).map(String);
  expect(values.filter((text) => !isRight(text))).toEqual([]);
});

describe("a list in a description is a list of values", () => {
  test.each([
    ["One of: low, medium, high", ["high", "low", "medium"]],
    ["Urgency of the ticket. One of: low, medium, or high.", ["high", "low", "medium"]],
    ["One of low, medium, high", ["high", "low", "medium"]],
    ["Must be one of the following: in stock, sold out", ["in stock", "sold out"]],
    ["Allowed values are: A, B and C", ["A", "B", "C"]],
    ["Either yes or no", ["no", "yes"]],
    ["The mood (good/neutral/bad)", ["bad", "good", "neutral"]],
    ["The mood (good | bad)", ["bad", "good"]],
    ["Eine von: niedrig, mittel oder hoch", ["hoch", "mittel", "niedrig"]],
    ["One of 'red', 'green' or \"blue\"", ["blue", "green", "red"]],
  ])("%s", (description, expected) => {
    const values = valuesOf("field1", { type: "string", description });
    expect([...new Set(values)].sort()).toEqual(expected);
  });

  test.each([
    "The city (name, state)",
    "City in one of the regions, or a village",
    "City as it is found on a map (dd/hh/mm)",
    "City that is either the capital or the largest one",
  ])("but not in: %s", (description) => {
    const values = valuesOf("city", { type: "string", description }).map(String);
    expect(values.filter((text) => !pool("cities").includes(text))).toEqual([]);
  });
});

describe("a number is within the range in its description", () => {
  test.each([
    ["field1", "integer", "Number of stars, 1 to 5", 1, 5],
    ["rating", "integer", "A 1-10 star rating", 1, 10],
    ["value", "number", "from 1 to 5", 1, 5],
    ["score", "number", "between 0 and 100", 0, 100],
    ["confidence", "number", "How sure (0-1)", 0, 1],
    ["score", "number", "Value in [0, 1]", 0, 1],
    ["wert", "integer", "Bewertung von 1 bis 5", 1, 5],
    ["item_1", "integer", "year of publication", 1990, 2026],
    ["value", "integer", "The person's age", 18, 80],
    ["number", "integer", "Number of items", 0, 50],
    ["year", "integer", "Year, as in 2024-01-15", 1990, 2026],
  ] as const)("%s, %s: %s", (name, type, description, min, max) => {
    const values = valuesOf(name, { type, description }).map(Number);
    expect(values.filter((value) => value < min || value > max)).toEqual([]);
    expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan((max - min) * 0.6);
  });
});

test.each([
  ["The customer's email address", "customer email address"],
  ["Name of the company, in full", "company Name"],
  ["Number of items in the cart", "items count"],
  ["The number of the invoice", "invoice number"],
  ["Answer to the question", "Answer"],
  ["Tell the user what to do", ""],
  ["", ""],
])("the phrase for %p is %p", (description, phrase) => {
  expect(phraseOf(description)).toBe(phrase);
});
