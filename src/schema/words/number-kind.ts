import { TYPES } from "../source/json-type.ts";
import { phraseOf } from "./description-phrase.ts";
import { FOREIGN_NUMBER_NAMES } from "./foreign-number-names.ts";
import type { Hints } from "./hints.ts";
import { nameTable } from "./name-table.ts";
import { nameWords } from "./name-words.ts";
import { NUMBER_NAMES } from "./number-names.ts";
import { isVagueName } from "./vague-names.ts";

/** The likely range of a number with a certain name, and its decimal places. */
export type NumberKind = { readonly min: number; readonly max: number; readonly digits: number };

/** The default range. */
export const ANY_NUMBER: NumberKind = { min: 0, max: 1000, digits: 2 };

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

/** The likely range of a number; undefined if its name and descriptions say nothing. */
export function numberKind({ name, titles, description }: Hints): NumberKind | undefined {
  const named = kindOfName(name);
  return (
    describedRange(description) ??
    (isVagueName(name) ? undefined : named) ??
    titles
      .filter((title) => !isVagueName(title))
      .map(kindOfName)
      .find((kind) => kind !== undefined) ??
    describedKind(description) ??
    named
  );
}

/** A range in a description, such as "from 0 to 10". */
const RANGE: RegExp =
  /(?:\b(?:between|from|range(?: of)?|scale(?: of)?|entre|von|zwischen|de|da|tra|fra):? ?|[([:,] ?)(-?\d{1,7}(?:\.\d+)?) ?(?:to|and|bis|und|à|a|y|e|et|-|–|—|\.{2,3}) ?(-?\d{1,7}(?:\.\d+)?)(?![\d/:-]|\.\d)/i;
const INTERVAL: RegExp = /[[(](-?\d{1,7}(?:\.\d+)?), ?(-?\d{1,7}(?:\.\d+)?)[\])]/;
/** A short range without an introduction, such as "a 1-5 star rating". */
const SHORT_RANGE: RegExp =
  /(?:^|\s)(-?\d{1,3}(?:\.\d+)?) ?(?:to|bis|-|–|—|\.{2,3}) ?(-?\d{1,3}(?:\.\d+)?)(?![\d/:-]|\.\d)/i;

function describedRange(description: string): NumberKind | undefined {
  if (description === "") return undefined;
  const found = [RANGE, INTERVAL, SHORT_RANGE].map((range) => range.exec(description));
  const [, from = "", to = ""] = found.find((it) => it !== null) ?? [];
  const [min, max] = [Number(from), Number(to)];
  const isFine = max - min <= 2 || (from + to).includes(".");
  return min < max ? { min, max, digits: isFine ? 2 : 0 } : undefined;
}

function describedKind(description: string): NumberKind | undefined {
  if (description === "") return undefined;
  return (
    kindOfName(phraseOf(description)) ?? DESCRIBED.find(([words]) => words.test(description))?.[1]
  );
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

/** Whether a value is a point on a scale, which the schema's bounds delimit. */
function isOnScale({ name }: Hints): boolean {
  return SCALE.ofTail(nameWords(name)) === true;
}
