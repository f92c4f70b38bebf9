import { expect, test } from "@jest/globals";
import type { JsonObject } from "../src/json.ts";
import { compile, rowsOf } from "./compiled.ts";
import {
  listOf as anyListOf,
  CLOCK,
  DAY,
  FLAG,
  MOMENT,
  object,
  type Row,
  TEXT,
} from "./described-schemas.ts";

const WHOLE = { type: "integer", minimum: 2, maximum: 90 };
/** With at least two items, so that an order shows. */
function listOf(properties: JsonObject, more: JsonObject = {}): JsonObject {
  return anyListOf(properties, { minItems: 2, ...more });
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, it) => sum + it, 0);
}

function daysBetween(start: string, end: string): number {
  return (Date.parse(end) - Date.parse(start)) / 86_400_000;
}

/** Descriptions that mention other properties only by the way, and what rows would be if they were misread. */
const CASES: readonly [string, JsonObject, isMisread: (row: Row) => boolean][] = [
  [
    "Digits only, for example +49 30 1234",
    {
      digits: {
        anyOf: [TEXT, { type: "null" }],
        description: "Digits only, for example +49 30 1234",
      },
      is_example: FLAG,
    },
    ({ digits, is_example }) => is_example === (digits !== null),
  ],
  [
    "Price per day, from start to end",
    {
      start_date: DAY,
      end_date: DAY,
      price: { type: "integer", description: "Price per day, from start to end" },
    },
    ({ start_date, end_date, price }) => price === daysBetween(start_date, end_date),
  ],
  [
    "the rate of a night",
    { check_in: DAY, check_out: DAY, night_rate: { type: "integer" } },
    ({ check_in, check_out, night_rate }) => night_rate === daysBetween(check_in, check_out),
  ],
  [
    "Maximum points that a game can have",
    {
      games: listOf({ points: WHOLE }),
      limit: { ...WHOLE, description: "Maximum points that a game can have" },
    },
    ({ games, limit }) => limit === Math.max(...games.map((it: Row) => it.points)),
  ],
  [
    "the cities of flights beside passengers",
    { flights: listOf({ from: TEXT, to: TEXT }), passengers: listOf({ name: TEXT }) },
    ({ flights, passengers }) =>
      flights.every((it: Row) => passengers.some(({ name }: Row) => name === it.from)),
  ],
  [
    "the position of a share",
    {
      shares: listOf({ position: { ...WHOLE, minimum: 1, description: "Number of shares held" } }),
    },
    ({ shares }) => shares.every((it: Row, i: number) => it.position === i + 1),
  ],
  [
    "Number of beds in all rooms",
    {
      rooms: listOf({ name: TEXT }),
      beds: { ...WHOLE, description: "Number of beds in all rooms" },
    },
    ({ rooms, beds }) => beds === rooms.length,
  ],
  [
    "Shipping cost, not included in the total price of the items",
    {
      items: listOf({ price: WHOLE }),
      cost: {
        ...WHOLE,
        maximum: 9000,
        description: "Shipping cost, not included in the total price of the items",
      },
    },
    ({ items, cost }) => cost === sumOf(items.map((it: Row) => it.price)),
  ],
  [
    "Maximum price that the customer wants to pay",
    {
      products: listOf({ price: WHOLE }),
      limit: { ...WHOLE, description: "Maximum price that the customer wants to pay" },
    },
    ({ products, limit }) => limit === Math.max(...products.map((it: Row) => it.price)),
  ],
  [
    "Highest possible score - independent of pass_mark",
    {
      score: WHOLE,
      pass_mark: WHOLE,
      best: {
        type: "integer",
        description: "Highest possible score - independent of pass_mark",
      },
    },
    ({ score, pass_mark, best }) => best === score - pass_mark,
  ],
  [
    "Length of the video in minutes",
    {
      created_at: MOMENT,
      updated_at: MOMENT,
      video_length: { type: "integer", description: "Length of the video in minutes" },
    },
    ({ created_at, updated_at, video_length }) =>
      Math.abs((Date.parse(updated_at) - Date.parse(created_at)) / 60_000 - video_length) < 1,
  ],
  [
    "Consecutive days watched",
    {
      shows: listOf({ streak: { ...WHOLE, minimum: 1, description: "Consecutive days watched" } }),
    },
    ({ shows }) => shows.every((it: Row, i: number) => it.streak === i + 1),
  ],
  [
    "Name of the author of the documents",
    {
      documents: listOf({ name: TEXT }),
      author: { ...TEXT, description: "Name of the author of the documents" },
    },
    ({ documents, author }) => documents.some((it: Row) => it.name === author),
  ],
  [
    "Sessions within times of day",
    {
      start_time: CLOCK,
      end_time: CLOCK,
      sessions: listOf({ day: { ...DAY, description: "Day of the session, within the event" } }),
    },
    ({ sessions }) => sessions.every((it: Row) => it.day.startsWith("1970")),
  ],
];

