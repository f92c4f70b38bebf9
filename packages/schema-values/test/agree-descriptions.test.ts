import { expect, test } from "@jest/globals";
import type { JsonObject, JsonValue } from "../src/json.ts";
import { rowsOf } from "./compiled.ts";
import { CLOCK, DAY, FLAG, listOf, MOMENT, object, type Row, TEXT } from "./described-schemas.ts";

const WHOLE = { type: "integer" };
const GRADE = { ...WHOLE, minimum: 1, maximum: 5 };
const AMOUNT = { type: "number", minimum: 0, maximum: 500 };
/** The rows of an object that don't have what its descriptions say, and how many different rows there are. */
function judged(properties: JsonObject, isRight: (row: Row) => boolean): [JsonValue[], number] {
  const rows = rowsOf(object(properties), 150);
  return [
    rows.filter((row) => !isRight(row)),
    new Set(rows.map((row) => JSON.stringify(row))).size,
  ];
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function sumOf(items: readonly Row[], value: (item: Row) => number): number {
  return round(items.reduce((sum, item) => sum + value(item), 0));
}

const ITEMS = {
  items: listOf({ quantity: { ...WHOLE, minimum: 1, maximum: 9 }, weight_kg: AMOUNT }),
};
const PERSON = { id: TEXT, name: TEXT };

const CASES: readonly [string, JsonObject, (row: Row) => boolean][] = [
  [
    "After the patient visit",
    { "patient's visit": DAY, review: { ...DAY, description: "After the patient visit" } },
    (row) => row["review"] >= row["patient's visit"],
  ],
  [
    "Sum of the quantities of all items",
    { ...ITEMS, pieces: { ...WHOLE, description: "Sum of the quantities of all items" } },
    ({ items, pieces }) => pieces === sumOf(items, (it) => it.quantity),
  ],
  [
    "Sum of quantity times weight_kg over all items",
    {
      ...ITEMS,
      load: { type: "number", description: "Sum of quantity times weight_kg over all items" },
    },
    ({ items, load }) => load === sumOf(items, (it) => it.quantity * it.weight_kg),
  ],
  [
    "Average score of the answers",
    {
      answers: listOf({ score: { ...WHOLE, minimum: 1, maximum: 5 } }),
      overall: { type: "number", description: "Average score of the answers" },
    },
    ({ answers, overall }) => overall === round(sumOf(answers, (it) => it.score) / answers.length),
  ],
  [
    "Highest of clarity and depth",
    {
      clarity: GRADE,
      depth: GRADE,
      best: { ...WHOLE, description: "Highest of clarity and depth" },
    },
    ({ clarity, depth, best }) => best === Math.max(clarity, depth),
  ],
  [
    "The correct option, copied exactly from options",
    {
      options: { type: "array", items: TEXT, minItems: 2 },
      answer: { ...TEXT, description: "The correct option, copied exactly from options" },
      answer_index: { ...WHOLE, description: "0-based index into options" },
    },
    ({ options, answer, answer_index }) => options.includes(answer) && answer_index in options,
  ],
  [
    "Zero-based index of answer in options",
    {
      options: { type: "array", items: TEXT, minItems: 4, maxItems: 4 },
      answer: { ...TEXT, description: "The correct option, exactly as it appears in options" },
      answer_index: { ...WHOLE, description: "Zero-based index of answer in options" },
    },
    ({ options, answer, answer_index }) => answer_index === options.indexOf(answer),
  ],
  [
    "must be one of the attendees",
    {
      attendees: { type: "array", items: TEXT, minItems: 1 },
      tasks: listOf({ owner: { ...TEXT, description: "Must be one of the attendees" } }),
    },
    ({ attendees, tasks }) => tasks.every(({ owner }: Row) => attendees.includes(owner)),
  ],
  [
    "one of the speakers, who have names",
    {
      speakers: listOf(PERSON),
      moderator: { ...TEXT, description: "Exactly one of the speakers above" },
    },
    ({ speakers, moderator }) => speakers.some(({ name }: Row) => name === moderator),
  ],
  [
    "total minus advance_paid",
    {
      total: AMOUNT,
      advance_paid: AMOUNT,
      rest: { type: "number", description: "total minus advance_paid" },
    },
    ({ total, advance_paid, rest }) => rest === round(total - advance_paid),
  ],
  [
    "Sum of base, bonus, and shares",
    {
      base: AMOUNT,
      bonus: AMOUNT,
      shares: AMOUNT,
      pay: { type: "number", description: "Sum of base, bonus, and shares" },
    },
    ({ base, bonus, shares, pay }) => pay === round(base + bonus + shares),
  ],
  [
    "nights between check-in and check-out",
    { check_in: DAY, check_out: DAY, nights: WHOLE },
    ({ check_in, check_out, nights }) =>
      nights === (Date.parse(check_out) - Date.parse(check_in)) / 86_400_000,
  ],
  [
    "a duration whose bounds its ends exceed",
    { start_time: CLOCK, end_time: CLOCK, duration_minutes: { ...WHOLE, minimum: 5, maximum: 45 } },
    ({ start_time, end_time, duration_minutes }) =>
      duration_minutes ===
        (Date.parse(`1970-01-01T${end_time}Z`) - Date.parse(`1970-01-01T${start_time}Z`)) /
          60_000 ||
      start_time > "23:14" ||
      start_time > end_time,
  ],
  [
    "Name of one of the attendees",
    {
      attendees: listOf(PERSON),
      tasks: listOf({ owner: { ...TEXT, description: "Name of one of the attendees" } }),
    },
    ({ attendees, tasks }) =>
      tasks.every(({ owner }: Row) => attendees.some(({ name }: Row) => name === owner)),
  ],
  [
    "id of another entity",
    {
      entities: listOf(PERSON, { minItems: 2 }),
      relations: listOf({
        source_id: { ...TEXT, description: "id of an entity in entities" },
        target_id: { ...TEXT, description: "id of another entity in entities" },
      }),
    },
    ({ entities, relations }) =>
      relations.every(
        ({ source_id, target_id }: Row) =>
          source_id !== target_id && entities.some(({ id }: Row) => id === target_id),
      ),
  ],
  [
    "main_entity_id",
    { entities: listOf(PERSON), main_entity_id: TEXT },
    ({ entities, main_entity_id }) => entities.some(({ id }: Row) => id === main_entity_id),
  ],
  [
    "Events in chronological order",
    {
      timeline: listOf(
        { time: MOMENT, event: TEXT },
        { description: "Events in chronological order" },
      ),
    },
    ({ timeline }) =>
      timeline.every(({ time }: Row, i: number) => i === 0 || timeline[i - 1].time <= time),
  ],
  [
    "Employment history, most recent first",
    {
      jobs: listOf(
        { title: TEXT, start_date: DAY },
        { description: "Employment history, most recent first" },
      ),
    },
    ({ jobs }) =>
      jobs.every(
        ({ start_date }: Row, i: number) => i === 0 || jobs[i - 1].start_date >= start_date,
      ),
  ],
  [
    "Last day to register; not after start_date",
    {
      register_by: { ...DAY, description: "Last day to register; not after start_date" },
      start_date: DAY,
    },
    ({ register_by, start_date }) => register_by <= start_date,
  ],
  [
    "Sorted by score, highest first, with ranks",
    {
      hits: listOf(
        { rank: WHOLE, score: AMOUNT },
        { description: "Sorted by score, highest first" },
      ),
    },
    ({ hits }) =>
      hits.every(
        ({ rank, score }: Row, i: number) =>
          rank === i + 1 && (i === 0 || hits[i - 1].score >= score),
      ),
  ],
  [
    "1-based clause number, consecutive",
    {
      clauses: listOf({
        number: { ...WHOLE, description: "1-based clause number, consecutive" },
        text: TEXT,
      }),
    },
    ({ clauses }) => clauses.every(({ number }: Row, i: number) => number === i + 1),
  ],
  [
    "Date of the expense, within the trip",
    {
      trip_start: DAY,
      trip_end: DAY,
      lines: listOf({ date: { ...DAY, description: "Date of the expense, within the trip" } }),
    },
    ({ trip_start, trip_end, lines }) =>
      lines.every(({ date }: Row) => date >= trip_start && date <= trip_end),
  ],
  [
    "Due date, after the meeting",
    {
      meeting_date: DAY,
      tasks: listOf({ due: { ...DAY, description: "Due date, after the meeting" } }),
    },
    ({ meeting_date, tasks }) => tasks.every(({ due }: Row) => due > meeting_date),
  ],
  [
    "Last day to apply, after the posting date",
    {
      last_day: { ...DAY, description: "Last day to apply, after the posting date" },
      posted_on: DAY,
    },
    ({ last_day, posted_on }) => last_day >= posted_on,
  ],
];

test.each(CASES)("values are what descriptions say: %s", (_, properties, isRight) => {
  const [wrong, distinct] = judged(properties, isRight);
  expect(wrong).toEqual([]);
  expect(distinct).toBeGreaterThan(4);
});

test("a description that the schema contradicts changes nothing", () => {
  const [wrong] = judged(
    {
      items: listOf({ done: FLAG }),
      open: { const: 77, description: "Number of items that are not done" },
      reason: { type: "string", minLength: 3, description: "Null unless status is rejected" },
      status: { enum: ["approved", "rejected"] },
    },
    ({ open, reason }) => open === 77 && reason.length >= 3,
  );
  expect(wrong).toEqual([]);
});

/** Descriptions that only mention other properties, and whether a row shows that they were followed. */
const MISREAD: readonly [string, JsonObject, (row: Row) => boolean][] = [
  [
    "a list that is only mentioned",
    {
      symptoms: { type: "array", items: TEXT, minItems: 3 },
      diagnosis: { ...TEXT, description: "Name of the disease causing the symptoms" },
    },
    ({ symptoms, diagnosis }) => symptoms.includes(diagnosis),
  ],
  [
    "two numbers that are only mentioned",
    {
      height: GRADE,
      weight: GRADE,
      age: { ...GRADE, description: "Minimum age for this height and weight" },
    },
    ({ height, weight, age }) => age === Math.min(height, weight),
  ],
];

test.each(MISREAD)(
  "what a description doesn't say is not followed: %s",
  (_, properties, isMisread) => {
    const [others] = judged(properties, isMisread);
    expect(others.length).toBeGreaterThan(0);
  },
);
