import { expect, test } from "@jest/globals";
import type { JsonObject } from "../../src/core/json.ts";
import { objectOf, rowsFor, text } from "./examples/values.ts";

const number: JsonObject = { type: "number" };
const day: JsonObject = { type: "string", format: "date" };
const line = objectOf({ description: text, quantity: number, unit_price: number, total: number });

const ENGLISH = `INVOICE No. 2024-0173
Date: 2024-03-14  Due: April 13, 2024
From: Baxter & Sons Ltd, 14 Mill Lane, Leeds
To: Harrison Dental Clinic
2 x Mixer tap @ £89.50
5 x Labour hour @ £45.00
Subtotal £404.00
VAT 20% £80.80
Total £484.80`;
const GERMAN =
  "Rechnung RE-88213 vom 17.05.2024: 4 Bürostühle zu je 1.129,00 EUR, 1 Lieferung 49,00 EUR. Zahlbar innerhalb von 14 Tagen.";
const JAPANESE =
  "請求書番号：INV-2024-056 発行日：2024年4月10日 支払期限：2024年5月31日 マウス 5個 × 2,500円 消費税 1,250円 合計 13,750円";

test.each<[string, JsonObject]>([
  [
    ENGLISH,
    {
      invoice_number: "2024-0173",
      invoice_date: "2024-03-14",
      due_date: "2024-04-13",
      vendor_name: "Baxter & Sons Ltd",
      customer_name: "Harrison Dental Clinic",
      address: "14 Mill Lane, Leeds",
      line_items: [
        { description: "Mixer tap", quantity: 2, unit_price: 89.5, total: 179 },
        { description: "Labour hour", quantity: 5, unit_price: 45, total: 225 },
      ],
      subtotal: 404,
      tax_rate: 20,
      tax: 80.8,
      total: 484.8,
      currency: "GBP",
    },
  ],
  [
    GERMAN,
    {
      invoice_number: "RE-88213",
      invoice_date: "2024-05-17",
      due_date: "2024-05-31",
      line_items: [
        { description: "Bürostühle", quantity: 4, unit_price: 1129, total: 4516 },
        { description: "Lieferung", quantity: 1, unit_price: 49, total: 49 },
      ],
      subtotal: 4565,
    },
  ],
  [
    JAPANESE,
    {
      invoice_number: "INV-2024-056",
      invoice_date: "2024-04-10",
      due_date: "2024-05-31",
      line_items: [{ description: "マウス", quantity: 5, unit_price: 2500, total: 12_500 }],
      tax: 1250,
      total: 13_750,
    },
  ],
  [
    "Receipt: 3 espresso 8.40 EUR, 1 croissant 3.20 EUR. Sum 11.60 EUR.",
    {
      line_items: [
        { description: "espresso", quantity: 3, unit_price: 2.8, total: 8.4 },
        { description: "croissant", quantity: 1, unit_price: 3.2, total: 3.2 },
      ],
      tax: 0,
      total: 11.6,
    },
  ],
  [
    "Patagonia Nano Puff jacket. Recycled polyester, only 337 g. Color: forest green. $239.00",
    {
      product_name: "Patagonia Nano Puff jacket",
      brand: "Patagonia",
      color: "forest green",
      material: "Recycled polyester",
      price: 239,
      weight_kg: 0.337,
      weight_g: 337,
    },
  ],
  [
    "Esstisch aus Eiche, 180 x 90 x 75 cm, 48,5 kg, Marke Jack Wolfskin",
    {
      product_name: "Esstisch",
      brand: "Jack Wolfskin",
      material: "Eiche",
      dimensions: { width: 180, depth: 90, height: 75, unit: "cm" },
      weight_kg: 48.5,
    },
  ],
  ["My order #A-88213 from 2024-03-05 arrived broken.", { order_id: "A-88213" }],
  ["Wo bleibt Bestellung 4500812?", { order_number: "4500812" }],
  [
    "Date: 12 May 2025. Logo design 1 x £850.00; 2 x Flyer £30.00; Business cards 500 x £0.12. Due in 30 days.",
    {
      due_date: "2025-06-11",
      line_items: [
        { description: "Logo design", quantity: 1, unit_price: 850, total: 850 },
        { description: "Flyer", quantity: 2, unit_price: 30, total: 60 },
        { description: "Business cards", quantity: 500, unit_price: 0.12, total: 60 },
      ],
      total: 970,
    },
  ],
  [
    "りんご 10箱 単価 2,800円、みかん 1箱 2,200円をお支払いください。",
    {
      line_items: [
        { description: "りんご", quantity: 10, unit_price: 2800, total: 28_000 },
        { description: "みかん", quantity: 1, unit_price: 2200, total: 2200 },
      ],
      currency: "JPY",
    },
  ],
  ["Vortrag am 2. April 2025 in Leipzig, 1.200 Euro.", { total: 1200, currency: "EUR" }],
])("the row for %s has the values that it states", async (input, expected) => {
  const numbers = (values: JsonObject): JsonObject =>
    Object.fromEntries(
      Object.entries(values).map(([key, value]) => [
        key,
        key === "line_items"
          ? { type: "array", items: line }
          : key === "dimensions"
            ? objectOf(numbers(value as JsonObject))
            : key.endsWith("_date")
              ? day
              : typeof value === "number"
                ? number
                : text,
      ]),
    );
  const rows = await rowsFor(numbers(expected), input, { count: 4 });
  expect(rows).toEqual(rows.map(() => expected));
});

