import { TYPES } from "../source/json-type.ts";
import type { Hints } from "./hints.ts";
import { nameTable } from "./name-table.ts";
import { nameWords } from "./name-words.ts";
import { NUMBER_NAMES } from "./number-names.ts";

/** The range that a number of some name is likely to be in, and its digits after the point. */
export type NumberKind = { readonly min: number; readonly max: number; readonly digits: number };

/** The range to choose from where nothing is said. */
export const ANY_NUMBER: NumberKind = { min: 0, max: 1000, digits: 2 };

const TABLE = nameTable(
  NUMBER_NAMES.map(([min, max, digits, names]) => [{ min, max, digits }, names] as const),
);
const SCALE = nameTable([
  [
    true,
    "score|rating|confidence|probability|likelihood|percentage|percent|rate|relevance|similarity|intensity|level|priority|severity|sentiment",
  ],
]);

/** What a number of a shape is likely to be. A scale has the ends that the schema gives it. */
export function likelyNumber(
  hints: Hints,
  { min, max }: { readonly min: number; readonly max: number },
  types: number,
): NumberKind {
  const kind = numberKind(hints) ?? ANY_NUMBER;
  const isBounded = Number.isFinite(min) && Number.isFinite(max);
  if (isBounded && max - min <= WIDEST_SCALE && isOnScale(hints)) return { ...kind, min, max };
  const isWhole = (types & TYPES.fraction) === 0;
  return isWhole && kind.max <= 1 ? PERCENT : kind;
}

const WIDEST_SCALE = 1000;
const PERCENT: NumberKind = { min: 0, max: 100, digits: 0 };

/** What a number is likely to be; undefined where nothing is said of it. */
export function numberKind({ name, titles, description }: Hints): NumberKind | undefined {
  return (
    describedRange(description) ??
    kindOfName(name) ??
    titles.map(kindOfName).find((kind) => kind !== undefined) ??
    DESCRIBED.find(([words]) => words.test(description))?.[1]
  );
}

/** A range that a description gives in digits, as in: from 0 to 10. */
const RANGE: RegExp =
  /(?:\bbetween|\bfrom|\brange(?: of)?:?|\bscale(?: of)?:?|[(:]) ?(-?\d{1,7}(?:\.\d+)?) ?(?:to|and|-|–|\.\.) ?(-?\d{1,7}(?:\.\d+)?)\b/i;

function describedRange(description: string): NumberKind | undefined {
  const [, from, to] = RANGE.exec(description) ?? [];
  const [min, max] = [Number(from), Number(to)];
  return min < max ? { min, max, digits: max - min <= 2 ? 2 : 0 } : undefined;
}

const DESCRIBED: readonly (readonly [RegExp, NumberKind])[] = [
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
  return undefined;
}

/** Whether a value is a place on a scale, whose ends a schema's bounds are. */
function isOnScale({ name }: Hints): boolean {
  return SCALE.ofTail(nameWords(name)) === true;
}
