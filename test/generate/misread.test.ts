import { expect, test } from "@jest/globals";
import type { JsonObject, JsonValue } from "../../src/core/json.ts";
import { rowsFor } from "./examples/values.ts";

const text: JsonObject = { type: "string" };
const date: JsonObject = { ...text, format: "date" };
const flag: JsonObject = { type: "boolean" };
const number: JsonObject = { type: "number" };
const whole: JsonObject = { type: "integer" };
const scale: JsonObject = { ...number, minimum: 0, maximum: 10 };
const rating: JsonObject = { ...whole, minimum: 1, maximum: 5 };

type Misread = readonly [name: string, schema: JsonObject, input: string, wrong: JsonValue];

const MISREAD: readonly Misread[] = [
  // What is another's word, a wish, a condition, or denied in some other way.
  ["refundable", flag, "They told me it is refundable, but it isn't.", true],
  ["urgent", flag, "It's hardly urgent.", true],
  ["urgent", flag, "If it becomes urgent, I'll call.", true],
  ["delivered", flag, "It should have been delivered yesterday.", true],
  ["is_open", flag, "Please open the attached file.", true],
  ["has_warranty", flag, "The warranty has expired.", true],
  ["garage", flag, "There is no balcony, garage or cellar.", true],
  ["furnished", flag, "The flat is furnished. The studio isn't furnished.", true],
  // Parts of amounts, and amounts of other kinds.
  ["price", number, "It costs $0.0045 a token.", 0],
  ["price", number, "It costs $0.999 a litre.", 1],
  ["price", number, "It costs $1e999.", 1],
  ["balance", number, "Balance: -$50.", 50],
  ["salary", number, "The rent is €900.", 900],
  ["monthly_rent", number, "The yearly rent is $12,000.", 12_000],
  ["budget", number, "Our budget is between $500 and $800.", 500],
  ["max_price", number, "The price is at least $800.", 800],
  ["min_price", number, "We pay a price of up to $800.", 800],
  ["price_usd", number, "It costs 50 EUR.", 50],
  ["price", { ...number, description: "Price in euros" }, "It costs $50.", 50],
  ["discount_percent", number, "We got a discount of $15.", 15],
  ["tax", text, "Sales tax 8.25% $4.12", "8.25"],
  ["salary", text, "The salary is $80,000.50.", "80001"],
  ["price", text, "It costs $0.0045 a token.", "0.00"],
  ["price", { ...text, description: "Whether it is low, fair, or high" }, "It costs $50.", "50.00"],
  ["cost", { ...text, description: "Two sentences on the cost" }, "It costs $50.", "50.00"],
  ["flight_number", text, "QF1 SYD-SIN 2025-08-30", "SIN 2025-08-30"],
  // Numbers in other units, of other things, or denied.
  ["weight_kg", number, "It has a weight of 500 g.", 500],
  ["duration_minutes", number, "The duration is 2 hours.", 2],
  ["size_mb", number, "It has a size of 5 GB.", 5],
  ["distance_km", number, "The distance is 5 miles.", 5],
  ["rooms", whole, "Room 204 is dirty.", 204],
  ["error_count", whole, "I get error 404.", 404],
  ["children", whole, "My children are 5 and 7.", 5],
  ["nights", whole, "We don't want 3 nights.", 3],
  ["passengers", whole, "No passengers were hurt.", 0],
  ["year", whole, "Order 1999 was shipped.", 1999],
  ["birth_year", whole, "She earns 45,000 dollars.", 45_000],
  ["age", whole, "A 45-year-old nurse with a son aged 12.", 12],
  ["age", whole, "My laptop is an MX5 yo, I am a teacher.", 5],
  ["age", whole, "A las 10 yo ya estaba en casa.", 10],
  ["age", whole, "Necesito 2 y/o 3 habitaciones.", 2],
  ["rating", rating, "Rating: 80%.", 5],
  ["rating", rating, "Three out of five boxes were empty.", 3],
  ["rating", rating, "The hotel was full. Three out of five from our group got sick.", 3],
  ["rating", rating, "Nobody helped. One out of five, maybe, answers calls.", 1],
  ["rating", rating, "Five stars for the food. One star for the service.", 5],
  ["rating", rating, "They promised a lot. Five stars, they said. I give it one star.", 5],
  ["rating", rating, "It was horrible. Five stars from the guidebook meant nothing.", 5],
  ["rating", scale, "Rating: 8%.", 8],
  ["rating", scale, "Rating: 7 / 20.", 7],
  ["rating", scale, "Rating: 6+.", 6],
  ["rating", rating, "Rating: 4th best in town.", 4],
  ["rating", rating, "Rating: 4k reviews.", 4],
  ["rating", rating, "Rating: 4-5.", 4],
  ["rating", rating, "Rating: 3 weeks of waiting.", 3],
  ["rating", rating, "Ratings: 3, 4, 5.", 3],
  ["rating", rating, "Ann, rating: 4. Ben, rating: 2.", 4],
  ["rating", rating, "Last year's rating: 5.", 5],
  ["rating", scale, "Age rating: 7.", 7],
  ["food_rating", rating, "Service rating: 2.", 2],
  ["rating", rating, "I would not give 5 stars.", 5],
  ["rating", rating, "A 5 star hotel with a bad kitchen.", 5],
  ["rating", rating, "2 out of 5 items were broken.", 2],
  ["rating", rating, "It arrived on 4/5.", 4],
  ["color", { enum: ["red", "green", "blue"] }, "It isn't red.", "red"],
  ["priority", { enum: ["low", "medium", "high"] }, "This is not a high priority.", "high"],
  ["tax", number, "There is 19% tax on $100.", 100],
  ["children", whole, "One of the children is ill.", 1],
  ["latitude", number, "It is at 95.1234, 12.3456.", 95.1234],
  ["temperature_celsius", number, "The temperature is 70 F.", 70],
  // Words that only start like months, and dates of other events.
  ["date", date, "The top 10 markets 2025 were quiet.", "2025-03-10"],
  ["date", date, "They need 3 separate 2024 audits.", "2024-09-03"],
  ["due_date", date, "Born on 1990-05-04.", "1990-05-04"],
  ["order_date", date, "It was delivered on 2025-05-04.", "2025-05-04"],
  // Numbers of other kinds.
  ["phone", text, "My order number is 0171 2345678.", "0171 2345678"],
  ["phone", text, "My IBAN is DE89 3704 0044 0532 0130 00.", "0532 0130 00"],
  ["phone", text, "It costs 250 000 000 pesos.", "250 000 000"],
  ["phone", text, "It was on 01 02 2025.", "01 02 2025"],
  ["phone", text, "Fax: +49 30 7654321", "+49 30 7654321"],
  ["fax", text, "Phone: +49 30 7654321", "+49 30 7654321"],
  ["order_number", text, "Call +491712345678 now.", "491712345678"],
  ["order_number", text, "My phone is 01712345678.", "01712345678"],
  ["ticket_id", text, "COVID-19 made it hard.", "COVID-19"],
  ["reference", text, "I like the WW2 museum.", "WW2"],
  ["telefonnummer", text, "Meine Bestellnummer lautet HV-22-88.", "HV-22-88"],
  ["hausnummer", text, "Hausnummer 12, Vertrag HV-22-88.", "HV-22-88"],
];

