import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "../../../src/core/json.ts";
import { createRowGenerator } from "../../../src/generate/generator.ts";
import { rowsOf } from "../../schema/compiled.ts";
import { settings } from "../settings.ts";
import { objectOf, rowsFor } from "./values.ts";

function objectsOf(properties: JsonObject): JsonObject[] {
  const required = Object.keys(properties);
  return rowsOf({ type: "object", properties, required }, 60) as JsonObject[];
}

/** Whether a difference of amounts is only that of floating-point numbers. */
function isNothing(difference: number): boolean {
  return Math.abs(difference) < 0.005;
}

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

test("a total without a tax is that of lines with theirs", () => {
  const amounts = { net_amount: NUMBER, vat: NUMBER, total: NUMBER };
  const rows = objectsOf({
    items: { type: "array", minItems: 1, items: objectOf(amounts) },
    total: NUMBER,
  });
  for (const { items, total } of rows) {
    const sum = (items as JsonObject[]).reduce((all, it) => all + Number(it["total"]), 0);
    expect(isNothing(sum - Number(total))).toBe(true);
  }
});

test("a stay ends within a month", () => {
  const day = { type: "string", format: "date" };
  const rows = objectsOf({ check_in: day, check_out: day });
  for (const { check_in, check_out } of rows) {
    const days = (Date.parse(String(check_out)) - Date.parse(String(check_in))) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(0);
    expect(days).toBeLessThan(90);
  }
});

test("a list of labels has each of them once", () => {
  const labels = { type: "array", items: { enum: ["red", "green", "blue"] } };
  const lists = objectsOf({ labels }).map((row) => row["labels"] as string[]);
  expect(lists.filter((list) => new Set(list).size < list.length)).toEqual([]);
  expect(Math.max(...lists.map(({ length }) => length))).toBe(3);
});

describe("what an input states stays, and the rest follows", () => {
  const DAY = { type: "string", format: "date" };

  test("lines and tax of an invoice with a stated total", async () => {
    const line = { description: { type: "string" }, quantity: WHOLE, unit_price: NUMBER };
    const properties = {
      line_items: { type: "array", minItems: 1, items: objectOf({ ...line, line_total: NUMBER }) },
      ...{ subtotal: NUMBER, tax: NUMBER, total: NUMBER },
    };
    const rows = await rowsFor(properties, "Invoice of Nordwind: 1.428,00 EUR in total");
    for (const { line_items: lines, subtotal, tax, total } of rows) {
      expect(total).toBe(1428);
      expect(isNothing(Number(subtotal) + Number(tax) - 1428)).toBe(true);
      const items = lines as JsonObject[];
      const products = items.map((it) => Number(it["quantity"]) * Number(it["unit_price"]));
      const totals = items.map((it) => Number(it["line_total"]));
      for (const sums of [products, totals])
        expect(isNothing(sums.reduce((sum, it) => sum + it, 0) - Number(subtotal))).toBe(true);
    }
  });

  test("lines without a quantity, and lines that are values of the schema", async () => {
    const line = objectOf({ quantity: { type: "integer", minimum: 0, maximum: 1 }, price: NUMBER });
    const known = { quantity: 1, price: 7 };
    const items = { type: "array", minItems: 2, items: { anyOf: [{ const: known }, line] } };
    const jsonSchema = objectOf({ items, total: NUMBER });
    const generator = await createRowGenerator({ ...settings, jsonSchema });
    const outputsFor = (input: string): string[] =>
      Array.from({ length: 60 }, (_, i) => generator.row(i, input).output);
    const before = outputsFor("Hello");
    for (const row of outputsFor("Total: $45.50")) {
      const { items: lines, total } = JSON.parse(row);
      const amounts = lines.map((it: JsonObject) => Number(it["quantity"]) * Number(it["price"]));
      expect([total, Math.min(...amounts) >= 0]).toEqual([45.5, true]);
      expect(row).not.toContain("null");
      expect(isNothing(amounts.reduce((sum: number, it: number) => sum + it, 0) - 45.5)).toBe(true);
    }
    // Generating other rows doesn't change the schema's values.
    expect(outputsFor("Hello")).toEqual(before);
  });

  test("the total of a stated net amount", async () => {
    const rate = { type: "number", minimum: 1, maximum: 25 };
    const properties = { vat_rate: rate, vat_amount: NUMBER, net_amount: NUMBER, total: NUMBER };
    for (const row of await rowsFor(properties, "Net amount: 200.00 EUR")) {
      expect(row["net_amount"]).toBe(200);
      expect(isNothing(Number(row["vat_amount"]) - 2 * Number(row["vat_rate"]))).toBe(true);
      expect(isNothing(Number(row["total"]) - 200 - Number(row["vat_amount"]))).toBe(true);
    }
  });

  test("but not beyond the last year that a date can have", async () => {
    const text = { type: "string" };
    const dates = { invoice_date: text, due_date: text };
    for (const row of await rowsFor(dates, "Invoice of 9999-12-31, due 9999-12-31"))
      expect(row).toEqual({ invoice_date: "9999-12-31", due_date: "9999-12-31" });
  });

  test("days after a stated one, also with a time", async () => {
    const properties = {
      next_meeting: { type: "string", format: "date-time" },
      ...{ meeting_date: DAY, check_in: DAY, check_out: DAY },
    };
    for (const row of await rowsFor(properties, "Meeting of 2026-03-04.")) {
      expect(row["meeting_date"]).toBe("2026-03-04");
      expect(String(row["next_meeting"]) > "2026-03-04").toBe(true);
      expect(String(row["check_out"]) >= String(row["check_in"])).toBe(true);
    }
  });
});

test("an invoice with other names for its lines, their number, and its totals", () => {
  const line = { quantity: WHOLE, net_price: NUMBER, line_sum: NUMBER };
  const items = { type: "object", required: Object.keys(line), properties: line };
  const rows = objectsOf({
    positions: { type: "array", minItems: 1, items },
    ...{ total_items: WHOLE, sum_net: NUMBER, vat: NUMBER, gross: NUMBER, amount_due: NUMBER },
  });
  for (const { positions, total_items: count, sum_net: net, vat, gross, amount_due: due } of rows) {
    const lines = positions as JsonObject[];
    const sums = lines.map((it) => Number(it["quantity"]) * Number(it["net_price"]));
    expect(count).toBe(lines.length);
    expect(isNothing(sums.reduce((all, it) => all + it, 0) - Number(net))).toBe(true);
    expect(isNothing(Number(net) + Number(vat) - Number(gross))).toBe(true);
    expect(due).toBe(gross);
  }
});

test("a total of expenses is not their number", () => {
  const expenses = { type: "array", items: objectOf({ amount: NUMBER }), minItems: 1 };
  const rows = objectsOf({ expenses, total_expenses: NUMBER });
  expect(rows.every((row) => Number.isInteger(row["total_expenses"]))).toBe(false);
});

test("a number of items is that of the list with this name", () => {
  const items = { type: "array", items: { type: "string" } };
  const people = { type: "array", items: objectOf({ name: { type: "string" } }) };
  for (const { items: all, item_count } of objectsOf({ items, people, item_count: WHOLE }))
    expect(item_count).toBe((all as string[]).length);
});
