import { lastCached, MOST_VALUES, type Stated, wordStarts } from "./stated.ts";
import { READ_CHARACTERS } from "./units.ts";

export type Money = { readonly amount: number; readonly currency: string };

/** Currency codes by lowercase sign or word. */
const SIGNS: ReadonlyMap<string, string> = new Map(
  "€ EUR,euro EUR,euros EUR,£ GBP,$ USD,dollar USD,dollars USD,円 JPY,¥ JPY,￥ JPY,元 CNY,원 KRW,₩ KRW,₹ INR,zł PLN"
    .split(",")
    .map((line) => line.split(" ") as [string, string]),
);
const CODES =
  "EUR|GBP|CHF|USD|JPY|CNY|KRW|INR|PLN|CAD|AUD|NZD|SGD|HKD|BRL|MXN|ZAR|TRY|CZK|HUF|SEK|NOK|DKK|THB|AED";
const CODE = new RegExp(`^(?:${CODES})$`);
/** A number such as "1.200,50" or "1 200". */
const NUMBER =
  "((?:\\d{1,3}(?:[ \u00a0\u202f]\\d{3}){1,3}|\\d{1,9}(?:[.,'’]\\d{3}){0,3})(?:[.,]\\d{1,2})?)(?![.,]?\\d|e\\d)";
/** A number next to a currency. A lookbehind before the currency would take four times as long. */
const AMOUNT = new RegExp(
  `([€£$¥￥₩₹](?<=(?:US|^|[^A-Z]).)|[A-Z]{3}(?<=(?:^|[^A-Za-z\\d])(?:${CODES}))) ?${NUMBER}|(?<!\\d[.,]?)${NUMBER} ?([€£$¥￥₩₹円元원]|(?:${CODES}|[Ee]uros?|[Dd]ollars?|zł)(?![a-z]))`,
  "g",
);

/** A digit next to a possible currency. This fast test excludes most strings. */
const CURRENCY: RegExp =
  /\d(?:(?<=(?:[€£$¥￥₩₹]|[A-Z]{3}) ?.)| ?(?:[€£$¥￥₩₹円元원]|[A-Z]{3}|[Ee]uro|[Dd]ollar|zł))/;

/** Text before an amount that is negative or ends a range, as in "85-95 EUR" or "$5 to $8". */
const RANGE_START: RegExp =
  /[-–—][€£$]?$|[\d€] ?(?:[-–—]|(?:up )?to|bis|à|a) ?(?:[€£$]|[A-Z]{3} ?)?$|\b(?:[Bb]etween|[Zz]wischen|[Ee]ntre|[Tt]ra)\b[^.]{0,30}$/;
/** Text after an amount that starts a range. */
const RANGE_END: RegExp = /^ ?(?:[-–—]|to|bis|à|a) ?(?:[€£$]|[A-Z]{3} ?)?\d/;
/** Number of characters to read on each side of an amount to see whether it bounds a range. */
const LONGEST_GAP = 30;

/** Words before an amount that introduce the parts included in it, as in "total incl. VAT". */
const INCLUDING: RegExp = /\b(?:incl|inkl|includ|with|mit|avec|con)/i;
/** Text after an amount that states its purpose: "per month", "for the deposit", "utilities". */
const PURPOSE: RegExp =
  /(?: ?\/ ?| (?:(?:per|for|in|im|of|a|an|the|pro|für|par|pour|por|al|de|la|para|di) ){1,2})\p{L}{2,20}(?!\p{L})| \p{L}{2,20}(?=[.,;)\n]|$)/uy;

/** Words and letters that multiply a number: "$5k", "3 million". */
const SCALE: RegExp =
  /(?:(k| thousand| tsd)|(m| million(?:en|es|s)?| millones| milioni| mio| mln)|(bn| billion| mrd))(?![a-z])/iy;

/** The amounts of money in the first `READ_CHARACTERS` of a string, except bounds of ranges. */
export const moneyIn: (text: string) => readonly Stated<Money>[] = lastCached((text) => {
  const read = text.slice(0, READ_CHARACTERS);
  const found: Stated<Money>[] = [];
  if (!CURRENCY.test(read)) return found;
  let from = 0;
  for (const match of read.matchAll(AMOUNT)) {
    const { 0: whole, 1: before, 2: first, 3: second, 4: after, index } = match;
    const written = first ?? second ?? "";
    const currency = currencyOf(before ?? after);
    const next = index + whole.length;
    if (currency === undefined || isBound(read, index, next)) continue;
    // In "tax on $100", the tax is not $100.
    const names = read.endsWith(" on ", index) ? [] : namesBefore(read, from, index);
    from = next + (matchAt(PURPOSE, read, next)?.[0].length ?? 0);
    names.push(...wordStarts(read, next, from));
    const scale = scaleAt(read, index + whole.indexOf(written) + written.length);
    found.push({ value: { amount: numberOf(written, scale), currency }, names });
    if (found.length === MOST_VALUES) break;
  }
  return found;
});

/** The starts of the words before an amount, without included parts such as "incl. VAT". */
function namesBefore(text: string, from: number, end: number): number[] {
  const start = Math.max(from, end - LONGEST_GAP);
  const included = text.slice(start, end).search(INCLUDING);
  return wordStarts(text, from, included < 0 ? end : start + included);
}

function isBound(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - LONGEST_GAP), start);
  return RANGE_START.test(before) || RANGE_END.test(text.slice(end, end + LONGEST_GAP));
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function scaleAt(text: string, at: number): number {
  const [, thousand, million, billion] = matchAt(SCALE, text, at) ?? [];
  return thousand ? 1e3 : million ? 1e6 : billion ? 1e9 : 1;
}

/** A currency's code, from the code itself, a sign, or a word; undefined if it is unknown. */
export function currencyOf(sign = ""): string | undefined {
  return CODE.test(sign) ? sign : SIGNS.get(sign.toLowerCase());
}

const DECIMALS: RegExp = /^(0|.{1,20}(?=.(?:\d{1,2}|\d{4,20})$))[.,](\d{1,20})$/;

/** Reads "1.200" as 1200, but the periods in "1.20" and "0.125" as decimal points. */
function numberOf(written: string, scale: number): number {
  const [, whole = written, decimals = ""] = DECIMALS.exec(written) ?? [];
  const number = Number(`${whole.replace(/[^\d]/g, "")}.${decimals || "0"}`);
  // With doubles, 4.1 times a million is a bit less than 4,100,000.
  return scale === 1 ? number : Math.round(number * scale);
}
