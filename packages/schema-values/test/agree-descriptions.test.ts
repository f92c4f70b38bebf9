import { expect, test } from "@jest/globals";
import type { JsonObject, JsonValue } from "../src/json.ts";
import { rowsOf } from "./compiled.ts";
import { CLOCK, DAY, FLAG, listOf, MOMENT, object, type Row, TEXT } from "./described-schemas.ts";

const WHOLE = { type: "integer" };
const GRADE = { ...WHOLE, minimum: 1, maximum: 5 };
const AMOUNT = { type: "number", minimum: 0, maximum: 500 };
function orNull(schema: JsonObject, description: string): JsonObject {
  return { anyOf: [schema, { type: "null" }], description };
}

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
    "Number of action items that are not done",
    {
      action_items: listOf({ task: TEXT, done: FLAG }),
      open: { ...WHOLE, description: "Number of action items that are not done" },
    },
    ({ action_items, open }) => open === action_items.filter((it: Row) => !it.done).length,
  ],
  [
    "Number of lines without a receipt",
    {
      lines: listOf({ merchant: TEXT, receipt_attached: FLAG }),
      missing: { ...WHOLE, description: "Number of lines without a receipt" },
    },
    ({ lines, missing }) => missing === lines.filter((it: Row) => !it.receipt_attached).length,
  ],
  [
    "Number of failed tests",
    {
      tests: listOf({ title: TEXT, outcome: { enum: ["passed", "failed", "skipped"] } }),
      problems: { ...WHOLE, description: "Number of failed tests" },
    },
    ({ tests, problems }) => problems === tests.filter((it: Row) => it.outcome === "failed").length,
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
    "'pass' if overall is at least 3, otherwise 'fail'",
    {
      verdict: {
        enum: ["pass", "fail"],
        description: "'pass' if overall is at least 3, otherwise 'fail'",
      },
      reason: orNull(TEXT, "Null unless verdict is fail"),
      overall: GRADE,
    },
    ({ verdict, reason, overall }) =>
      verdict === (overall >= 3 ? "pass" : "fail") && (verdict === "fail" || reason === null),
  ],
  [
    "high if the score is above 0.8, medium if above 0.5, low for the rest",
    {
      score: { type: "number", minimum: 0, maximum: 1 },
      risk: {
        enum: ["low", "medium", "high"],
        description: "high if score > 0.8, medium if score > 0.5, low otherwise",
      },
    },
    ({ score, risk }) => risk === (score > 0.8 ? "high" : score > 0.5 ? "medium" : "low"),
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
    "Mean of three scores, rounded to one decimal, and a verdict on two conditions",
    {
      clarity: GRADE,
      depth: GRADE,
      tone: GRADE,
      overall: {
        type: "number",
        description: "Mean of clarity, depth, and tone, rounded to one decimal",
      },
      verdict: {
        enum: ["pass", "fail"],
        description: "pass if overall is at least 2.5 and clarity is at least 3, otherwise fail",
      },
    },
    ({ clarity, depth, tone, overall, verdict }) =>
      overall === Math.round(((clarity + depth + tone) / 3) * 10) / 10 &&
      verdict === (overall >= 2.5 && clarity >= 3 ? "pass" : "fail"),
  ],
  [
    "high if any step is blocked, and true if all steps are done",
    {
      steps: listOf({ id: TEXT, status: { enum: ["open", "done", "blocked"] } }),
      risk: { enum: ["low", "high"], description: "high if any step is blocked" },
      finished: { ...FLAG, description: "True if all steps are done" },
      first_step: { ...TEXT, description: "id of the step to start with" },
    },
    ({ steps, risk, finished, first_step }) =>
      risk === (steps.some(({ status }: Row) => status === "blocked") ? "high" : "low") &&
      finished === steps.every(({ status }: Row) => status === "done") &&
      first_step === steps[0].id,
  ],
  [
    "must be allow when flagged is false",
    {
      flagged: FLAG,
      action: {
        enum: ["allow", "warn", "remove", "ban", "report", "hide"],
        description: "Must be allow when flagged is false",
      },
    },
    ({ flagged, action }) => flagged !== (action === "allow"),
  ],
  [
    "must be true when priority is urgent",
    {
      priority: { enum: ["low", "high", "urgent"] },
      needs_human: { ...FLAG, description: "Must be true when priority is urgent." },
      note: TEXT,
    },
    ({ priority, needs_human }) => needs_human === (priority === "urgent"),
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
    "Minutes from detected_at to resolved_at, null while unresolved",
    {
      status: { enum: ["open", "resolved"] },
      detected_at: MOMENT,
      resolved_at: orNull(MOMENT, "When it was resolved; null unless status is resolved"),
      minutes: orNull(WHOLE, "Minutes from detected_at to resolved_at, null while unresolved"),
    },
    ({ status, detected_at, resolved_at, minutes }) =>
      (status === "resolved" || resolved_at === null) &&
      (resolved_at === null
        ? minutes === null
        : minutes === null ||
          minutes === Math.round((Date.parse(resolved_at) - Date.parse(detected_at)) / 60_000)),
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
    "Null unless status is approved or paid",
    {
      status: { enum: ["draft", "approved", "paid"] },
      approver: orNull(TEXT, "Null unless status is approved or paid"),
    },
    ({ status, approver }) => status !== "draft" || approver === null,
  ],
  [
    "null if the review contains no bug report",
    {
      contains_bug_report: FLAG,
      bug: orNull(TEXT, "What the bug is, null if the review contains no bug report"),
    },
    ({ contains_bug_report, bug }) => contains_bug_report || bug === null,
  ],
  [
    "null if none is required",
    {
      follow_up_required: FLAG,
      follow_up_date: orNull(DAY, "Date of the follow-up; null if none is required"),
    },
    ({ follow_up_required, follow_up_date }) => follow_up_required === (follow_up_date !== null),
  ],
  [
    "0 if data_exposed is false",
    {
      data_exposed: FLAG,
      records: { ...WHOLE, minimum: 0, description: "Exposed records, 0 if data_exposed is false" },
    },
    ({ data_exposed, records }) => data_exposed || records === 0,
  ],
  [
    "True if the lease has no end date",
    {
      end_date: orNull(DAY, "Last day"),
      open_ended: { ...FLAG, description: "True if the lease has no end date" },
    },
    ({ end_date, open_ended }) => open_ended === (end_date === null),
  ],
  [
    "True if more votes for than against",
    {
      votes_for: WHOLE,
      votes_against: WHOLE,
      approved: { ...FLAG, description: "True if more votes for than against" },
    },
    ({ votes_for, votes_against, approved }) => approved === votes_for > votes_against,
  ],
  [
    "True if the total exceeds 250",
    { total: AMOUNT, needs_approval: { ...FLAG, description: "True if the total exceeds 250" } },
    ({ total, needs_approval }) => needs_approval === total > 250,
  ],
  [
    "True if confidence is below 0.6 or action is escalate",
    {
      confidence: { type: "number", minimum: 0, maximum: 1 },
      action: { enum: ["keep", "escalate"] },
      needs_review: {
        ...FLAG,
        description: "True if confidence is below 0.6 or action is escalate",
      },
    },
    ({ confidence, action, needs_review }) =>
      needs_review === (confidence < 0.6 || action === "escalate"),
  ],
  [
    "an amount and its currency",
    {
      fee_amount: orNull(AMOUNT, "Fee"),
      fee_currency: orNull({ enum: ["EUR", "USD"] }, "Its currency"),
    },
    ({ fee_amount, fee_currency }) => (fee_amount === null) === (fee_currency === null),
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

/** Rules that are not understood completely, and whether a row shows that such a rule was followed. */
const MISREAD: readonly [string, JsonObject, (row: Row) => boolean][] = [
  [
    "a clause that names no property",
    {
      affected_users: { ...WHOLE, minimum: 0, maximum: 500 },
      severity: {
        enum: ["low", "high", "critical"],
        description: "critical if production is down, high if affected_users > 100, low otherwise",
      },
    },
    ({ affected_users, severity }) => (severity === "high") === affected_users > 100,
  ],
  [
    "a number with a unit",
    {
      amount: { ...WHOLE, minimum: 0, maximum: 20_000 },
      size: { enum: ["large", "small"], description: "large if amount is above 10k, else small" },
    },
    ({ amount, size }) => (size === "large") === amount > 10,
  ],
  [
    "a comparison of items",
    {
      items: listOf({ name: TEXT, price: { ...WHOLE, minimum: 1, maximum: 200 } }),
      dear: { ...FLAG, description: "True if any item has a price above 150" },
    },
    ({ items, dear }) => dear === items.some(({ price }: Row) => price > 0),
  ],
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

test("a number with a separator of thousands is read as a whole", () => {
  const [wrong] = judged(
    {
      amount: { ...WHOLE, minimum: 0, maximum: 20_000 },
      tier: {
        enum: ["low", "medium", "high"],
        description: "high if amount > 10,000, medium if amount > 1,000, low otherwise",
      },
    },
    ({ amount, tier }) => tier === (amount > 10_000 ? "high" : amount > 1000 ? "medium" : "low"),
  );
  expect(wrong).toEqual([]);
});
