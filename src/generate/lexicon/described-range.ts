import type { NumberModel } from "schema-values";

const NUMBER = "(-?\\d{1,7}(?:\\.\\d{1,4})?)";
/** A range in a description, such as "from 0 to 10", also with a remark after each number. */
const RANGE: RegExp = new RegExp(
  `(?:\\b(?:between|from|range(?: of)?|scale(?: of)?|entre|von|zwischen|de|da|tra|fra):? ?|[([:,] ?)${NUMBER}%?(?: \\([^)]{0,40}\\))? ?(?:to|and|bis|und|à|a|y|e|et|-|–|—|\\.{2,3}) ?${NUMBER}(?![\\d/:-]|\\.\\d)`,
  "i",
);
const INTERVAL: RegExp = new RegExp(`[[(]${NUMBER}, ?${NUMBER}[\\])]`);
/** A short range without an introduction, such as "a 1-5 star rating". */
const SHORT_RANGE: RegExp =
  /(?:^|\s)(-?\d{1,3}(?:\.\d{1,4})?)(?: \([^)]{0,40}\))? ?(?:to|bis|-|–|—|\.{2,3}) ?(-?\d{1,3}(?:\.\d{1,4})?)(?![\d/:-]|\.\d)/i;
/** Values with their meanings, such as "0 = not toxic, 10 = very toxic". */
const MEANT: RegExp =
  /(?<![\w.])(-?\d{1,4}(?:\.\d{1,4})?)(?: ?=|:| ?(?:means|being|is|for|bedeutet|signifie)\b| \([a-z]| (?:highest|lowest|best|worst|most|least)\b)/gi;
const OUT_OF: RegExp = /\b(?:out of|von maximal|sur) (\d{1,4})\b/i;
const STARS: RegExp = /\bstars?\b|\brating\b/i;

/** The range of numbers that a description states; undefined if it states none. */
export function describedRange(description: string): NumberModel | undefined {
  if (description === "") return undefined;
  const found = [RANGE, INTERVAL, SHORT_RANGE].map((range) => range.exec(description));
  const [, from, to] = found.find((it) => it !== null) ?? [];
  if (from !== undefined && to !== undefined) return rangeOf(from, to);
  const meant = [...description.matchAll(MEANT)].map(([, value = ""]) => value);
  if (meant.length > 1) {
    const sorted = [...meant].sort((a, b) => Number(a) - Number(b));
    return rangeOf(sorted[0] ?? "", sorted.at(-1) ?? "");
  }
  const [, most] = OUT_OF.exec(description) ?? [];
  return most === undefined ? undefined : rangeOf(STARS.test(description) ? "1" : "0", most);
}

function rangeOf(from: string, to: string): NumberModel | undefined {
  const [min, max] = [Number(from), Number(to)];
  const isFine = max - min <= 2 || (from + to).includes(".");
  return min < max ? { min, max, digits: isFine ? 2 : 0 } : undefined;
}
