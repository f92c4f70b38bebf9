import { clamped } from "./clamped.ts";

/** Ways to state a rating: the number, and the best one if the text names it. */
const STATED: readonly RegExp[] = [
  /(?<![\d/.,])(\d{1,2}(?:[.,]\d)?) ?\/ ?(5|10|100)(?![\d/.,])/,
  /\b(\d{1,2}(?:[.,]\d)?) (?:out of|von|sur|de|su|van|av) (5|10)\b/i,
  /\b([0-5](?:[.,]\d)?)[ -]?(?:stars?|sterne?n?|étoiles?|estrellas?|stelle|estrelas?|sterren|stern)\b/i,
  /([1-5一二三四五]) ?(?:颗)?星/,
  /星 ?([1-5])/,
  /별점? ?([1-5])/,
];
const CHINESE_DIGITS = "零一二三四五";
const STARS: RegExp = /[⭐★]/gu;
const EMPTY_STARS: RegExp = /☆/gu;
/** Fewer stars are decoration. */
const FEWEST_STARS = 3;
const USUAL_BEST = 5;

/** The rating that a text states, such as "4/5" or "★★★☆☆", from 0 (worst) to 1 (best). */
export function ratingIn(text: string): number | undefined {
  const full = text.match(STARS)?.length ?? 0;
  const empty = full === 0 ? 0 : (text.match(EMPTY_STARS)?.length ?? 0);
  if (full + empty >= FEWEST_STARS) return clamped((full - 1) / (USUAL_BEST - 1), 0, 1);
  for (const pattern of STATED) {
    const [, stated, best = String(USUAL_BEST)] = pattern.exec(text) ?? [];
    if (stated === undefined) continue;
    const digit = CHINESE_DIGITS.indexOf(stated);
    const value = digit > 0 ? digit : Number(stated.replace(",", "."));
    return clamped((value - 1) / (Number(best) - 1), 0, 1);
  }
  return undefined;
}
