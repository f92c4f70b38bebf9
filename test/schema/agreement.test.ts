import { describe, expect, test } from "@jest/globals";
import type { JsonObject } from "../../src/core/json.ts";
import { pool } from "../generate/words.ts";
import { rowsOf } from "./compiled.ts";

function objectsOf(properties: JsonObject, more: JsonObject = {}): JsonObject[] {
  const required = Object.keys(properties);
  return rowsOf({ type: "object", properties, required, ...more }, 60) as JsonObject[];
}

const TEXT = { type: "string" };
const MOMENT = { type: "string", format: "date-time" };
const DAY = { type: "string", format: "date" };
const NUMBER = { type: "number" };
const WHOLE = { type: "integer" };

describe("a start is not after its end", () => {
  test.each([
    ["created_at", "updated_at", MOMENT],
    ["validFrom", "validUntil", DAY],
    ["check_in", "check_out", DAY],
    ["departure_time", "arrival_time", TEXT],
    ["start_time", "end_time", TEXT],
    ["opened_at", "closed_at", MOMENT],
    ["min_x", "max_x", NUMBER],
    ["price_min", "price_max", NUMBER],
    ["from", "to", WHOLE],
    ["page", "total_pages", { type: "integer", minimum: 1, maximum: 9 }],
    ["order_date", "delivery_date", { ...DAY, description: "A day" }],
    ["first_seen", "last_seen", { anyOf: [MOMENT, { type: "null" }] }],
  ])("%s, %s", (before, after, schema) => {
    // The later one is listed first, because otherwise most rows would happen to be in order.
    const rows = objectsOf({ [after]: schema, [before]: { ...schema, title: "Before" } });
    const wrong = rows.filter((row) => {
      const [one, other] = [row[before] ?? null, row[after] ?? null];
      return one !== null && other !== null && one > other;
    });
    expect(wrong).toEqual([]);
    expect(new Set(rows.map((row) => row[before])).size).toBeGreaterThan(2);
  });

  test("along a chain, too", () => {
    const rows = objectsOf({ shipped_at: MOMENT, delivered_at: MOMENT, ordered_at: MOMENT });
    const chains = rows.map((row) => [row["ordered_at"], row["shipped_at"], row["delivered_at"]]);
    expect(chains.map((chain) => [...chain].sort())).toEqual(chains);
  });

  test("unless one of the schemas doesn't allow the other's value", () => {
    const rows = objectsOf({
      min_x: { type: "integer", minimum: 50, maximum: 60 },
      max_x: { type: "integer", minimum: 10, maximum: 20 },
    });
    expect(rows).toHaveLength(60);
  });

  test("unless the schema itself has them in the other order", () => {
    const item = { type: "integer", enum: [1, 2] };
    const rows = objectsOf(
      { min: item, max: item },
      { anyOf: [{ properties: { min: { const: 2 }, max: { const: 1 } } }] },
    );
    expect(rows).toEqual(rows.map(() => ({ min: 2, max: 1 })));
  });

  test("and strings that are not times are left unchanged", () => {
    const rows = objectsOf({ from: TEXT, to: TEXT, first_name: TEXT, last_name: TEXT });
    const wrong = rows.filter(({ last_name }) => !pool("lastNames").includes(String(last_name)));
    expect(wrong).toEqual([]);
  });
});

describe("a rating is like the sentiment", () => {
  const words = ["positive", "negative", "neutral", "mixed"];
  test.each([
    ["rating", { minimum: 1, maximum: 5 }, [1, 3, 5]],
    ["stars", { type: ["integer", "null"], minimum: 1, maximum: 10 }, [1, 5, 10]],
    ["sentiment_score", { type: "number", minimum: -1, maximum: 1 }, [-1, 0, 1]],
  ])("%s", (name, schema, [least = 0, middle = 0, most = 0]) => {
    const rows = objectsOf({
      [name]: { ...WHOLE, ...schema },
      sentiment: { type: "string", enum: words },
    });
    const wrong = rows.filter(({ sentiment, [name]: rating }) => {
      if (typeof rating !== "number") return false;
      if (sentiment === "positive") return rating <= middle;
      if (sentiment === "negative") return rating >= (middle + most) / 2;
      return rating === least || rating === most;
    });
    expect(wrong).toEqual([]);
    expect(new Set(rows.map(({ sentiment }) => sentiment))).toEqual(new Set(words));
    expect(new Set(rows.map((row) => row[name])).size).toBeGreaterThan(2);
  });
});

describe("a person", () => {
  const boxOf = (name: unknown): string =>
    String(name)
      .toLowerCase()
      .replace(" ", ".")
      .replace(/[^a-z.]/g, "");

  test("has an address and a login that match the name", () => {
    const rows = objectsOf({ username: TEXT, email: { ...TEXT, format: "email" }, name: TEXT });
    for (const { name, email, username } of rows) {
      const [first = "", last = ""] = boxOf(name).split(".");
      expect(String(email).split("@")[0]).toBe(`${first}.${last}`);
      expect(String(username)).toMatch(new RegExp(`^${first.charAt(0)}${last}\\d{1,2}$`));
    }
    expect(new Set(rows.map(({ email }) => String(email).split("@")[1])).size).toBe(3);
  });

  test("has a full name made of both names", () => {
    const rows = objectsOf({ full_name: TEXT, first_name: TEXT, last_name: TEXT, email: TEXT });
    for (const row of rows) {
      expect(row["full_name"]).toBe(`${row["first_name"]} ${row["last_name"]}`);
      expect(String(row["email"]).split("@")[0]).toBe(boxOf(row["full_name"]));
    }
  });

  test.each(["first_name", "last_name"])("has a full name with only a %s", (part) => {
    const rows = objectsOf({ [part]: TEXT, full_name: TEXT, email: TEXT });
    for (const row of rows) {
      const [first, last] = String(row["full_name"]).split(" ");
      expect(row[part]).toBe(part === "first_name" ? first : last);
      expect(String(row["email"]).split("@")[0]).toBe(boxOf(row["full_name"]));
    }
  });

  test("is distinct from another", () => {
    const rows = objectsOf({ author: TEXT, author_email: TEXT, editor: TEXT, editor_email: TEXT });
    for (const row of rows) {
      expect(String(row["author_email"]).split("@")[0]).toBe(boxOf(row["author"]));
      expect(String(row["editor_email"]).split("@")[0]).toBe(boxOf(row["editor"]));
    }
    const lone = objectsOf({ customer_name: TEXT, email: TEXT });
    for (const row of lone)
      expect(String(row["email"]).split("@")[0]).toBe(boxOf(row["customer_name"]));
  });

  test("keeps an address if the schema has little room for another", () => {
    const rows = objectsOf({ name: TEXT, email: { ...TEXT, pattern: "^[a-z]{3}@acme\\.com$" } });
    expect(rows.filter(({ email }) => !/^[a-z]{3}@acme\.com$/.test(String(email)))).toEqual([]);
  });
});
