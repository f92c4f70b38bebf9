import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../src/core/json.ts";
import { type RowCase, rowsFor } from "./examples/values.ts";

const text: JsonObject = { type: "string" };
const whole: JsonObject = { type: "integer", minimum: 0 };
const languages: JsonObject = {
  enum: ["English", "French", "German", "Spanish", "Polish", "Italian"],
};
const days: JsonObject = {
  type: "array",
  items: { enum: ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] },
  uniqueItems: true,
};

const CASES: readonly RowCase[] = [
  [
    "the languages to translate from and to",
    { sourceLanguage: languages, targetLanguage: languages },
    "I need a birth certificate translated from Polish into English.",
    { sourceLanguage: "Polish", targetLanguage: "English" },
  ],
  [
    "a language that is named as the source alone",
    { source_language: languages },
    "The contract has 14 pages. It's in Spanish.",
    { source_language: "Spanish" },
  ],
  [
    "languages in another language",
    { sourceLanguage: text, target_language: languages },
    "Ich brauche eine Übersetzung vom Deutschen ins Italienische, bitte bis Freitag.",
    { sourceLanguage: "German", target_language: "Italian" },
  ],
  [
    "a language that is asked for, not the input's own",
    { language: languages },
    "We are a family of seven and would like a guided tour in Spanish.",
    { language: "Spanish" },
  ],
  [
    "all days that are named, and no others",
    { availability: days },
    "Monday, Wednesday and Friday mornings suit me best.",
    { availability: ["Monday", "Wednesday", "Friday"] },
  ],
];

const COUNTS: readonly (readonly [name: string, input: string, number: number])[] = [
  ["groupSize", "On 14 May, we would like to bring 28 pupils, and two rooms.", 28],
  ["groupSize", "Our family of seven visits on 3 June.", 7],
  ["group_size", "There are four of us.", 4],
  ["groupSize", "Bonjour, nous sommes un groupe de 18 retraités.", 18],
  ["party_size", "A dinner for two. The bill came to £86.", 2],
  ["party_size", "There were six of us, and we waited for 40 minutes.", 6],
  ["users_affected", "All 8 people in the team are stuck.", 8],
  ["numberOfGuests", "Ein Tisch für fünf Personen, bitte.", 5],
  ["age", "I'm 17 and live at 12 Mill Road.", 17],
  ["age", "Ich bin 24 Jahre alt.", 24],
  ["age", "Mi chiamo Paolo, ho 52 anni.", 52],
  ["student_age", "My daughter is 9 and a beginner on the violin.", 9],
  ["student_age", "Mein Sohn (12 Jahre) spielt seit drei Jahren Flöte.", 12],
  ["crew_count", "Nous sommes 3 à bord et resterons 4 nuits.", 3],
  ["age_years", "Mi perro Thor tiene 5 años, pesa 27 kilos.", 5],
  ["weight_kg", "Mi perro Thor tiene 5 años, pesa 27 kilos.", 27],
  ["mileage", "Vends Peugeot 208 de 2020, 54 300 km, première main.", 54_300],
  ["outside_temperature_c", "Too cold at 9C after 2.5 litres of syrup.", 9],
  ["nights", "Wir möchten 2 Nächte bleiben.", 2],
  ["item_count", "Ticket 20418. 5 items, paid.", 5],
  ["count", "Count: 14 oystercatchers on the coast.", 14],
  ["total_credits", "She takes ART150 and ART260, 12 credits in total.", 12],
  ["total_credits", "Enrolled in ART150 and ART260 for 12 credits.", 12],
  ["prep_minutes", "8 servings, 40 minutes of prep and 480 minutes of cooking.", 40],
  ["points", "Crisp and appley. 88 points from me.", 88],
  ["patient_age", "A 61-year-old man with 2 weeks of pain.", 61],
];

test.each(COUNTS)("%s of %j is %d", async (name, input, number) => {
  const rows = await rowsFor({ [name]: whole, note: text }, input, { count: 6 });
  expect(new Set(rows.map((row) => row[name]))).toEqual(new Set([number]));
});

