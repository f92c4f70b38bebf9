import { describe, expect, test } from "@jest/globals";
import type { RowMatch, RowRule } from "../../src/core/rows/row-rule.ts";
import { rowOutcomes } from "../../src/generate/row-outcomes.ts";

const EMPTY = { kind: "empty" } as const;

describe("among the rows a, b, ab, c, a rule matches", () => {
  const rows: readonly (readonly [RowMatch, string])[] = [
    [{ kind: "index", indexes: [0, 3] }, "0,3"],
    [{ kind: "range", first: 1, last: 2 }, "1,2"],
    [{ kind: "every", nth: 2 }, "1,3"],
    [{ kind: "every", nth: 1 }, "0,1,2,3"],
    [{ kind: "share", share: 0 }, ""],
    [{ kind: "share", share: 1 }, "0,1,2,3"],
    [{ kind: "contains", text: "a" }, "0,2"],
    [{ kind: "pattern", pattern: "^.$" }, "0,1,3"],
  ];
  test.each(rows)("%j: %s", (where, indexes) => {
    const outcomeOf = rowOutcomes([{ where, outcome: EMPTY }], 1);
    const met = ["a", "b", "ab", "c"].flatMap((input, index) =>
      outcomeOf({ index, input }) === undefined ? [] : [index],
    );
    expect(met.join()).toBe(indexes);
  });
});

test("a rule without a condition matches every row, and the first matching rule applies", () => {
  const rules: RowRule[] = [
    { where: { kind: "index", indexes: [0] }, outcome: { kind: "invalidJson" } },
    { outcome: EMPTY },
    { outcome: { kind: "schemaViolation" } },
  ];
  const outcomeOf = rowOutcomes(rules, 1);
  expect(outcomeOf({ index: 0, input: "x" })).toEqual({ kind: "invalidJson" });
  expect(outcomeOf({ index: 1, input: "x" })).toEqual(EMPTY);
  expect(rowOutcomes([], 1)({ index: 0, input: "x" })).toBeUndefined();
});

test("values know the row's rank among the rows that a rule matches", () => {
  const ranksOf = (where?: RowMatch): (number | undefined)[] => {
    const outcome = { kind: "values", values: "edge" } as const;
    const outcomeOf = rowOutcomes([where === undefined ? { outcome } : { where, outcome }], 1);
    return [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap((index) => {
      const decided = outcomeOf({ index, input: "x" });
      return decided?.kind === "values" ? [decided.rank] : [];
    });
  };
  expect(ranksOf()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect(ranksOf({ kind: "every", nth: 3 })).toEqual([0, 1, 2]);
  expect(ranksOf({ kind: "range", first: 4, last: 6 })).toEqual([0, 1, 2]);
  expect(ranksOf({ kind: "index", indexes: [8, 2, 5] })).toEqual([0, 1, 2]);
});

test("a template inserts the row's values, whatever they contain", () => {
  const template = "#${index}: ${input}, ${input}, $${input} for $5";
  const outcomeOf = rowOutcomes([{ outcome: { kind: "template", template } }], 1);
  expect(outcomeOf({ index: 7, input: "$& ${index}" })).toEqual({
    kind: "text",
    text: "#7: $& ${index}, $& ${index}, ${input} for $5",
  });
});

test("a canned rule matches the inputs that it has outputs for", () => {
  const outputs = { hi: "hello", nothing: "" };
  const rules: RowRule[] = [{ outcome: { kind: "canned", outputs } }, { outcome: EMPTY }];
  const outcomeOf = rowOutcomes(rules, 1);
  expect(outcomeOf({ index: 0, input: "hi" })).toEqual({ kind: "text", text: "hello" });
  expect(outcomeOf({ index: 1, input: "nothing" })).toEqual({ kind: "text", text: "" });
  expect(outcomeOf({ index: 2, input: "constructor" })).toEqual(EMPTY);
});

test("a share is met in the long run, varies by seed and rule, and is repeatable in any order", () => {
  const rule: RowRule = { where: { kind: "share", share: 0.05 }, outcome: EMPTY };
  const rows = Array.from({ length: 4000 }, (_, index) => ({ index, input: "same" }));
  const met = (rules: readonly RowRule[], seed: number) => {
    const outcomeOf = rowOutcomes(rules, seed);
    return rows.filter((row) => outcomeOf(row) !== undefined).map(({ index }) => index);
  };
  const first = met([rule], 1);
  expect(first.length).toBeGreaterThan(150);
  expect(first.length).toBeLessThan(250);
  expect(met([rule], 2)).not.toEqual(first);
  expect(met([rule, rule], 1).length).toBeGreaterThan(first.length);
  const outcomeOf = rowOutcomes([rule], 1);
  const backwards = rows.toReversed().filter((row) => outcomeOf(row) !== undefined);
  expect(backwards.map(({ index }) => index).reverse()).toEqual(first);
});