test.each(MISREAD)("%s: an input doesn't state it (%#)", async (name, schema, input, wrong) => {
  const rows = await rowsFor({ [name]: schema }, input, { count: 40 });
  expect(rows.filter((row) => row[name] === wrong).length).toBeLessThan(36);
});

type Read = readonly [name: string, schema: JsonObject, input: string, value: JsonValue];

const READ: readonly Read[] = [
  ["parking", flag, "Parking: none.", false],
  ["smoking", flag, "Smoking is prohibited.", false],
  ["breakfast_included", flag, "Breakfast isn't included.", false],
  ["paid", flag, "The bill hasn’t been paid.", false],
  ["injured", flag, "Nobody was injured.", false],
  ["breakfast_requested", flag, "Breakfast, please.", true],
  ["age", whole, "71 yo male with a cough.", 71],
  ["age", whole, "Female, 38, presents with a rash.", 38],
  ["age", whole, "The patient is 62 y/o.", 62],
  ["birth_year", whole, "He was born in 1650.", 1650],
  ["founded_year", whole, "The brewery was founded in 1650.", 1650],
  ["rating", rating, "It broke quickly. Two stars.", 2],
  ["rating", rating, "The battery died. Three stars from me.", 3],
  ["rating", rating, "Fine, but loud. Three out of five.", 3],
  ["rating", rating, "Rating: 4. The rest is fine.", 4],
  ["rating", rating, "My rating: 4, because it works.", 4],
  ["rating", rating, "- Name: Bob\n- Rating: 4\n- City: Rome", 4],
  ["rating", { ...whole, minimum: 0, maximum: 100 }, "Rating: 80 out of 100.", 80],
  ["food_rating", rating, "Food rating: 4. Service rating: 2.", 4],
  ["puntuacion", scale, "Muy mal. Nota: 2 sobre 10.", 2],
  ["puntuacion", scale, "Estuvo bien. Puntuación: 6,5.", 6.5],
  ["versicherungsnummer", text, "Meine Versicherungsnummer lautet HV-22-88.", "HV-22-88"],
  ["price", number, "It costs $0.999 a litre.", 0.999],
  ["nights", whole, "Not 3 nights, but 4 nights.", 4],
  ["duration_minutes", number, "Duration: 90 minutes", 90],
  ["rooms", whole, "We need 3 rooms.", 3],
  ["date", date, "It ends on Sept. 4, 2025.", "2025-09-04"],
  ["date", date, "Am 4. März 2025.", "2025-03-04"],
  ["order_date", date, "Ordered on 2025-05-04.", "2025-05-04"],
  ["birth_date", date, "Born on 1990-05-04.", "1990-05-04"],
  ["fax", text, "Phone: +49 30 1234567, fax: +49 30 7654321", "+49 30 7654321"],
  ["website", { ...text, format: "uri" }, "See https://example.org/.", "https://example.org/"],
];

