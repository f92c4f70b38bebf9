import { words } from "schema-values";
import {
  isDigit,
  isLatin,
  isNegated,
  MOST_VALUES,
  matchAt,
  SPACE,
  type Stated,
  wordStarts,
} from "./stated.ts";
import { foldedUnit, isUnspaced } from "./units.ts";

export type Money = {
  readonly amount: number;
  readonly currency: string;
  /** Whether the amount is the end of a range that starts with the previous amount. */
  readonly isRangeEnd: boolean;
};

/** The first lowercase letters of currencies, and the dollar sign. */
const LETTERS_AND_DOLLAR: readonly number[] = [0x24, 0x64, 0x65, 0x7a];
/** Characters that can be between the digits of a number. */
const SEPARATORS: readonly string[] = [".", ",", "'", "’", " ", "\u00a0", "\u202f"];
/** Signs and words for currencies that are not their codes. */
const SIGNS: ReadonlyMap<string, string> = new Map(
  "€ EUR,euro EUR,euros EUR,£ GBP,$ USD,dollar USD,dollars USD,円 JPY,¥ JPY,￥ JPY,元 CNY,원 KRW,₩ KRW,₹ INR,zł PLN"
    .split(",")
    .map((line) => line.split(" ") as [string, string]),
);
const CODES = words(
  "EUR GBP CHF USD JPY CNY KRW INR PLN CAD AUD NZD SGD HKD BRL MXN ZAR TRY CZK HUF SEK NOK DKK THB AED",
);
/** An amount such as "1.200,50" or "1 200", with a possible currency before and after it. */
const AMOUNT: RegExp =
  /(?<=([€£$¥￥₩₹]|(?<![A-Za-z\d])[A-Z]{3}) ?|)(?<!\d[.,])((?:\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,3}|\d{1,9}(?:[.,'’]\d{3}){0,3})(?:[.,]\d{1,2})?)(?![.,]?\d|e\d)(?: ?([€£$¥￥₩₹円元원]|(?:[A-Z]{3}|[Ee]uros?|[Dd]ollars?|zł)(?![a-z])))?/y;

/** Number of characters in the longest amount, "123 456 789 012.34", and a few more. */
const LONGEST_AMOUNT = 24;

/** The first bound of a range, in the text before the second: "85-" in "85-95 EUR". */
const RANGE_START: RegExp =
  /(?<![\d.,'’€£$])(\d{1,9}|\d{1,3}(?:[.,'’]\d{3}){1,3})(?: ?[-–—]| to| bis| à| a) ?$/;

/** The second bound of a range, in the text after the first: "-95" in "$85-95". */
const RANGE_END: RegExp =
  /^(?: ?[-–—] ?| to | bis | à )(\d{1,9}|\d{1,3}(?:[.,'’]\d{3}){1,3})(?!\d|[.,'’]\d|[%:-])/;

/** Separators between the bounds of a range. */
const BETWEEN: RegExp = /^(?: ?[-–—] ?| (?:to|bis|à|a|and|or|und|oder|et|ou|y|o|e) )$/;

/** The text between the amounts of a range. */
const RANGE_GAP: RegExp = /^ ?(?:[-–—]|(?:up )?to|bis|à|a) ?$/;
const AND: RegExp = /^ (?:and|und|et|y|e|en) ?$/;
const ANNOUNCES_AND: RegExp = /\b(?:between|zwischen|entre|tra|tussen) ?$/i;

/** Words after an amount that state its purpose: "per month", "for the deposit", "utilities". */
const PURPOSE: RegExp =
  /(?: ?\/ ?| (?:(?:per|for|in|of|a|an|the|pro|für|par|pour|por|al|de|la|para|di) ){0,2})\p{L}{2,20}(?!\p{L}| ?[:\d$€£¥])/uy;

/** Words and letters that multiply a number: "$5k", "3 million". */
const SCALE: RegExp =
  /(?:(k| thousand| tsd)|(m| million(?:en|es|s)?| millones| milioni| mio| mln)|(bn| billion| mrd))(?![a-z])/iy;

function scaleAt(text: string, at: number): number {
  const [, thousand, million, billion] = matchAt(SCALE, text, at) ?? [];
  return thousand ? 1e3 : million ? 1e6 : billion ? 1e9 : 1;
}

export function moneyIn(text: string, runs: readonly number[]): readonly Stated<Money>[] {
  const found: Stated<Money>[] = [];
  let [from, end, last, isOpen] = [0, 0, 0, false];
  for (const start of runs) {
    if (found.length >= MOST_VALUES) break;
    if (start < end || !mayBeMoney(text, start)) continue;
    const [whole = "", before = "", written = "", after = ""] = matchAt(AMOUNT, text, start) ?? [];
    end = start + written.length;
    const currency = currencyOf(before) ?? currencyOf(after);
    if (currency === undefined) continue;
    const head = start - before.length - (before && text.charCodeAt(start - 1) === SPACE ? 1 : 0);
    const gap = text.slice(last, head);
    const isEnd = last > 0 && (RANGE_GAP.test(gap) || (isOpen && AND.test(gap)));
    if (!isEnd && isNegative(text, head)) continue;
    isOpen = ANNOUNCES_AND.test(text.slice(Math.max(0, head - LONGEST_AMOUNT), head));
    // In "tax on $100", the tax is not $100.
    const names = text.slice(0, head).endsWith(" on ") ? [] : wordStarts(text, from, start);
    const next = start + whole.length;
    last = next;
    from = next + (matchAt(PURPOSE, text, next)?.[0].length ?? 0);
    names.push(...wordStarts(text, next, from));
    // In some ranges, only the second bound has a currency.
    const least = RANGE_START.exec(text.slice(Math.max(0, start - LONGEST_AMOUNT), start))?.[1];
    const [range = "", most] =
      RANGE_END.exec(before && text.slice(end, end + LONGEST_AMOUNT)) ?? [];
    const scale = scaleAt(text, end + range.length);
    for (const each of [least, written, most])
      if (each) {
        const isRangeEnd = each === most || (each === written && (isEnd || least !== undefined));
        found.push({ value: { amount: numberOf(each, scale), currency, isRangeEnd }, names });
      }
  }
  return found;
}

/** Whether a sign or a letter of a currency is beside a number. Most numbers have neither. */
function mayBeMoney(text: string, start: number): boolean {
  let end = start;
  while (
    end - start < LONGEST_AMOUNT &&
    (isDigit(text.charCodeAt(end)) || SEPARATORS.includes(text.charAt(end)))
  )
    end++;
  const before = text.charCodeAt(start - 1);
  const after = text.charCodeAt(end);
  return (
    mayBeCurrency(before === SPACE ? text.charCodeAt(start - 2) : before) ||
    mayBeCurrency(after === SPACE ? text.charCodeAt(end + 1) : after)
  );
}

function mayBeCurrency(unit: number): boolean {
  if (unit < 0x80) return (unit >= 0x41 && unit <= 0x5a) || LETTERS_AND_DOLLAR.includes(unit);
  return foldedUnit(unit) === 0 || isUnspaced(unit);
}

/** A currency's code, from the code itself, a sign, or a word; undefined if it is unknown. */
export function currencyOf(sign: string): string | undefined {
  return CODES.has(sign) ? sign : SIGNS.get(sign.toLowerCase());
}

/** Reads "1.200" as 1200, but "1.20" and "0.125" with a decimal point. */
function numberOf(written: string, scale: number): number {
  const [, whole = written, decimals = ""] = DECIMALS.exec(written) ?? [];
  const number = Number(`${whole.replace(/[^\d]/g, "")}.${decimals || "0"}`);
  // With doubles, 1.1 times a million is a bit more than 1,100,000.
  return scale === 1 ? number : Math.round(number * scale);
}

const DECIMALS: RegExp = /^(0|.{1,20}(?=.(?:\d{1,2}|\d{4,20})$))[.,](\d{1,20})$/;

/** Maximum number of characters between a number and the words before it that say what it is. */
const LONGEST_CLAUSE = 40;
/** A sign that follows a number in place of a unit's name. */
const UNIT_SIGN: RegExp = /^ ?(%|°|[CF](?![\p{L}\d]))/u;
const UNITS: { readonly [sign in string]?: string } = {
  "%": "percent",
  "°": "degrees",
  C: "degrees",
  F: "degrees",
};
/** Maximum number of words after a number that say what it counts or measures. */
const COUNTED_WORDS = 3;
/** A number such as "1,200.50", but not part of "192.168.0.1" or "12.05.2025". */
const NUMBER: RegExp =
  /(?<!\d[.,])(?:\d{1,3}(?:,\d{3}){1,3}|\d{1,3}(?:\.\d{3}){1,3}|\d{1,3}(?: \d{3}){1,2}(?= km)|\d{1,15})(?:[.,]\d{1,15})?(?![.,]?\d)/y;

/** A year, such as "in 2025" or "in May 2025", which is not a count of the next word. */
const YEAR: RegExp = /\bin(?: \p{L}{3,9})? (?:19|20)\d\d$/iu;

/** The text after a number that selects from several things: "one of the rooms". */
const PART: RegExp = /^ of (?:the|our|my|these|those|\d)/;

/** A unit, or a hyphen before a word, directly after a number: "9C", "27kg", "5-door". */
const UNIT_AFTER: RegExp =
  /^(?:-[a-z]|(?:°?[cf]|kg|km|cm|mm|m|g|l|ml|k?wh?|min|h|s|gb|mb|tb)(?![\p{L}\d]))/iu;

/** The plain numbers in a string, in order, without those in words, codes, dates, and amounts. */
export function numbersIn(text: string, runs: readonly number[]): readonly Stated<number>[] {
  const found: Stated<number>[] = [];
  let [from, end] = [0, 0];
  for (const start of runs) {
    if (found.length === MOST_VALUES) break;
    if (start < from || (isJoined(text, start - 1) && !isNegative(text, start))) continue;
    const written = matchAt(NUMBER, text, start)?.[0];
    if (written === undefined) continue;
    const next = start + written.length;
    if (isJoined(text, next) && !UNIT_AFTER.test(text.slice(next, next + 5))) continue;
    const isRange = BETWEEN.test(text.slice(end, start));
    end = next;
    const near = text.slice(Math.max(from, start - LONGEST_CLAUSE), start).split(/[,;(]/);
    const names = wordStarts(text, start - (near.at(-1)?.length ?? 0), start);
    const isYear =
      written.length === 4 && YEAR.test(text.slice(Math.max(0, start - LONGEST_AMOUNT), end));
    const [sign = "", word = ""] = UNIT_SIGN.exec(text.slice(end, end + 3)) ?? [];
    const isAfterColon = /: ?$/.test(text.slice(start - 2, start));
    from = isYear ? end : wordsEnd(text, end + sign.length, isAfterColon);
    const unit = UNITS[word] ?? "";
    names.push(...wordStarts(unit, 0, unit.length), ...wordStarts(text, end, from));
    const number = numberOf(written, scaleAt(text, end)) * (isNegative(text, start) ? -1 : 1);
    // A range such as "2 to 4" states no number, and neither does "not 3".
    if (isRange) found.pop();
    else if (!isNegated(text, start) && !PART.test(text.slice(next, next + LONGEST_AMOUNT)))
      found.push({ value: number, names });
  }
  return found;
}

const TWO_DECIMALS: RegExp =
  /(?<![\w.,:/+-])\d{1,7}[.,]\d{2}(?![\d%°]|[.,:/-]\d| ?(?:km|m|kg|cm|mm|l|ml|g|h|kwh)(?![\p{L}\d]))/giu;

/** The numbers that can be amounts in a string that states no currency: they have two decimals. */
export function bareAmountsIn(text: string, numbers: readonly Stated<number>[]): Stated<Money>[] {
  const found = new Set((text.match(TWO_DECIMALS) ?? []).map((it) => Number(it.replace(",", "."))));
  return numbers.flatMap(({ value, names }) =>
    found.has(value) ? { value: { amount: value, currency: "", isRangeEnd: false }, names } : [],
  );
}

/** Whether a minus sign, not a hyphen, precedes a number. */
function isNegative(text: string, start: number): boolean {
  return text.charAt(start - 1) === "-" && /[\s(:]/.test(text.charAt(start - 2));
}

/** Whether a character joins a number to adjacent text. */
function isJoined(text: string, at: number): boolean {
  return /[\w:/+#€£$¥-]/.test(text.charAt(at)) || isLatin(text, at);
}

/** Words that end a number's unit: "20 minutes and cook time", "88 points from me". */
const CONNECTION: RegExp =
  /^ (?:and|und|et|y|e|en|from|to|until|on|at|for|bis|für|pour|para|am|im)$/i;

/** The index where the words after a number end. */
function wordsEnd(text: string, start: number, isAfterColon: boolean): number {
  let end = start;
  for (let words = 0; words < COUNTED_WORDS; words++) {
    let next = end + (/[ -]/.test(text.charAt(end)) ? 1 : 0);
    while (foldedUnit(text.charCodeAt(next)) !== 0 && !isDigit(text.charCodeAt(next))) next++;
    // In "Rooms: 3 Beds: 6" and "from 3 to 6", the second name is the next number's.
    const isNext = isAfterColon || words > 0 ? /^:? ?[\d$€£¥-]/ : /^ [\d$€£¥-]/;
    if (next - end < 2 || isNext.test(text.slice(next, next + 3))) return end;
    if (CONNECTION.test(text.slice(end, next))) return end;
    end = next;
  }
  return end;
}

const RATING: RegExp =
  /(?<![/.,]|\b(?:on|from|not give|n['’]t give) )(\d{1,2}(?:[.,]\d)?)[ -]?(?:(?:\/ ?|out of |von |sur |sobre |de |su )(5|10)(?!\d|[/.,]\d| (?!stars|points)(?:\p{L}{3,20}s|\p{Lu}\p{Ll}+n)(?!\p{L}))|(?:stars?|sterne?|étoiles?|estrellas?|stelle)(?!\p{L}|[ -]h[oô]tel))/iuy;

const STARS: RegExp =
  /(?:^|[.!?] |\bI(?:['’]d)? g[ai]ve it )(one|two|three|four|five)(?:[ -]stars?(?=[.!:,]|$| (?:because|for|from (?:me|us))\b)| out of five(?=[.!]|$| from (?:me|us)\b))/gi;

/** A rating, such as 4 out of 5. */
export type Rating = { readonly stated: number; readonly best: number };

/** The rating that a string states, such as "4/5" or "4 stars"; undefined if none. */
export function ratingIn(text: string, runs: readonly number[]): Rating | undefined {
  for (const run of runs) {
    const [, stated, best = 5] = matchAt(RATING, text, run) ?? [];
    if (stated !== undefined)
      return { stated: Number(stated.replace(",", ".")), best: Number(best) };
  }
  // Most strings have no such words, and this check is faster than the search.
  if (text.search(STARS) < 0) return undefined;
  const [word = "", other] = new Set(
    [...text.matchAll(STARS)].map(([, it = ""]) => it.toLowerCase()),
  );
  const stated = 1 + "one two three four five".split(" ").indexOf(word);
  return stated > 0 && other === undefined ? { stated, best: 5 } : undefined;
}
