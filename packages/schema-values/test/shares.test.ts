import { describe, expect, test } from "@jest/globals";
import { compileSchema } from "../src/compile/compile-schema.ts";
import { defaultLexicon, type Lexicon, type Subject } from "../src/index.ts";
import type { JsonObject, JsonValue } from "../src/json.ts";
import { rngFor } from "../src/rng.ts";

const COUNT = 1000;
const USUAL: Subject = { text: "", heat: 1 };

/** The values of a property for a subject. */
function valuesOf(
  schema: JsonObject,
  lexicon: Partial<Lexicon> = {},
  subject: Subject = USUAL,
): readonly JsonValue[] {
  const { row } = compileSchema(
    { type: "object", properties: { value: schema }, required: ["value"] },
    { lexicon: { ...defaultLexicon, ...lexicon }, maxSteps: 1_000_000 },
  );
  return Array.from(
    { length: COUNT },
    (_, i) => (row(rngFor(1, "row", i), { subject }) as JsonObject)["value"] ?? null,
  );
}

function shareOf(values: readonly JsonValue[], value: JsonValue): number {
  return values.filter((it) => it === value).length / values.length;
}

const LABELS = { enum: ["alpha", "beta", "gamma", "OTHER"] };
const FAVORS_BETA: Partial<Lexicon> = { choice: () => () => ({ indexes: [1] }) };

describe("one of several values", () => {
  test("is evenly drawn, even if one of them is a catch-all", () => {
    for (const label of LABELS.enum) {
      expect(shareOf(valuesOf(LABELS), label)).toBeGreaterThan(0.2);
      expect(shareOf(valuesOf(LABELS), label)).toBeLessThan(0.3);
    }
  });

  test("is the favored one in at most 80% of the rows, and the others share the rest", () => {
    const values = valuesOf(LABELS, FAVORS_BETA);
    expect(shareOf(values, "beta")).toBeGreaterThan(0.75);
    expect(shareOf(values, "beta")).toBeLessThan(0.85);
    for (const label of ["alpha", "gamma", "OTHER"])
      expect(shareOf(values, label)).toBeGreaterThan(0.04);
  });

  test("is less often the favored one at a higher temperature", () => {
    const warm = shareOf(valuesOf(LABELS, FAVORS_BETA, { ...USUAL, heat: 1.5 }), "beta");
    const hot = shareOf(valuesOf(LABELS, FAVORS_BETA, { ...USUAL, heat: 2 }), "beta");
    expect([warm > 0.45 && warm < 0.6, hot > 0.2 && hot < 0.3]).toEqual([true, true]);
  });

  test("is always the one that the subject states", () => {
    const choice = () => () => ({ indexes: [2], isStated: true });
    expect(shareOf(valuesOf(LABELS, { choice }, { ...USUAL, heat: 2 }), "gamma")).toBe(1);
  });

  test("leaves at least 5% of the rows to each of many others", () => {
    const values = valuesOf({ enum: [..."abcdefghij"] }, FAVORS_BETA);
    for (const label of "acdefghij") expect(shareOf(values, label)).toBeGreaterThan(0.03);
  });
});

describe("null", () => {
  test.each([
    "Serial number, null if none is given",
    "null if not disclosed",
    "Null if the notice has none.",
    "Weight, if any",
    "A number or null",
    "None if unknown",
    "null, falls nicht angegeben",
    "null, wenn keine vorhanden ist",
    "null s'il n'est pas indiqué",
    "null si no se menciona",
  ])("is usual for a value that the subject doesn't state: %s", (description) => {
    const schemas = [
      { description, type: ["number", "null"] },
      { description, anyOf: [{ type: "string" }, { type: "null" }] },
      { description, enum: ["EUR", "USD", "GBP", null] },
    ];
    for (const schema of schemas) {
      expect(shareOf(valuesOf(schema), null)).toBeGreaterThan(0.75);
      expect(shareOf(valuesOf(schema), null)).toBeLessThan(0.85);
    }
    const choice = () => () => ({ indexes: [1], isStated: true });
    expect(shareOf(valuesOf(schemas[2] as JsonObject, { choice }), "USD")).toBe(1);
  });

  test.each(["The weight", "Whether anything was found"])(
    "is rare otherwise: %s",
    (description) => {
      expect(shareOf(valuesOf({ description, type: ["number", "null"] }), null)).toBeLessThan(0.25);
    },
  );
});

test("a number that the subject suggests is in at most 80% of the rows, one that it states in all", () => {
  const schema = { type: "integer", minimum: 0, maximum: 1000 };
  const model = { min: 0, max: 1000, digits: 0 };
  const suggested = valuesOf(schema, { number: () => ({ ...model, suggested: () => 7 }) });
  expect(shareOf(suggested, 7)).toBeGreaterThan(0.75);
  expect(shareOf(suggested, 7)).toBeLessThan(0.85);
  const stated = valuesOf(schema, { number: () => ({ ...model, stated: () => 7 }) });
  expect(shareOf(stated, 7)).toBe(1);
});

test("an arbitrary number is sometimes large, and sometimes negative", () => {
  for (const type of ["number", "integer"]) {
    const values = valuesOf({ type }) as readonly number[];
    expect(values.filter((it) => it > 10_000).length).toBeGreaterThan(50);
    expect(values.filter((it) => it < 0).length).toBeGreaterThan(50);
  }
});

test("a list is empty, or has one item, a few, or many, if its schema allows it", () => {
  const lengths = (
    valuesOf({ type: "array", items: { type: "integer" }, maxItems: 50 }) as readonly JsonValue[][]
  ).map(({ length }) => length);
  for (const least of [0, 1, 2, 6]) {
    const most = [0, 1, 5, 50][[0, 1, 2, 6].indexOf(least)] ?? 0;
    const share = lengths.filter((it) => it >= least && it <= most).length / COUNT;
    expect([least, share > 0.05]).toEqual([least, true]);
  }
  const few = valuesOf({ type: "array", minItems: 1, maxItems: 3 }) as readonly JsonValue[][];
  expect(new Set(few.map(({ length }) => length))).toEqual(new Set([1, 2, 3]));
});

describe("a string", () => {
  const text: Lexicon["text"] = () => ({ write: () => "some words", isTold: true, isLabel: true });

  test("is one of the labels of the row's instructions if it is a label", () => {
    const values = valuesOf({ type: "string" }, { text }, { ...USUAL, labels: ["spam", "ham"] });
    expect(new Set(values)).toEqual(new Set(["spam", "ham"]));
    expect(new Set(valuesOf({ type: "string" }, { text }))).toEqual(new Set(["some words"]));
  });

  test("is one of the labels that its hints list, as far as its schema allows them", () => {
    const labels = ["low", "medium", "high"];
    const listed: Lexicon["text"] = (hints) => ({ ...text(hints), labels });
    expect(new Set(valuesOf({ type: "string" }, { text: listed }))).toEqual(new Set(labels));
    const short = { type: "string", maxLength: 4 };
    expect(new Set(valuesOf(short, { text: listed }))).toEqual(new Set(["low", "high"]));
  });
});
