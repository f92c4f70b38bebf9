import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../src/core/json.ts";
import { createRowGenerator } from "../../src/generate/generator.ts";
import { type RowCase, rowsFor } from "./examples/values.ts";
import { settings } from "./settings.ts";

const text: JsonObject = { type: "string" };
const date: JsonObject = { ...text, format: "date" };
const clock: JsonObject = { ...text, pattern: "^\\d{2}:\\d{2}$" };
const flag: JsonObject = { type: "boolean" };
const number: JsonObject = { type: "number", minimum: 0 };
const whole: JsonObject = { type: "integer", minimum: 0 };
const sum: JsonObject = { ...number, description: "Sum of monthly_rent and utilities" };

const CASES: readonly RowCase[] = [
  [
    "amounts with their purpose after them",
    { monthly_rent: number, utilities: number, total_rent: sum },
    "$2,400 per month and $210 for utilities.",
    { monthly_rent: 2400, utilities: 210, total_rent: 2610 },
  ],
  [
    "an amount with no other property that asks for one",
    { title: text, ticketPrice: number },
    "Join our pottery workshop! £45 including materials.",
    { ticketPrice: 45 },
  ],
  [
    "a single amount as both ends of a salary",
    {
      salary: {
        type: "object",
        properties: { min: number, max: number },
        required: ["min", "max"],
      },
    },
    "We pay £12.50 an hour plus tips.",
    { salary: { min: 12.5, max: 12.5 } },
  ],
  [
    "a range whose first amount has the currency",
    { rate_min: number, rate_max: number },
    "Rate $85-95/hour.",
    { rate_min: 85, rate_max: 95 },
  ],
  [
    "the date that isn't the other property's",
    { incident_date: date, reported_date: date },
    "Hit at a traffic light on 2025-04-10, reported to you on 2025-04-12.",
    { incident_date: "2025-04-10", reported_date: "2025-04-12" },
  ],
  [
    "the date beside a period",
    { awarded_on: date, start_date: date, end_date: date },
    "The grant of 2026-01-15 runs from 2026-04-01 to 2028-03-31.",
    { awarded_on: "2026-01-15", start_date: "2026-04-01", end_date: "2028-03-31" },
  ],
  [
    "a code of a word that starts like another property's",
    { policy_number: text, police_report_number: text },
    "My policy is POL-4471902.",
    { policy_number: "POL-4471902" },
  ],
  [
    "a long number as a code",
    { tracking_number: text },
    "Your parcel 09981122334455 is on its way.",
    { tracking_number: "09981122334455" },
  ],
  [
    "numbers beside their properties' names",
    { servings: whole, prep_minutes: whole, cook_minutes: whole, calories_per_serving: whole },
    "Lasagne for 6 servings. Prep 15 minutes, cooking 45 minutes, 620 calories.",
    { servings: 6, prep_minutes: 15, cook_minutes: 45, calories_per_serving: 620 },
  ],
  [
    "numbers before and after names, with separators for thousands",
    { attendance: whole, yellow_cards: whole, area_sqm: number },
    "Attendance: 11,045. There were 3 yellow cards on 7.140 sqm.",
    { attendance: 11_045, yellow_cards: 3, area_sqm: 7140 },
  ],
  [
    "numbers with many decimals, and with signs",
    { latitude: { type: "number" }, longitude: { type: "number" } },
    "Seen at latitude 51.7520, longitude -1.2577.",
    { latitude: 51.752, longitude: -1.2577 },
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
    "a number of nights, and not the price of one",
    { nights: whole, price_per_night: number },
    "We need a room for 4 nights at €180 per night.",
    { nights: 4, price_per_night: 180 },
  ],
  [
    "numbers with the next number's name after them",
    { rooms: whole, beds: whole },
    "Rooms: 3 Beds: 6",
    { rooms: 3, beds: 6 },
  ],
  [
    "a number with three decimals",
    { weight_kg: number },
    "The weight is 0.125 kg.",
    { weight_kg: 0.125 },
  ],
  [
    "millions",
    { deal_value: number, population: whole },
    "A town with a population of 3 million, and a deal value of $1.1M.",
    { deal_value: 1_100_000, population: 3_000_000 },
  ],
  [
    "the ends of a range, and not the bonus after it",
    { min_salary: number, max_salary: number },
    "A salary of $90,000 - $120,000 plus a $10,000 bonus.",
    { min_salary: 90_000, max_salary: 120_000 },
  ],
  [
    "each phone number for one property",
    { phone: text, fax: text },
    "Call +49 170 1234567, fax +49 30 7654321.",
    { phone: "+49 170 1234567", fax: "+49 30 7654321" },
  ],
  [
    "a date in words, and a time of day with a.m. or p.m.",
    { delivery_date: date, delivery_time: clock, cutlery_count: whole },
    "Lunch on April 30th, 2025 at 4:05 pm, please.",
    { delivery_date: "2025-04-30", delivery_time: "16:05" },
  ],
  [
    "a period in words of another language",
    { absent_from: date, absent_until: date, pickup_time: clock },
    "Bonjour, il sera absent du 1er septembre 2025 au 3 octobre 2025, et on part à 18h30.",
    { absent_from: "2025-09-01", absent_until: "2025-10-03", pickup_time: "18:30" },
  ],
  [
    "a day before its month, in numbers",
    { loan_start: date, loan_end: date },
    "Wir brauchen das Bild für die Ausstellung vom 01.10.2025 bis 31.1.2026.",
    { loan_start: "2025-10-01", loan_end: "2026-01-31" },
  ],
  [
    "the dates of a stay, which starts with the arrival",
    { departure_date: date, arrival_date: date },
    "Wir möchten den Stellplatz vom 07.08.2026 bis 14.08.2026 buchen.",
    { departure_date: "2026-08-14", arrival_date: "2026-08-07" },
  ],
  [
    "an amount in millions",
    { amount_millions: number },
    "The startup has raised €12.5 million in a seed round.",
    { amount_millions: 12.5 },
  ],
  [
    "a rating in stars",
    { rating: { ...whole, minimum: 1, maximum: 5 } },
    "Broke after a week. Still, 2 stars.",
    { rating: 2 },
  ],
  [
    "a stated rating, which the sentiment follows",
    { rating: { ...whole, minimum: 1, maximum: 5 }, sentiment: { enum: ["positive", "negative"] } },
    "5 stars. I use it on my bad side, and the pain has nearly gone.",
    { rating: 5, sentiment: "positive" },
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
    "numbers beside singular names, and a phone number without a country code",
    { adults: whole, dogs: whole, phone: text },
    "A pitch for two adults and one dog, please. Call me on 612 345 678.",
    { adults: 2, dogs: 1, phone: "612 345 678" },
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
  [
    "numbers in words, and none",
    { adults: whole, children: whole, discount_percent: number },
    "Two adults, no children, 15% off.",
    { adults: 2, children: 0, discount_percent: 15 },
  ],
  [
    "coordinates",
    { latitude: { type: "number" }, longitude: { type: "number" } },
    "There is a pothole at 53.4794, -2.2453.",
    { latitude: 53.4794, longitude: -2.2453 },
  ],
  [
    "what the input says about booleans",
    { breakfast_included: flag, pets_allowed: flag, refundable: flag, furnished: flag },
    "Breakfast is not included. Pets are welcome. Non-refundable, furnished.",
    { breakfast_included: false, pets_allowed: true, refundable: false, furnished: true },
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

test.each([
  ["an address", { server_number: number }, "The server number is at 192.168.0.1.", [1921680.1, 1]],
  ["a date", { weight_kg: number }, "The weight was checked on 12.05.2025.", [1205.2025, 2025]],
  ['a number of "Rechnung"', { in_stock: whole }, "Rechnung 7 für Herrn Meier", [7]],
  ["a date's year", { attendees: whole }, "On 3 May 2025 attendees met.", [2025]],
  ["a range's end", { min_guests: whole, max_guests: whole }, "A house for 2 to 4 guests.", [4]],
])("%s isn't read as a stated number", async (_, properties, input, wrong) => {
  const rows = await rowsFor(properties, input, { count: 12 });
  const values = rows.flatMap((row) => Object.values(row));
  for (const each of wrong) expect(values.filter((it) => it === each).length).toBeLessThan(6);
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

test("a boolean isn't stated by a similar word, or by a question", async () => {
  const properties = { active: flag, verified: flag, pets_allowed: flag };
  const input = "Action required: please verify your address. Are pets allowed?";
  const rows = await rowsFor(properties, input, { count: 40 });
  for (const name of Object.keys(properties))
    expect([name, new Set(rows.map((row) => row[name]))]).toEqual([name, new Set([true, false])]);
});

test("a price isn't in millions because its description starts with them", async () => {
  const price = { ...number, description: "Millions of customers pay this price." };
  const [row] = await rowsFor({ price }, "It costs €49.", { count: 1 });
  expect(row).toEqual({ price: 49 });
});

test("a total of items isn't the number of one of them", async () => {
  const courses = {
    type: "array",
    minItems: 2,
    items: { type: "object", properties: { credits: whole }, required: ["credits"] },
  };
  const total_credits = { ...whole, description: "Sum of the credits of all courses" };
  const rows = await rowsFor(
    { courses, total_credits },
    "She takes MATH201 (6 credits) and STAT310 (9 credits).",
    { count: 12 },
  );
  for (const row of rows) {
    const credits = (row["courses"] as { credits: number }[]).map((it) => it.credits);
    expect(row["total_credits"]).toBe(credits.reduce((all, it) => all + it, 0));
  }
});

test("only one item of a list has an amount that the input states once", async () => {
  const lines = {
    type: "array",
    minItems: 3,
    items: { type: "object", properties: { amount: number }, required: ["amount"] },
  };
  const rows = await rowsFor({ lines }, "The amount is €600,000.", { count: 12 });
  for (const row of rows) {
    const amounts = (row["lines"] as { amount: number }[]).map((it) => it.amount);
    expect(amounts.filter((it) => it === 600_000).length).toBeLessThanOrEqual(1);
  }
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
