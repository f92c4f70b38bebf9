import { expect, test } from "@jest/globals";
import type { JsonObject, JsonValue } from "../../src/core/json.ts";
import { rowsFor } from "./examples/values.ts";

const text: JsonObject = { type: "string" };
const date: JsonObject = { ...text, format: "date" };
const number: JsonObject = { type: "number" };
const whole: JsonObject = { type: "integer" };

type Misread = readonly [name: string, schema: JsonObject, input: string, wrong: JsonValue];

const MISREAD: readonly Misread[] = [
  // Parts of amounts, and amounts of other kinds.
  ["price", number, "It costs $0.0045 a token.", 0],
  ["price", number, "It costs $0.999 a litre.", 1],
  ["price", number, "It costs $1e999.", 1],
  ["balance", number, "Balance: -$50.", 50],
  ["salary", number, "The rent is €900.", 900],
  ["budget", number, "Our budget is between $500 and $800.", 500],
  ["max_price", number, "The price is at least $800.", 800],
  ["min_price", number, "We pay a price of up to $800.", 800],
  ["price_usd", number, "It costs 50 EUR.", 50],
  ["price", { ...number, description: "Price in euros" }, "It costs $50.", 50],
  ["tax", text, "Sales tax 8.25% $4.12", "8.25"],
  ["salary", text, "The salary is $80,000.50.", "80001"],
  ["price", text, "It costs $0.0045 a token.", "0.00"],
  ["price", { ...text, description: "Whether it is low, fair, or high" }, "It costs $50.", "50.00"],
  ["cost", { ...text, description: "Two sentences on the cost" }, "It costs $50.", "50.00"],
  ["flight_number", text, "QF1 SYD-SIN 2025-08-30", "SIN 2025-08-30"],
  ["origin", { ...text, description: "Three-letter airport code" }, "The USA is ready.", "USA"],
  // Denied labels.
  ["color", { enum: ["red", "green", "blue"] }, "It isn't red.", "red"],
  ["priority", { enum: ["low", "medium", "high"] }, "This is not a high priority.", "high"],
  ["tax", number, "There is 19% tax on $100.", 100],
  // Dates of other events.
  ["due_date", date, "Born on 1990-05-04.", "1990-05-04"],
  ["order_date", date, "It was delivered on 2025-05-04.", "2025-05-04"],
  // Codes of other kinds.
  ["order_number", text, "Call +491712345678 now.", "491712345678"],
  ["order_number", text, "My phone is 01712345678.", "01712345678"],
  ["ticket_id", text, "COVID-19 made it hard.", "COVID-19"],
  ["reference", text, "I like the WW2 museum.", "WW2"],
  ["telefonnummer", text, "Meine Bestellnummer lautet HV-22-88.", "HV-22-88"],
  ["hausnummer", text, "Hausnummer 12, Vertrag HV-22-88.", "HV-22-88"],
  ["order_status", text, "My order SO-10023 is broken.", "SO-10023"],
  ["invoice_address", text, "Invoice INV-10023 is wrong.", "INV-10023"],
  ["city", { ...text, pattern: "\\S" }, "Order A-10023 from Jane.", "A-10023"],
  ["order_number", text, "Order total: $1200", "1200"],
  ["order_number", text, "Order date: 05/01/2024", "05/01/2024"],
  ["policy_number", text, "My policy has existed since 2019.", "2019"],
  ["iban", text, "IBAN: DE89 3704 0044 0532 0130 00", "DE89"],
  ["tax_id", text, "Tax ID: DE 811 907 980", "811"],
  ["order_number", text, "Order: ab-9123", "9123"],
  ["tracking_number", text, "Order number: AB-4711", "AB-4711"],
  ["email", text, "Write to jörg@x.example.", "rg@x.example"],
  ["email", text, "It needs react@18.2.0 to work.", "react@18.2.0"],
  ["total", number, "Sub-total: $50. The total follows.", 50],
  ["price", number, "It costs C$20.", 20],
  ["payment_date", date, "Invoice date: 2025-05-04.", "2025-05-04"],
  [
    "website",
    { ...text, format: "uri" },
    "I'm https://linkedin.com/in/x.",
    "https://linkedin.com/in/x",
  ],
];

