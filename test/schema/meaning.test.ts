import { describe, expect, test } from "@jest/globals";
import type { JsonObject, JsonValue } from "../../src/core/json.ts";
import { pool, reader } from "../generate/words.ts";
import { rowsOf } from "./compiled.ts";

/** Lists in the row's language, which is English here. */
const { prose, local } = reader.english;
const LISTS: { readonly [name: string]: readonly string[] } = {
  firstNames: local.given,
  keywords: prose.keywords,
  titles: prose.titles,
  topics: prose.keywords,
  steps: prose.advice,
  strengths: prose.strengths,
  weaknesses: prose.weaknesses,
};

/** Values of one property of an object. */
function valuesOf(name: string, schema: JsonObject, around: JsonObject = {}): JsonValue[] {
  const whole = {
    ...around,
    type: "object",
    properties: { [name]: schema },
    required: [name],
    additionalProperties: false,
  };
  return rowsOf(whole, 200).map((row) => (row as JsonObject)[name] ?? null);
}

const NAME = /^[A-Z][\w']+ [A-Z][\w'-]+$/;
const DATE = /^20\d\d-\d\d-\d\d$/;

test.each([
  ["email", /^[a-z]+\.[a-z]+@example\.(?:com|net|org)$/],
  ["contactEmails", /^[a-z]+\.[a-z]+@example\.(?:com|net|org)$/],
  ["first_name", /^[A-Z][a-z]+$/],
  ["FullName", NAME],
  ["created_by", NAME],
  ["customer-name", NAME],
  ["createdAt", /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/],
  ["invoiceDate", DATE],
  ["date_of_birth", /^(?:19|20)\d\d-\d\d-\d\d$/],
  ["price", /^\d+\.\d\d$/],
  ["address_line1", /^\d+ [A-Z0-9]/],
  ["zipCode", /^\d{5}$/],
  ["hexColor", /^#[0-9a-f]{6}$/],
  ["ip_address", /^(?:\d{1,3}\.){3}\d{1,3}$/],
  ["macAddress", /^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/],
  ["userIDs", /^[0-9a-f]{8}$/],
  ["imageURLs", /^https:\/\/example\.com\/images\/[a-z-]+\.jpg$/],
  ["appVersion", /^\d+\.\d+\.\d+$/],
  ["is_spam", /^(?:yes|no)$/],
  ["summary", /^[A-Z].*\.$/],
  ["reasoning", /^[A-Z].*\.$/],
  ["follow_up_question", /^[A-Z].*\?$/],
  ["invoice_no", /^[A-Z]{3}-\d{4}$/],
  ["isbn", /^978-[\d-]+$/],
  ["duration", /^\d+ minutes$/],
  ["sql", /^SELECT .*;$/],
  ["sqlQuery", /^SELECT .*;$/],
  ["html", /^<[hp].*>$/],
  ["markdown", /^# /],
  ["json", /^\{".*\}$/],
  ["xml", /^<([a-z]+).*<\/\1>$/],
  ["css", /^\.[a-z]+ \{.*\}$/],
  ["source_code", /^def [a-z]+\(/],
  ["ssn", /^[1-6]\d\d-\d\d-\d{4}$/],
  ["credit_card_number", /^400000\d{10}$/],
  ["vorname", /^[A-Z][a-z]+$/],
  ["Prénom", /^[A-Z][a-z]+$/],
  ["straße", /^\d+ [A-Z0-9]/],
  ["correo_electrónico", /@example\./],
  ["Zusammenfassung", /^[A-Z].*\.$/],
  ["fechaDeNacimiento", /^(?:19|20)\d\d-\d\d-\d\d$/],
  ["precio", /^\d+\.\d\d$/],
  ["montant_total", /^\d+\.\d\d$/],
])("a string named %s looks like one", (name, pattern) => {
  const values = valuesOf(name, { type: "string" });
  expect(values.filter((value) => !pattern.test(String(value)))).toEqual([]);
  expect(new Set(values).size).toBeGreaterThan(1);
});

test.each([
  ["city", "cities"],
  ["country_of_origin", "countries"],
  ["keywords", "keywords"],
  ["topics", "topics"],
  ["overallSentiment", "sentiments"],
  ["risk_level", "levels"],
  ["jobTitle", "jobs"],
  ["product_name", "products"],
  ["company", "firms"],
  ["currency", "currencies"],
  ["mime_type", "mimeTypes"],
  ["timezone", "timezones"],
  ["pros", "strengths"],
  ["cons", "weaknesses"],
  ["Stadt", "cities"],
  ["ville", "cities"],
  ["país", "countries"],
  ["Stimmung", "sentiments"],
  ["catégorie", "categories"],
  ["empresa", "firms"],
  ["palabras_clave", "keywords"],
  ["titolo", "titles"],
  ["moeda", "currencies"],
] as const)("a string named %s is one of the %s", (name, list) => {
  const values = valuesOf(name, { type: "array", items: { type: "string" } }).flat();
  expect(values.filter((value) => !(LISTS[list] ?? pool(list)).includes(String(value)))).toEqual(
    [],
  );
});

test.each([
  ["age", "integer", 18, 80],
  ["latitude", "number", -80, 80],
  ["confidence", "number", 0, 1],
  ["confidenceScore", "integer", 0, 100],
  ["totalPrice", "number", 10, 2000],
  ["numberOfPages", "integer", 0, 50],
  ["percentage", "number", 0, 100],
  ["star_ratings", "integer", 1, 5],
  ["birthYear", "integer", 1950, 2006],
  ["bmi", "number", 18, 35],
  ["page", "integer", 1, 9],
  ["total_pages", "integer", 10, 40],
  ["pages", "integer", 100, 900],
  ["Einzelpreis", "number", 1, 500],
  ["edad", "integer", 18, 80],
  ["quantité", "integer", 1, 20],
])("a number named %s is plausible", (name, type, min, max) => {
  const values = valuesOf(name, { type }).map(Number);
  expect(values.filter((value) => value < min || value > max)).toEqual([]);
});

test("a price has at most two decimals", () => {
  const values = valuesOf("unit_price", { type: "number" });
  expect(values.filter((value) => !/^\d+(?:\.\d\d?)?$/.test(String(value)))).toEqual([]);
});

test("a scale has the schema's bounds", () => {
  const values = valuesOf("score", { type: "integer", minimum: 200, maximum: 210 });
  expect([...new Set(values)].sort()).toEqual(Array.from({ length: 11 }, (_, i) => 200 + i));
});

test("a start precedes its end", () => {
  const [starts, ends] = ["start_date", "endDate"].map((name) =>
    valuesOf(name, { type: "string", format: "date" }).map(String).sort(),
  );
  expect(String(starts?.at(-1)) < String(ends?.[0])).toBe(true);
});

describe("a name", () => {
  test("depends on the property that contains it", () => {
    const holder = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
    const namesIn = (key: string, schema: JsonObject): string[] =>
      valuesOf(key, schema).flatMap((it) => (it as JsonObject[]).map(({ name }) => String(name)));
    const list = { type: "array", items: holder };
    expect(namesIn("vendors", list).filter((name) => !pool("firms").includes(name))).toEqual([]);
    expect(namesIn("employees", list).filter((name) => !NAME.test(name))).toEqual([]);
    expect(namesIn("gizmos", list).filter((name) => !pool("names").includes(name))).toEqual([]);
  });

  test("depends on the schema's title", () => {
    const values = valuesOf("name", { type: "string" }, { title: "Product" });
    expect(values.filter((name) => !pool("products").includes(String(name)))).toEqual([]);
  });
});

test.each([
  ["ISO 4217 currency code", /^[A-Z]{3}$/],
  ["The customer's e-mail", /@/],
  ["Day of the visit, as YYYY-MM-DD", DATE],
  ["A short summary of the email", /^[A-Z].*\.$/],
  ["One of 'red', 'green' or \"blue\"", /^(?:red|green|blue)$/],
  ["UUID of the record", /^[0-9a-f]{8}-/],
])("a description counts if the name says nothing: %s", (description, pattern) => {
  const values = valuesOf("zzz", { type: "string", description });
  expect(values.filter((value) => !pattern.test(String(value)))).toEqual([]);
});

test("a range in a description takes precedence over the name", () => {
  const schema = { type: "number", description: "Rating on a scale from 0 to 10" };
  const values = valuesOf("stars", schema).map(Number);
  expect(values.filter((value) => value < 0 || value > 10)).toEqual([]);
  expect(Math.max(...values)).toBeGreaterThan(5);
});

test("a short string is complete, not a long one cut off", () => {
  expect(valuesOf("country", { type: "string", maxLength: 2 }).sort()).toEqual(
    valuesOf("country_code", { type: "string" }).sort(),
  );
  const summaries = valuesOf("summary", { type: "string", maxLength: 60 });
  const isWhole = (text: string): boolean =>
    /^[A-Z].*\.$/.test(text) || prose.keywords.includes(text);
  expect(summaries.filter((text) => !isWhole(String(text)))).toEqual([]);
});

test("sentences end in time for a pattern that counts their words", () => {
  const pattern = "^(?:\\S+\\s+){0,24}\\S+$";
  const summaries = valuesOf("summary", { type: "string", maxLength: 500, pattern });
  expect(summaries.filter((text) => !/^[A-Z].*\.$/.test(String(text)))).toEqual([]);
});
