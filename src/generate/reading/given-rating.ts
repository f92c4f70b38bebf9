import { scanned } from "../text/scan.ts";
import { Sign } from "../text/word-runs.ts";
import { clamped } from "./clamped.ts";

/** Ways to state a rating, each with a string that texts with it contain: a search for that is faster. */
const STATED: readonly (readonly [string, RegExp])[] = [
  ["/", /(?<![\d/.,])(\d{1,2}(?:[.,]\d)?) ?\/ ?(5|10|100)(?![\d/.,])/],
  [" out of ", /\b(\d{1,2}(?:[.,]\d)?) out of (5|10)\b/i],
  [" von ", /\b(\d{1,2}(?:[.,]\d)?) von (5|10)\b/],
  [" sur ", /\b(\d{1,2}(?:[.,]\d)?) sur (5|10)\b/],
  [" star", /\b([0-5](?:[.,]\d)?) stars?\b/i],
  ["-star", /\b([0-5](?:[.,]\d)?)-stars?\b/i],
  [" Stern", /\b([0-5](?:[.,]\d)?) Sterne?n?\b/],
  [" étoile", /\b([0-5](?:[.,]\d)?) étoiles?\b/],
  [" estrel", /\b([0-5](?:[.,]\d)?) (?:estrellas?|estrelas?)\b/],
  [" stell", /\b([0-5](?:[.,]\d)?) stell[ae]\b/],
  [" ster", /\b([0-5](?:[.,]\d)?) ster(?:ren)?\b/],
  ["星", /([1-5一二三四五]) ?(?:颗)?星/],
  ["星", /星 ?([1-5])/],
  ["별", /별점? ?([1-5])/],
];
const CHINESE_DIGITS = "零一二三四五";
const STARS: RegExp = /[⭐★]/gu;
const EMPTY_STARS: RegExp = /☆/gu;
/** Fewer stars are decoration. */
const FEWEST_STARS = 3;
const USUAL_BEST = 5;

/** The rating that an input states, such as "4/5" or "★★★☆☆", from 0 (worst) to 1 (best). */
export function ratingIn(text: string): number | undefined {
  if (!mayState(text)) return undefined;
  const hasStars = text.includes("⭐") || text.includes("★");
  const full = hasStars ? (text.match(STARS)?.length ?? 0) : 0;
  const empty = hasStars ? (text.match(EMPTY_STARS)?.length ?? 0) : 0;
  if (full + empty >= FEWEST_STARS) return clamped((full - 1) / (USUAL_BEST - 1), 0, 1);
  for (const [sign, pattern] of STATED) {
    if (!text.includes(sign)) continue;
    const [, stated, best = String(USUAL_BEST)] = pattern.exec(text) ?? [];
    if (stated === undefined) continue;
    const digit = CHINESE_DIGITS.indexOf(stated);
    const value = digit > 0 ? digit : Number(stated.replace(",", "."));
    return clamped((value - 1) / (Number(best) - 1), 0, 1);
  }
  return undefined;
}

/** What can follow the number of a rating: a space or a hyphen, and the first letter of one of the words. */
const BEFORE_WORD: ReadonlySet<number> = unitsOf(" -");
const FIRST_LETTERS: ReadonlySet<number> = unitsOf("osvSeé");

function unitsOf(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0)));
}

/** Whether an input has a sign of ratings, or a number before a word of ratings. */
function mayState(text: string): boolean {
  const { signs, runs, numbers, numberCount } = scanned(text);
  if ((signs & (Sign.rating | Sign.nonLatin)) !== 0) return true;
  for (let i = 0; i < numberCount; i++) {
    const end = runs.end(numbers[i] ?? 0);
    if (BEFORE_WORD.has(text.charCodeAt(end)) && FIRST_LETTERS.has(text.charCodeAt(end + 1)))
      return true;
  }
  return false;
}