test("an invoice that states no days is due within weeks, and its terms say so", async () => {
  const schema = { invoice_date: day, due_date: day, payment_terms: text };
  for (const row of await rowsFor(schema, "Please pay for the chairs")) {
    const { invoice_date, due_date, payment_terms } = row;
    const days = (Date.parse(String(due_date)) - Date.parse(String(invoice_date))) / 86_400_000;
    expect([14, 30, 45, 60]).toContain(days);
    expect(payment_terms).toBe(`${days} days net`);
  }
});

test.each([
  ["I bought the Sony WH-1000XM4 headphones in March.", "Sony WH-1000XM4 headphones"],
  ["My kids love this trampoline!", "trampoline"],
  ["URGENT WARNING: do not buy this kettle.", "kettle"],
  ["It's okay for the money. The blender crushes ice.", "blender"],
  ["Three stars. The Levi's 501 jeans fit well.", "Levi's 501 jeans"],
  ["Für den Preis in Ordnung. Die Schuhe fallen klein aus.", "Schuhe"],
  ["届いた炊飯器は蓋が割れていました。", "炊飯器"],
  ["Meine Tochter ist begeistert von dem Fahrrad.", "Fahrrad"],
  ["Terrible. It stopped working after two days.", "product"],
  ["Leider nach zwei Wochen kaputt.", "Produkt"],
  ["一週間で壊れました。", "商品"],
])("the product of %s is %s", async (input, product_name) => {
  const rows = await rowsFor({ product_name: text }, input, { count: 4 });
  expect(rows).toEqual(rows.map(() => ({ product_name })));
});

test.each([
  ["Please pay $240 for the lawn.", /^\d+ .+, \p{Lu}/u, /^GB\d{9}$/],
  ["Bitte überweisen Sie 320 € für die Reparatur.", /^\p{Lu}\S+ \d+, \d{5} \p{Lu}/u, /^DE\d{9}$/],
  ["駐車場代12,000円をお支払いください。", /^[^\d ]+[市区][^\d ]+\d+-\d+$/, /^T\d{13}$/],
])("the address and the tax number for %s fit its language", async (input, address, taxNumber) => {
  for (const row of await rowsFor({ vendor_address: text, vat_id: text }, input, { count: 4 })) {
    expect(row["vendor_address"]).toMatch(address);
    expect(row["vat_id"]).toMatch(taxNumber);
  }
});
