import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "../../src/core/json.ts";
import { objectOf, rowsFor } from "./examples/values.ts";

const INVOICE =
  "Invoice INV-2024-001 of 2024-03-15: subtotal €1,200.00, tax €228.00, total €1,428.00. " +
  "Due 2024-04-14. Questions: billing@acme.example or https://acme.example/help?id=7.";

const text: JsonObject = { type: "string" };
const date: JsonObject = { ...text, format: "date" };
const STAY = "Booking BA119372, check-in 2025-02-01, check-out 2025-02-03.";
const number: JsonObject = { type: "number", exclusiveMinimum: 0 };

async function valuesOf(name: string, schema: JsonObject, input: string): Promise<unknown[]> {
  const rows = await rowsFor({ [name]: schema }, input, { count: 12 });
  return [...new Map(rows.map((row) => [JSON.stringify(row[name]), row[name]])).values()];
}

test("a value is mostly null if the input may not state it, and doesn't", async () => {
  const description = "Number of users affected, null if the ticket doesn't say";
  const users = { anyOf: [{ type: "integer" }, { type: "null" }], description };
  const rows = await rowsFor({ affected_users: users }, "The export is broken.", { count: 100 });
  const missing = rows.filter((row) => row["affected_users"] === null);
  expect(missing.length).toBeGreaterThan(65);
  expect(missing.length).toBeLessThan(95);
});

test("a value isn't mostly null if its description says what it is without a statement", async () => {
  const description = "Quantity; 1 if the customer doesn't say";
  const quantity = { anyOf: [{ type: "integer" }, { type: "null" }], description };
  const rows = await rowsFor({ quantity }, "The export is broken.", { count: 100 });
  expect(rows.filter((row) => row["quantity"] === null).length).toBeLessThan(50);
});

describe("a value that the input states is certain if the schema asks for it", () => {
  test.each<[string, JsonObject, string, unknown]>([
    ["email", text, INVOICE, "billing@acme.example"],
    ["contact", { ...text, format: "email" }, INVOICE, "billing@acme.example"],
    ["url", text, INVOICE, "https://acme.example/help?id=7"],
    ["page", { ...text, format: "uri" }, INVOICE, "https://acme.example/help?id=7"],
    ["invoice_number", text, INVOICE, "INV-2024-001"],
    ["reference", { ...text, pattern: "^[A-Z]{3}-\\d{4}-\\d{3}$" }, INVOICE, "INV-2024-001"],
    ["due_date", { ...text, format: "date" }, INVOICE, "2024-04-14"],
    ["invoice_date", text, INVOICE, "2024-03-15"],
    ["tax", number, INVOICE, 228],
    ["total", number, INVOICE, 1428],
    ["total_cents", { type: "integer" }, "Total: $45.50", 4550],
    ["total", number, "The taxi was $45.50.", 45.5],
    ["total", number, "Total (incl. tax): $45.50", 45.5],
    ["total", number, "Die Summe inkl. Versand beträgt 45,50 €.", 45.5],
    ["price", number, "The kettle costs 1.299,50 € at the moment.", 1299.5],
    ["currency", { enum: ["USD", "EUR", "GBP"] }, INVOICE, "EUR"],
    ["currency", { ...text, pattern: "^[A-Z]{3}$" }, "It was £12.", "GBP"],
    ["order_id", text, "Where is order #4711?", "4711"],
    ["at", { ...text, format: "date-time" }, "Log 2024-05-01T10:00:00Z", "2024-05-01T10:00:00Z"],
    [
      "raised_at",
      { ...text, format: "date-time" },
      "2024-05-01T10:00:00Z hot",
      "2024-05-01T10:00:00Z",
    ],
    [
      "invoice_number",
      { ...text, description: "As printed, e.g. INV-2024-0012" },
      "Maple Ltd., invoice no. RC-1187, 10 boxes of paper.",
      "RC-1187",
    ],
    ["invoice_date", { ...text, format: "date" }, "Rechnung vom 2025-02-11", "2025-02-11"],
    ["due_date", text, "Rechnung vom 2025-02-11, zahlbar bis 2025-03-13", "2025-03-13"],
    ["currency", { enum: ["PLN", "EUR"] }, "Razem: PLN 3,997.50", "PLN"],
    ["order_number", text, "注文番号はSO-55862です", "SO-55862"],
    ["invoice_number", text, "Rechnung Nr. RE-2024-0815", "RE-2024-0815"],
    ["amount_in_dispute", number, "I was charged $49.99 twice for #88213.", 49.99],
    [
      "contact",
      { anyOf: [{ ...text, format: "email" }, { type: "null" }] },
      INVOICE,
      "billing@acme.example",
    ],
    ["amount", { type: ["number", "null"] }, "It was £12.", 12],
    ["language", text, "Wo ist mein Paket und wann kommt es?", "German"],
    ["language", text, "row 17", "English"],
    [
      "language",
      { ...text, description: "Language of the text, e.g. 'en'" },
      "Wo ist mein Paket und wann kommt es?",
      "de",
    ],
    ["check_in", date, STAY, "2025-02-01"],
    ["check_out", date, STAY, "2025-02-03"],
    ["check_out", date, "Checked in on 2024-01-01, checked out on 2024-01-02", "2024-01-02"],
    ["meeting_date", date, "Sync on 2024-04-10. Next meeting: 2024-04-24.", "2024-04-10"],
    ["next_meeting", date, "Am 2024-02-20. Die nächste Sitzung: 2024-03-05.", "2024-03-05"],
    ["deadline", date, "Bitte bis 2024-09-30 melden.", "2024-09-30"],
    ["icd10", { ...text, pattern: "^[A-Z]\\d{2}(\\.\\d+)?$" }, "Appendectomy (K35.80).", "K35.80"],
    ["version", { ...text, pattern: "^\\d+\\.\\d+\\.\\d+$" }, "バージョン5.2.1です。", "5.2.1"],
    ["refund_amount", number, "Ich erwarte eine Rückerstattung von 240,00 EUR.", 240],
    ["ticket_price", number, "Ich habe leider 24,50 EUR bezahlt und nichts bekommen.", 24.5],
    ["customs_value", number, "Declared customs value: 214.00 USD", 214],
    ["total", number, "Subtotal 29.00, VAT 2.90, total 31.90 EUR", 31.9],
    ["advance_paid", number, "Total 940.00 CHF. I got an advance of 300.00 CHF.", 300],
    ["email", text, "报告人邮箱:secteam@hengda.example。目前", "secteam@hengda.example"],
  ])("%s, as %j", async (name, schema, input, expected) => {
    expect(await valuesOf(name, schema, input)).toEqual([expected]);
  });
});

