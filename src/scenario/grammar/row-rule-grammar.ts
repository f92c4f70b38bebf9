import { isUnicodePattern, patternProblem } from "schema-values";
import * as z from "zod";
import type { RowMatch, RowRule } from "../../core/rows/row-rule.ts";
import { keyList } from "./key-list.ts";
import { type FilesOf, rowOutcome, VALUES_TEXT, valueKind } from "./row-outcome.ts";
import { countOf, indexes, keys, oneKeyOf, optional, share, wholeNumber } from "./values.ts";

const RANGE_FORM = "a list of two indexes, the first and the last, in ascending order";
const PATTERN_FORM = "an ECMAScript regular expression";
const LINEAR_FORM = `${PATTERN_FORM} that can be matched in linear time`;
const MATCH_FORM = "a string or `{ pattern: … }`";

const range: z.ZodType<RowMatch> = z
  .tuple([wholeNumber(0), wholeNumber(0)], { error: RANGE_FORM })
  .refine(([first, last]) => first <= last, { error: RANGE_FORM })
  .transform(([first, last]) => ({ kind: "range", first, last }));

const pattern: z.ZodType<RowMatch> = z
  .string({ error: PATTERN_FORM })
  .refine(isUnicodePattern, { error: PATTERN_FORM, abort: true })
  .refine((text) => patternProblem(text) === undefined, {
    error: ({ input }) => `${LINEAR_FORM} (${patternProblem(String(input))})`,
  })
  .transform((text) => ({ kind: "pattern", pattern: text }));

const match: z.ZodType<RowMatch> = z.union(
  [
    z
      .string({ error: MATCH_FORM })
      .min(1, { error: MATCH_FORM })
      .transform((text): RowMatch => ({ kind: "contains", text })),
    oneKeyOf({
      pattern: pattern.describe("A regular expression that matches anywhere in the input."),
    }),
  ],
  { error: MATCH_FORM },
);

const WHERE = {
  index: optional(
    indexes.transform((given): RowMatch => ({ kind: "index", indexes: given })),
    "Rows with these indexes. Indexes start at 0.",
  ),
  range: optional(range, "Rows from the first index to the last, inclusive. Indexes start at 0."),
  every: optional(
    wholeNumber(1).transform((nth): RowMatch => ({ kind: "every", nth })),
    "Every nth row: 10 selects the rows with indexes 9, 19, 29, and so on.",
  ),
  share: optional(
    share.transform((part): RowMatch => ({ kind: "share", share: part })),
    "About this share of all rows. The seed determines which.",
  ),
  match: optional(match, "Rows whose input contains this string or matches this `{ pattern: … }`."),
};

const WHERE_KEYS = Object.keys(WHERE);

export function rowRule(files: FilesOf): z.ZodType<RowRule> {
  return keys({
    ...WHERE,
    outcome: optional(rowOutcome(files), "Output for these rows."),
    values: optional(valueKind, `${VALUES_TEXT} Can't be combined with \`outcome\`.`),
  })
    .refine(...countOf(WHERE_KEYS, [0, 1], `an object with at most one of ${keyList(WHERE_KEYS)}`))
    .refine(...countOf(["outcome", "values"], [1], "an object with either `outcome` or `values`"))
    .transform(({ outcome, values = "plausible", ...where }) => {
      const [only] = Object.values(where);
      const what = outcome ?? { kind: "values", values };
      return only === undefined ? { outcome: what } : { where: only, outcome: what };
    });
}