test.each(MISREAD)("%s: an input doesn't state it (%#)", async (name, schema, input, wrong) => {
  const rows = await rowsFor({ [name]: schema }, input, { count: 40 });
  expect(rows.filter((row) => row[name] === wrong).length).toBeLessThan(36);
});

type Read = readonly [name: string, schema: JsonObject, input: string, value: JsonValue];

const READ: readonly Read[] = [
  ["versicherungsnummer", text, "Meine Versicherungsnummer lautet HV-22-88.", "HV-22-88"],
  ["price", number, "It costs $0.999 a litre.", 0.999],
  ["order_date", date, "Ordered on 2025-05-04.", "2025-05-04"],
  ["birth_date", date, "Born on 1990-05-04.", "1990-05-04"],
  ["website", { ...text, format: "uri" }, "See https://example.org/.", "https://example.org/"],
  ["customer_id", text, "Customer ID: 88123", "88123"],
  ["order_number", text, "I ordered 500 units, order number SO-10023.", "SO-10023"],
  ["vat", number, "VAT 20.00 GBP, total 120.00 GBP", 20],
  ["salary", number, "The salary is €50,000.", 50_000],
  ["rent", number, "Monthly rent: €900", 900],
  ["total", number, "Total TTC 600,00 €, TVA 100,00 €", 600],
  ["total", number, "Total 12 € TVA incluse", 12],
  ["geburtsdatum", date, "Geburtsdatum: 1990-05-04", "1990-05-04"],
  ["date", date, "Bestellung vom 2024-05-01", "2024-05-01"],
];

test.each(READ)("%s: an input states it (%#)", async (name, schema, input, value) => {
  for (const row of await rowsFor({ [name]: schema }, input, { count: 12 }))
    expect(row).toEqual({ [name]: value });
});

test.each([
  [["amount_due", "amount_paid"], "Amount paid: $20. Amount due: $30.", [30, 20]],
  [["budget", "cost"], "Cost: $100. Budget: $80.", [80, 100]],
  [["base_price", "final_price"], "Base price: $50 Final price: $54", [50, 54]],
  [["tax", "total"], "Total incl. tax: $605, tax: $105", [105, 605]],
])("%j are beside each other", async (names, input, expected) => {
  const properties = Object.fromEntries(names.map((name) => [name, number]));
  for (const row of await rowsFor(properties, input, { count: 12 }))
    expect(names.map((name) => row[name])).toEqual(expected);
});

test("a code isn't that of a sibling that asks for something else", async () => {
  const properties = { invoice_number: text, invoice_date: date, order_status: text };
  for (const row of await rowsFor(properties, "Invoice INV-1001 is open.", { count: 12 }))
    expect([row["invoice_number"], row["order_status"] === "INV-1001"]).toEqual([
      "INV-1001",
      false,
    ]);
});

test("each URL is that of the property before it", async () => {
  const url = { ...text, format: "uri" };
  const input = "Homepage: https://a.example/ Docs: https://b.example/docs";
  for (const row of await rowsFor({ homepage: url, docs_url: url }, input, { count: 12 }))
    expect(row).toEqual({ homepage: "https://a.example/", docs_url: "https://b.example/docs" });
});

test("an amount in an object is that of the object", async () => {
  const tax = { type: "object", properties: { amount: number }, required: ["amount"] };
  const rows = await rowsFor({ tax }, "The lamp costs $12.", { count: 12 });
  expect(rows.filter((row) => JSON.stringify(row["tax"]) === '{"amount":12}').length).toBeLessThan(
    6,
  );
});

test("a value that the input states for another property isn't the property's, too", async () => {
  const [quantity, unit_price, total] = [whole, number, number];
  const prices = await rowsFor({ quantity, unit_price, total }, "3 units at $20 each.");
  expect(new Set(prices.map((row) => row["unit_price"]))).toEqual(new Set([20]));
  expect(prices.filter((row) => row["total"] === 20).length).toBeLessThan(10);
  const dates = await rowsFor({ order_date: date, ship_date: date }, "Shipped on 2025-05-01.");
  for (const row of dates) expect(row["order_date"]).not.toBe(row["ship_date"]);
});

test("rows can have properties with very long names", async () => {
  const [row = {}] = await rowsFor({ ["x".repeat(100_000)]: text }, "xxxx 5", { count: 1 });
  expect(Object.keys(row)).toHaveLength(1);
});
