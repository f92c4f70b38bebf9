import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../src/core/json.ts";
import { type RowCase, rowsFor } from "./examples/values.ts";

const text: JsonObject = { type: "string" };
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
    "all days that are named, and no others",
    { availability: days },
    "Monday, Wednesday and Friday mornings suit me best.",
    { availability: ["Monday", "Wednesday", "Friday"] },
  ],
];

const CODES: readonly (readonly [name: string, input: string, code: string])[] = [
  ["isbn", "Das Hörbuch mit der ISBN 978-3-499-27324-1, bitte.", "978-3-499-27324-1"],
  ["ticket_number", "Hola, paso a recoger el traje, resguardo 90276.", "90276"],
  ["hive_id", "Visite du 14/04/2024, ruche R12, colonie douce.", "R12"],
  ["batch_number", "Betroffen ist die Charge 50731.", "50731"],
  ["booking_reference", "Réservation n° 7741902, pour deux nuits.", "7741902"],
];

test.each(CODES)("%s of %j is %j", async (name, input, code) => {
  const rows = await rowsFor({ [name]: text, note: text }, input, { count: 6 });
  expect(new Set(rows.map((row) => row[name]))).toEqual(new Set([code]));
});

test("codes of letters are read after the names of their properties", async () => {
  const airport: JsonObject = { ...text, description: "Three-letter airport code" };
  const rows = await rowsFor(
    { origin: airport, destination: airport, country_code: text },
    "UA flight.\nOrigin: San Francisco Airport (SFO)\nDestination: NRT\nNot USA; country code: JP",
    { count: 6 },
  );
  const stated = JSON.stringify({ origin: "SFO", destination: "NRT", country_code: "JP" });
  expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(new Set([stated]));
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