const CODES: readonly (readonly [name: string, input: string, code: string])[] = [
  ["room", "The printer in room 214 shows an error for 19 minutes.", "214"],
  ["room", "Der Drucker in Raum 3.07 druckt nicht.", "3.07"],
  ["policy_number", "Unsere Police hat die Nummer WG 554 920 1. Schaden: 300 EUR.", "WG 554 920 1"],
  ["tracking_number", "Where is it? Number is 1Z 999 AA1 01 2345 6784.", "1Z 999 AA1 01 2345 6784"],
  ["isbn", "Das Hörbuch mit der ISBN 978-3-499-27324-1, bitte.", "978-3-499-27324-1"],
  ["ticket_number", "Hola, paso a recoger el traje, resguardo 90276.", "90276"],
  ["hive_id", "Visite du 14/04/2024, ruche R12, colonie douce.", "R12"],
  ["mmsi", "Bonsoir, MMSI : 227345610, 4 nuits.", "227345610"],
  ["vehicle_registration", "My car is a grey Polo, KV19 TXD, and I have paid.", "KV19 TXD"],
  ["gate", "Boarding at gate B12 at 10:40.", "B12"],
  ["postcode", "We live in Bristol. The postcode is BS6 5QT.", "BS6 5QT"],
  ["postal_code", "Il CAP è 40122, e il civico 12.", "40122"],
  ["batch_number", "Betroffen ist die Charge 50731.", "50731"],
  ["booking_reference", "Réservation n° 7741902, pour deux nuits.", "7741902"],
  ["licence_plate", "My Ford has broken down, registration KX19 VRT.", "KX19 VRT"],
  ["color", "I left my black backpack on the train.", "black"],
  ["hotline", "Customers can call 0800 555 0164.", "0800 555 0164"],
];

test.each(CODES)("%s of %j is %j", async (name, input, code) => {
  const rows = await rowsFor({ [name]: text, note: text }, input, { count: 6 });
  expect(new Set(rows.map((row) => row[name]))).toEqual(new Set([code]));
});

test("an amount needs no currency if a string states none, and the amount has cents", async () => {
  const properties = { total_price: { type: "number", minimum: 0 }, note: text };
  for (const [input, amount] of [
    ["Ticket 20418, 5 shirts. Total 38.50, paid.", 38.5],
    ["12 items, 24.00 total, pickup 9 May 2025.", 24],
    ["Total 12.50 km for €9.", 9],
  ] as const) {
    const [row] = await rowsFor(properties, input, { count: 1 });
    expect([input, row?.["total_price"]]).toEqual([input, amount]);
  }
});

const FLAGS: readonly (readonly [name: string, input: string, value: boolean])[] = [
  ["queen_seen", "Queen not seen but eggs present, so she's there.", false],
  ["eggs_present", "Queen not seen but eggs present, so she's there.", true],
  ["neutered", "He's not neutered and lives with his brother, should I bring both??", false],
  ["already_paid", "hi, i havent paid it and not going to", false],
  ["already_paid", "I have already paid the £35 because I didn't want it to go up.", true],
];

test.each(FLAGS)("%s in %j is %p", async (name, input, value) => {
  const rows = await rowsFor({ [name]: { type: "boolean" } }, input, { count: 6 });
  expect(new Set(rows.map((row) => row[name]))).toEqual(new Set([value]));
});

test("a total is read beside a word that could name its terms", async () => {
  const amount: JsonObject = { type: "number", minimum: 0 };
  const input =
    "Outbound on 2026-06-10 (departure 10:05, arrival 12:25). Premium economy, total EUR 1,420.";
  for (const row of await rowsFor({ fare: amount, taxes: amount, total: amount }, input))
    expect(row["total"]).toBe(1420);
});

test("very long labels are not looked for", async () => {
  const labels = Array.from({ length: 400 }, (_, i) =>
    Array.from({ length: 500 }, (_, j) => `w${i}x${j}`).join(" "),
  );
  const [row] = await rowsFor({ label: { enum: labels } }, "w1x1 w1x2", { count: 1 });
  expect(labels).toContain(row?.["label"]);
});

test("a word after a conjunction names the next number", async () => {
  const properties = { prep_minutes: whole, cook_minutes: whole };
  const [row] = await rowsFor(
    properties,
    "Prep time 20 minutes and cook time 70 minutes, so 90 minutes in total.",
    { count: 1 },
  );
  expect(row).toEqual({ prep_minutes: 20, cook_minutes: 70 });
});

test("a word like from after a number doesn't name it", async () => {
  const rows = await rowsFor({ drink_from: whole, points: whole }, "88 points from me.", {
    count: 6,
  });
  for (const row of rows) expect([row["points"], row["drink_from"] === 88]).toEqual([88, false]);
});

test("a number of persons is read only if a string has one, and for no other size", async () => {
  const several = await rowsFor({ guests: whole }, "12 guests came, then 5 people left.", {
    count: 6,
  });
  expect(new Set(several.map((row) => row["guests"]))).toEqual(new Set([12]));
  const shoes = await rowsFor({ shoe_size: whole, note: text }, "4 people came.", { count: 12 });
  expect(new Set(shoes.map((row) => row["shoe_size"])).size).toBeGreaterThan(2);
});

test.each(CASES)("a row has %s", async (_, properties, input, expected) => {
  const rows = await rowsFor(properties, input, { count: 12 });
  for (const row of rows) expect(row).toMatchObject(expected);
});

test("a language that is only mentioned isn't read as the language", async () => {
  const rows = await rowsFor(
    { language: languages },
    "The French toast was great, and so were the waiters.",
  );
  expect(new Set(rows.map((row) => row["language"]))).toEqual(new Set(["English"]));
});