describe("a value that the schema doesn't unmistakably ask for is drawn", () => {
  test.each<[string, JsonObject, string]>([
    ["birth_date", { ...text, format: "date" }, INVOICE],
    ["shipping_fee", number, INVOICE],
    ["zip_code", text, INVOICE],
    ["name", text, INVOICE],
    ["price", number, "It is $10 or $20."],
    ["quantity", { type: "integer" }, "It costs $10."],
    ["total", number, "Net: $10"],
    ["amount", number, "The tax was $12."],
    ["tracking_number", text, "Where is order #4711?"],
    ["device_id", text, "Device since 2024-03-30T22:40:10Z, 1,450 times, v2.114.1"],
    ["linkedin_url", text, "My portfolio: https://portfolio.example/mcosta"],
    ["next_meeting", date, "The meeting was on 2024-04-10."],
    ["resolved_at", date, "Detected on 2024-04-10, still open."],
    ["deposit", number, "Die Miete beträgt 950,00 EUR im Monat, und das ist nicht wenig."],
    ["version", text, "It costs 240.00 now."],
    ["languages_spoken", text, "Wo ist mein Paket und wann kommt es?"],
  ])("%s, as %j", async (name, schema, input) => {
    expect((await valuesOf(name, schema, input)).length).toBeGreaterThan(3);
  });
});

test("a stated value that the schema doesn't allow is ignored", async () => {
  const short = { ...text, format: "email", maxLength: 15 };
  expect(await valuesOf("email", short, INVOICE)).not.toContain("billing@acme.example");
  const low = { type: "number", maximum: 100 };
  expect(await valuesOf("total", low, INVOICE)).not.toContain(1428);
});

test("an input of a million numbers is read as far as others", async () => {
  const rows = await rowsFor({ price: number }, "1 ".repeat(1_000_000), { count: 2 });
  expect(rows.map(({ price }) => typeof price)).toEqual(["number", "number"]);
});

test("a list has all values that the input states, and no others", async () => {
  const emails: JsonObject = { type: "array", items: { type: "string", format: "email" } };
  const lists = await valuesOf("emails", emails, "Ask jo@acme.example or support@acme.example.");
  const both = ["jo@acme.example", "support@acme.example"];
  expect(lists).toContainEqual(both);
  expect(lists.flat().filter((email) => !both.includes(String(email)))).toEqual([]);
});

test("a list of all stated values is mostly empty if the input states none", async () => {
  const emails = { type: "array", items: { type: "string", format: "email" } };
  const rowsOf = async (description: string): Promise<number> => {
    const rows = await rowsFor({ emails: { ...emails, description } }, "Call me.", { count: 200 });
    return rows.filter((row) => Array.isArray(row["emails"]) && row["emails"].length === 0).length;
  };
  const empty = await rowsOf("All email addresses mentioned in the text.");
  expect(empty).toBeGreaterThan(130);
  expect(empty).toBeLessThan(190);
  expect(await rowsOf("Email addresses of the team.")).toBeLessThan(40);
});

test("a value is mostly null if its description says so and the input doesn't state it", async () => {
  const description = "URL of the document, if given";
  const uri: JsonObject = { type: "string", format: "uri" };
  const schema: JsonObject = { description, anyOf: [uri, { type: "null" }] };
  const count = 200;
  const rows = await rowsFor({ source: schema }, "No link here.", { count });
  const nulls = rows.filter(({ source }) => source === null).length;
  expect(nulls).toBeGreaterThan(count * 0.7);
  expect(nulls).toBeLessThan(count * 0.9);
  const given = await valuesOf("source", schema, "See https://acme.example/a");
  expect(given).toContain("https://acme.example/a");
});

