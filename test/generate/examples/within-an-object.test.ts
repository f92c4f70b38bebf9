import { describe, expect, test } from "@jest/globals";
import { BREEDS } from "../../../packages/schema-values/src/words/breeds.ts";
import { PLACES } from "../../../packages/schema-values/src/words/places.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { rowsOf } from "../../schema/compiled.ts";

function objectsOf(properties: JsonObject): JsonObject[] {
  const required = Object.keys(properties);
  return rowsOf({ type: "object", properties, required }, 60) as JsonObject[];
}

/** Whether a difference of amounts is only that of floating-point numbers. */
function isNothing(difference: number): boolean {
  return Math.abs(difference) < 0.005;
}

const TEXT = { type: "string" };
const NUMBER = { type: "number" };
const WHOLE = { type: "integer" };

describe("a total", () => {
  test("matches its terms", () => {
    const rows = objectsOf({
      quantity: WHOLE,
      unit_price: NUMBER,
      subtotal: NUMBER,
      tax: NUMBER,
      total: NUMBER,
    });
    for (const row of rows) {
      const [quantity, price, subtotal, tax] = ["quantity", "unit_price", "subtotal", "tax"].map(
        (key) => Number(row[key]),
      );
      expect(row["subtotal"]).toBeCloseTo((quantity ?? 0) * (price ?? 0), 6);
      expect(row["total"]).toBeCloseTo((subtotal ?? 0) + (tax ?? 0), 6);
    }
  });

  test("is the sum of the lines, less a discount, also in decimal strings", () => {
    const decimal = { type: "string", pattern: "^\\d+\\.\\d{2}$" };
    const properties = { quantity: WHOLE, unit_price: decimal, line_total: decimal };
    const line = { type: "object", properties, required: Object.keys(properties) };
    const rows = objectsOf({
      line_items: { type: "array", items: line, minItems: 1 },
      subtotal: decimal,
      tax: decimal,
      discount: decimal,
      total: decimal,
      item_count: WHOLE,
    });
    const checked = rows.map(({ line_items, subtotal, tax, discount, total, item_count }) => {
      const lines = line_items as JsonObject[];
      const sum = lines.reduce((before, it) => before + Number(it["line_total"]), 0);
      const due = Number(subtotal) + Number(tax) - Number(discount);
      const products = lines.map((it) => Number(it["quantity"]) * Number(it["unit_price"]));
      return [
        lines.map((it, i) => Number(it["line_total"]) - (products[i] ?? 0)).every(isNothing),
        isNothing(sum - Number(subtotal)),
        due < 0 || isNothing(due - Number(total)),
        item_count === lines.length,
      ];
    });
    expect(checked).toEqual(rows.map(() => [true, true, true, true]));
  });

  test("is left unchanged if its bounds leave no room", () => {
    const rows = objectsOf({
      quantity: WHOLE,
      price: NUMBER,
      total: { type: "number", maximum: 1 },
    });
    expect(rows.filter(({ total }) => Number(total) > 1)).toEqual([]);
  });
});

test("a breed is one of its species", () => {
  const rows = [
    ...objectsOf({ species: TEXT, breed: TEXT }),
    ...objectsOf({ species: { enum: ["dog", "CAT"] }, breed: TEXT }),
  ];
  const wrong = rows.filter(
    ({ species, breed }) => BREEDS[String(species).toLowerCase()]?.includes(String(breed)) !== true,
  );
  expect(wrong).toEqual([]);
});

test("an address, a postcode, and a currency are those of the place", () => {
  const rows = objectsOf({
    address: TEXT,
    city: TEXT,
    zip_code: TEXT,
    country: TEXT,
    currency: TEXT,
  });
  const checked = rows.map(({ address, city, zip_code, country, currency }) => {
    const place = PLACES.find((it) => it.city === city && it.country === country);
    const form = place?.postcodes.replace(/[#9]/g, "\\d").replaceAll("A", "[A-Z]") ?? "";
    const isThere = String(address).endsWith(`, ${city}`);
    return [isThere, new RegExp(`^${form}$`).test(String(zip_code)), currency === place?.currency];
  });
  expect(checked).toEqual(rows.map(() => [true, true, true]));
});

test("a currency is that of an address within the same object", () => {
  const address = { type: "object", properties: { country: TEXT }, required: ["country"] };
  const rows = objectsOf({ billing_address: address, currency: TEXT });
  const wrong = rows.filter(({ billing_address, currency }) => {
    const { country } = billing_address as JsonObject;
    return PLACES.find((it) => it.country === country)?.currency !== currency;
  });
  expect(wrong.filter(({ billing_address }) => isOurs(billing_address as JsonObject))).toEqual([]);
});

function isOurs({ country }: JsonObject): boolean {
  return PLACES.some((it) => it.country === country);
}