test.each(READ)("%s: an input states it (%#)", async (name, schema, input, value) => {
  for (const row of await rowsFor({ [name]: schema }, input, { count: 12 }))
    expect(row).toEqual({ [name]: value });
});

test("the ends of a range are found beside another amount", async () => {
  const properties = { min_price: number, max_price: number };
  const rows = await rowsFor(properties, "A fee of $20. Prices from $500 to $800.", { count: 12 });
  for (const row of rows) expect(row).toEqual({ min_price: 500, max_price: 800 });
});

test("a value that the input states for another property isn't the property's, too", async () => {
  const [quantity, unit_price, total] = [whole, number, number];
  const prices = await rowsFor({ quantity, unit_price, total }, "3 units at $20 each.");
  expect(new Set(prices.map((row) => row["unit_price"]))).toEqual(new Set([20]));
  expect(prices.filter((row) => row["total"] === 20).length).toBeLessThan(10);
  const dates = await rowsFor({ order_date: date, ship_date: date }, "Shipped on 2025-05-01.");
  for (const row of dates) expect(row["order_date"]).not.toBe(row["ship_date"]);
});

test("a list doesn't have the same phone number in two notations", async () => {
  const phones = { type: "array", minItems: 3, items: text };
  for (const row of await rowsFor({ phones }, "Call +49 170 1234567.")) {
    const plain = (row["phones"] as string[]).map((it) => it.replace(/[^+\d]/g, ""));
    expect(plain.filter((it) => it === "+491701234567")).toEqual(["+491701234567"]);
  }
});

test("rows can have properties with very long names", async () => {
  const [row = {}] = await rowsFor({ ["x".repeat(100_000)]: text }, "xxxx 5", { count: 1 });
  expect(Object.keys(row)).toHaveLength(1);
});