test.each(CASES)("%s", (_, properties, isMisread) => {
  const rows = rowsOf(object(properties), 100);
  expect(rows.filter(isMisread).length).toBeLessThan(80);
});

test("nothing takes less than no time", () => {
  const description = "Days from application_date to decision_date";
  const rows: Row[] = rowsOf(
    object({ application_date: DAY, decision_date: DAY, days: { type: "integer", description } }),
  );
  expect(
    rows.filter(
      ({ application_date, decision_date, days }) =>
        days !== (Date.parse(decision_date) - Date.parse(application_date)) / 86_400_000 ||
        days < 0,
    ),
  ).toEqual([]);
});

test("something ends as many minutes after its start as it takes", () => {
  const minutes = { type: "integer", minimum: 15, maximum: 60 };
  const rows: Row[] = rowsOf(
    object({ starts_at: MOMENT, ends_at: MOMENT, duration_minutes: minutes }),
  );
  expect(
    rows.filter(
      ({ starts_at, ends_at, duration_minutes }) =>
        Math.abs((Date.parse(ends_at) - Date.parse(starts_at)) / 60_000 - duration_minutes) > 1,
    ),
  ).toEqual([]);
});

test("years are not a month", () => {
  const description = "Expiry, at least ten years after the signed date";
  const rows: Row[] = rowsOf(
    object({ signed_date: DAY, expiry_date: { ...DAY, description } }),
    200,
  );
  const near = rows.filter((it) => it.signed_date.slice(0, 7) === it.expiry_date.slice(0, 7));
  expect(near.length).toBeLessThan(20);
});

test("a list in order keeps items that are not objects", () => {
  const items = { anyOf: [object({ at: DAY }), TEXT] };
  const description = "Events in chronological order";
  const rows: Row[] = rowsOf(object({ events: { type: "array", items, description } }));
  expect(rows.some(({ events }) => events.some((it: Row) => typeof it === "string"))).toBe(true);
});

test("edges without nodes don't end an attempt", () => {
  const ends = { source: TEXT, target: TEXT };
  const nodes = { type: "array", items: object({ id: TEXT }) };
  // The attempts without optional values have the shortest lists.
  const rows: Row[] = rowsOf(object({ nodes, edges: listOf(ends) }), 200);
  expect(rows.some((it) => it.nodes.length === 0 && it.edges.length > 2)).toBe(true);
});

test("long lists of references take linear time", () => {
  const many = { minItems: 1500, maxItems: 1500 };
  const schema = object({
    nodes: listOf({ id: TEXT }, many),
    edges: listOf({ source: TEXT, target: TEXT }, many),
    steps: listOf({ number: WHOLE, depends_on: { type: "array", items: WHOLE } }, many),
  });
  const before = process.cpuUsage();
  expect(compile(schema).verdict).toMatchObject({ kind: "supported" });
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(10);
});
