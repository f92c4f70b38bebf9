import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../src/core/json.ts";
import { createRowGenerator } from "../../src/generate/generator.ts";
import { type RowCase, rowsFor } from "./examples/values.ts";
import { settings } from "./settings.ts";

const text: JsonObject = { type: "string" };
const date: JsonObject = { ...text, format: "date" };
const number: JsonObject = { type: "number", minimum: 0 };
const whole: JsonObject = { type: "integer", minimum: 0 };

const CASES: readonly RowCase[] = [
  [
    "amounts with their purpose after them",
    { monthly_rent: number, deposit: number },
    "A rent of $2,400 per month and $500 for the deposit.",
    { monthly_rent: 2400, deposit: 500 },
  ],
  [
    "an amount with no other property that asks for one",
    { title: text, ticketPrice: number },
    "Join our pottery workshop! £45 including materials.",
    { ticketPrice: 45 },
  ],
  [
    "the date that isn't the other property's",
    { incident_date: date, reported_date: date },
    "Hit at a traffic light on 2025-04-10, reported to you on 2025-04-12.",
    { incident_date: "2025-04-10", reported_date: "2025-04-12" },
  ],
  [
    "a code of a word that starts like another property's",
    { policy_number: text, police_report_number: text },
    "My policy is POL-4471902.",
    { policy_number: "POL-4471902" },
  ],
  [
    "the only date for the only property that asks for one",
    { delivery_date: date, delivery_time: text },
    "Please bring it on 2025-05-20.",
    { delivery_date: "2025-05-20" },
  ],
  [
    "an amount beside a value",
    { item: text, estimated_value: number },
    "Value approx. £400, found in line 3.",
    { estimated_value: 400 },
  ],
  [
    "the price of a night",
    { price_per_night: number },
    "We need a room for 4 nights at €180 per night.",
    { price_per_night: 180 },
  ],
  [
    "millions",
    { deal_value: number },
    "We agreed on a deal value of $1.1M.",
    { deal_value: 1_100_000 },
  ],
  [
    "an amount in millions",
    { amount_millions: number },
    "The startup has raised €12.5 million in a seed round.",
    { amount_millions: 12.5 },
  ],
  [
    "what an input states in place of examples and defaults",
    {
      invoice: { ...text, examples: ["INV-00001"] },
      email: { ...text, format: "email", default: "" },
    },
    "Please send invoice INV-30482 to ann@example.org.",
    { invoice: "INV-30482", email: "ann@example.org" },
  ],
  [
    "the bill",
    { party_size: whole, total_bill: number },
    "The bill came to £86, and the waiter was rude.",
    { total_bill: 86 },
  ],
  [
    "a label in the plural",
    { session: { enum: ["afternoon", "full_day", "morning"] } },
    "We need mornings only.",
    { session: "morning" },
  ],
];

test.each(CASES)("a row has %s", async (_, properties, input, expected) => {
  const rows = await rowsFor(properties, input, { count: 12 });
  for (const row of rows) expect(row).toMatchObject(expected);
});

test("an address that a string states once isn't both the sender's and the recipient's", async () => {
  const email: JsonObject = { ...text, format: "email" };
  for (const row of await rowsFor(
    { sender_email: email, recipient_email: email },
    "Hi from a@x.co",
  ))
    expect(row).toEqual({
      sender_email: "a@x.co",
      recipient_email: expect.not.stringMatching("a@x"),
    });
});

test("rows for long inputs, and long lists, don't take long", async () => {
  const before = process.cpuUsage();
  await rowsFor({ nights: whole, rooms: whole }, `Nights ${"1.".repeat(500_000)}`, { count: 2 });
  const codes = Array.from({ length: 800 }, (_, i) => `A${i}`).join(" ");
  const items = { ...text, pattern: "^[A-Z]\\d+$" };
  await rowsFor({ codes: { type: "array", minItems: 3000, items } }, codes, { count: 2 });
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(5);
});

test("an optional property is present if the input states its value", async () => {
  const jsonSchema = { type: "object", properties: { account_number: text, fax: text } };
  const generator = await createRowGenerator({ ...settings, randomSeedPerInput: true, jsonSchema });
  const rows = Array.from({ length: 20 }, (_, i) =>
    JSON.parse(generator.row(i, "My account 77120934 doesn't work.").output),
  );
  expect(new Set(rows.map((row) => row.account_number))).toEqual(new Set(["77120934"]));
  expect(rows.filter((row) => row.fax === undefined).length).toBeGreaterThan(0);
});

test("a price isn't in millions because its description starts with them", async () => {
  const price = { ...number, description: "Millions of customers pay this price." };
  const [row] = await rowsFor({ price }, "It costs €49.", { count: 1 });
  expect(row).toEqual({ price: 49 });
});

test("an amount that the input states is of no particular item in a list", async () => {
  const lines = {
    type: "array",
    minItems: 3,
    items: { type: "object", properties: { amount: number }, required: ["amount"] },
  };
  const rows = await rowsFor({ lines }, "The amount is €600,000.", { count: 12 });
  expect(rows.filter((row) => JSON.stringify(row).includes("600000"))).toEqual([]);
});

test("terms follow a stated result, and differences aren't negative", async () => {
  const total = { ...number, description: "fare plus taxes" };
  const stated = await rowsFor({ fare: number, taxes: number, total }, "Total EUR 1,420.", {
    count: 12,
  });
  for (const { fare, taxes, total } of stated)
    expect([total, Number(fare) + Number(taxes)]).toEqual([1420, expect.closeTo(1420, 1)]);
  const due = { type: "number", description: "fee minus scholarship" };
  const drawn = await rowsFor({ fee: number, scholarship: number, due }, "Hello.", { count: 12 });
  for (const row of drawn) expect(row["due"]).toBeGreaterThanOrEqual(0);
});