test("a stated value belongs to one item of a list, and to one of several objects", async () => {
  const item: JsonObject = objectOf({ sku: { ...text, pattern: "^[A-Z]{3}-\\d{3}$" } });
  const items = { type: "array", minItems: 3, maxItems: 3, items: item };
  const rows = await rowsFor({ items }, "3 x KTL-204 and 1 x LMP-118.");
  for (const row of rows) {
    const skus = (row["items"] as JsonObject[]).map(({ sku }) => sku);
    expect([...skus.slice(0, 2), new Set(skus).size]).toEqual(["KTL-204", "LMP-118", 3]);
  }
});

describe("of several objects with an address, the one that the input names has it", () => {
  const party = objectOf({ email: { ...text, format: "email" } });

  test.each([
    ["The tenant can be reached at a@x.example.", [undefined, "a@x.example"]],
    ["Contact du locataire : a@x.example.", [undefined, "a@x.example"]],
    ["Landlord contact: a@x.example.", ["a@x.example", undefined]],
    ["Tenant: a@x.example. Landlord: b@x.example.", ["b@x.example", "a@x.example"]],
    ["Write to a@x.example or b@x.example.", ["a@x.example", "b@x.example"]],
  ])("%s", async (input, expected) => {
    const rows = await rowsFor({ landlord: party, tenant: party }, input);
    for (const row of rows) {
      const emails = ["landlord", "tenant"].map((key) => (row[key] as JsonObject)["email"]);
      expect(emails.map((it) => (input.includes(String(it)) ? it : undefined))).toEqual(expected);
    }
  });
});

test("a day that the input states twice is the start and the end", async () => {
  const input = "Admit: 2024-10-02. Discharge: 2024-10-02 (same day).";
  const rows = await rowsFor({ admission_date: date, discharge_date: date }, input);
  expect(rows.every((row) => Object.values(row).join() === "2024-10-02,2024-10-02")).toBe(true);
});

test("a total without a tax in the input has a part for it", async () => {
  const amounts = { subtotal: number, tax: number, total: number };
  for (const input of ["Lunch. Total $64.83, by card.", "Montant : 64,83 EUR pour le repas."]) {
    const rows = await rowsFor(amounts, input);
    expect(rows.filter(({ total }) => total !== 64.83)).toEqual([]);
    const sums = rows.map((row) => Number(row["subtotal"]) + Number(row["tax"]));
    expect(sums.filter((sum) => Math.abs(sum - 64.83) > 0.005)).toEqual([]);
  }
});

test("amounts in strings are those that the input states, and not those of an item", async () => {
  const properties = { subtotal: text, tax: text, total: text };
  const line = { ...text, description: "Total of the line" };
  const item = { type: "object", properties: { total: line }, required: ["total"] };
  const items = { type: "array", items: item, minItems: 1 };
  const receipt = "1 lamp $49.93, subtotal $49.93, sales tax 8.25% $4.12, total $54.05. Thank you!";
  const rows = await rowsFor({ items, ...properties }, receipt);
  const stated = { subtotal: "49.93", tax: "4.12", total: "54.05" };
  expect(rows.map(({ items: _, ...amounts }) => amounts)).toEqual(rows.map(() => stated));
  expect(rows.filter((row) => JSON.stringify(row["items"]).includes("54.05"))).toEqual([]);
});

test("an address has the state of its city", async () => {
  const address = { street: text, city: { enum: ["Boston", "Munich"] }, state: text };
  const drawn = await rowsFor(address, "Left the warehouse.");
  const pairs = new Set(drawn.map(({ city, state }) => `${city}, ${state}`));
  expect([...pairs].sort()).toEqual(["Boston, Massachusetts", "Munich, Bavaria"]);
});

test("a country code stays a code next to a city", async () => {
  const country_code = { ...text, description: "ISO 3166-1 alpha-2" };
  const rows = await rowsFor({ city: text, country_code }, "Left the warehouse.");
  expect(rows.filter((row) => !/^[A-Z]{2}$/.test(String(row["country_code"])))).toEqual([]);
});

test("a string has as many words as its description says", async () => {
  const body = { ...text, description: "Starts with 'Hi ', and has 60 to 120 words." };
  for (const row of await rowsFor({ body }, "Where is my order?", { count: 12 })) {
    const found = String(row["body"]);
    expect([found.slice(0, 3), found.split(" ").length]).toEqual(["Hi ", expect.any(Number)]);
    expect(found.split(" ").length).toBeGreaterThanOrEqual(60);
    expect(found.split(" ").length).toBeLessThanOrEqual(121);
  }
});

test.each([
  "Short summary of the 400-word essay",
  "Reason, if the text exceeds 500 words",
  "Summary, up to 1,500 words",
])("the number of words of something else is not asked for: %s", async (description) => {
  const [row] = await rowsFor({ note: { ...text, description } }, "We plan a trip.", { count: 1 });
  expect(String(row?.["note"]).split(" ").length).toBeLessThan(80);
});
