import { type Hints, nameWords } from "schema-values";
import { describedRange } from "./described-range.ts";
import { phraseOf } from "./description-phrase.ts";
import { exampleNumbers } from "./examples.ts";
import { FOREIGN_NUMBER_NAMES } from "./foreign-number-names.ts";
import { nameTable } from "./name-table.ts";
import { NUMBER_NAMES } from "./number-names.ts";
import type { NumberKind } from "./number-range.ts";
import { describedUnit, namedUnit } from "./number-units.ts";
import { isVagueName } from "./vague-names.ts";

const TABLE = nameTable(
  [...NUMBER_NAMES, ...FOREIGN_NUMBER_NAMES].map(
    ([min, max, digits, names]) => [{ min, max, digits }, names] as const,
  ),
);
const SCALE = nameTable([
  [
    true,
    "score|rating|confidence|probability|likelihood|percentage|percent|rate|relevance|similarity|intensity|level|priority|severity|sentiment",
  ],
]);

/** The likely range of a number of a shape. A scale has the schema's bounds. */
export function likelyNumber(
  hints: Hints,
  { min, max, isWhole }: { readonly min: number; readonly max: number; readonly isWhole: boolean },
): NumberKind | undefined {
  const kind = numberKind(hints);
  if (kind === undefined) return undefined;
  const isBounded = Number.isFinite(min) && Number.isFinite(max);
  if (isBounded && max - min <= WIDEST_SCALE && isOnScale(hints)) return { ...kind, min, max };
  return isWhole && kind.max <= 1 ? PERCENT : kind;
}

const WIDEST_SCALE = 1000;
const PERCENT: NumberKind = { min: 0, max: 100, digits: 0 };

/** The likely range of a number; undefined if its name and descriptions say nothing. */
export function numberKind(hints: Hints): NumberKind | undefined {
  const { name, titles, description } = hints;
  const named = kindOfName(name);
  return (
    describedRange(description) ??
    exampleNumbers(hints, named) ??
    describedUnit(description, named !== undefined) ??
    matching(NOTATIONS, description) ??
    (isVagueName(name) ? undefined : named) ??
    titles
      .filter((title) => !isVagueName(title))
      .map(kindOfName)
      .find((kind) => kind !== undefined) ??
    describedKind(description) ??
    named
  );
}

function describedKind(description: string): NumberKind | undefined {
  if (description === "") return undefined;
  return kindOfName(phraseOf(description)) ?? matching(DESCRIBED, description);
}

type Descriptions = readonly (readonly [RegExp, NumberKind])[];

function matching(table: Descriptions, description: string): NumberKind | undefined {
  return table.find(([words]) => words.test(description))?.[1];
}

/** Ways to write a number that take precedence over the property's name. */
const NOTATIONS: Descriptions = [
  [
    /\b(?:unix|epoch)\b.*\b(?:ms|milliseconds)\b/i,
    { min: 1_600_000_000_000, max: 1_790_000_000_000, digits: 0 },
  ],
  [/\b(?:unix|epoch)\b/i, { min: 1_600_000_000, max: 1_790_000_000, digits: 0 }],
  [
    /\bprobability (?:that|of)\b|\bas a (?:fraction|proportion|probability)\b/i,
    { min: 0, max: 1, digits: 2 },
  ],
];

const DESCRIBED: Descriptions = [
  [/\bpercent/i, { min: 0, max: 100, digits: 0 }],
  [/\bnumber of\b|\bcount\b|\bhow many\b/i, { min: 0, max: 50, digits: 0 }],
  [/\bprice\b|\bcost\b|\bamount\b/i, { min: 1, max: 500, digits: 2 }],
  [/\byear\b/i, { min: 1990, max: 2026, digits: 0 }],
];

function kindOfName(name: string): NumberKind | undefined {
  const words = nameWords(name);
  const isCount = /^(?:num|no|number|n)$/.test(words[0] ?? "") && words.length > 1;
  if (isCount) return TABLE.ofTail(["count"]);
  for (let end = words.length; end > 0; end--) {
    const found = TABLE.ofTail(words.slice(0, end));
    if (found !== undefined) return found;
  }
  return namedUnit(words);
}

/** Whether a value is a point on a scale, which the schema's bounds delimit. */
function isOnScale({ name }: Hints): boolean {
  return SCALE.ofTail(nameWords(name)) === true;
}
