import { READ_CHARACTERS } from "../vocabulary/tokenize.ts";

/** A value in a string, and where it starts. */
export type Stated<Value> = { readonly value: Value; readonly start: number };

/** An amount of money. */
export type Money = { readonly amount: number; readonly currency: string };

const EMAIL: RegExp = /^[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}$/;
/** Characters that end an address or a URL. */
const SPACE_OR_QUOTE: RegExp = /[\s"'`<>()[\]{}|、。，（）「」]/;
const TRAILING: ReadonlySet<string> = new Set(".,;:!?");
const LONGEST_EMAIL = 254;
const LONGEST_URL = 2000;

/** The email addresses in a string, in order. */
export function emailsIn(text: string): readonly string[] {
  const found: string[] = [];
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    let start = at;
    while (start > 0 && at - start < LONGEST_EMAIL && !isEnd(text.charAt(start - 1))) start--;
    const email = wordFrom(text, start, LONGEST_EMAIL).replace("mailto:", "");
    if (EMAIL.test(email)) found.push(email);
  }
  return found;
}

/** The URLs in a string, in order. */
export function urlsIn(text: string): readonly string[] {
  const found: string[] = [];
  for (let at = text.indexOf("http"); at >= 0; at = text.indexOf("http", at + 1)) {
    const url = wordFrom(text, at, LONGEST_URL);
    if (/^https?:\/\/./.test(url)) found.push(url);
  }
  return found;
}

function isEnd(character: string): boolean {
  return SPACE_OR_QUOTE.test(character) || character === "," || character === ";";
}

/** The characters from an index up to a space or a quote, without punctuation at the end. */
function wordFrom(text: string, start: number, longest: number): string {
  let end = start;
  while (end < text.length && end - start < longest && !SPACE_OR_QUOTE.test(text.charAt(end)))
    end++;
  while (end > start && TRAILING.has(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

const DATE: RegExp =
  /(?<![\d-])\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?(?![\d-])/g;

/** The ISO 8601 dates in a string, some with a time. */
export function datesIn(text: string): readonly Stated<string>[] {
  return [...text.slice(0, READ_CHARACTERS).matchAll(DATE)].map(({ 0: value, index }) => ({
    value,
    start: index,
  }));
}

const CURRENCIES: readonly (readonly [string, string])[] = [
  ["EUR", "€|EUR|[Ee]uros?"],
  ["GBP", "£|GBP"],
  ["CHF", "CHF"],
  ["USD", "\\$|USD|[Dd]ollars?"],
  ["JPY", "円|[¥￥]|JPY"],
  ["CNY", "元|CNY"],
  ["KRW", "원|₩|KRW"],
  ["INR", "₹|INR"],
  ["CAD", "CAD"],
  ["AUD", "AUD"],
];
const SIGNS: string = CURRENCIES.map(([, signs]) => `(?:${signs})`).join("|");
const NUMBER = "\\d{1,9}(?:[.,'’]\\d{3}){0,3}(?:[.,]\\d{1,2})?(?![\\d])";
const MONEY: RegExp = new RegExp(
  `(?<![\\p{L}\\d])(${SIGNS}) ?(${NUMBER})|(?<![\\d.,])(${NUMBER}) ?(${SIGNS})(?!\\p{L})`,
  "gu",
);
const CODES: readonly (readonly [string, RegExp])[] = CURRENCIES.map(([code, signs]) => [
  code,
  new RegExp(`^(?:${signs})$`),
]);

/** The amounts of money in a string, in order. */
export function moneyIn(text: string): readonly Stated<Money>[] {
  return [...text.slice(0, READ_CHARACTERS).matchAll(MONEY)].map((match) => {
    const [, sign = "", after = "", before = after, signAfter = sign] = match;
    const currency = CODES.find(([, signs]) => signs.test(signAfter))?.[0] ?? "USD";
    return { value: { amount: numberOf(before), currency }, start: match.index };
  });
}

/** A written number: the last separator is a decimal point unless three digits follow it. */
function numberOf(written: string): number {
  const [, whole = written, decimals = ""] = /^(.{1,20})[.,](\d{1,2})$/.exec(written) ?? [];
  return Number(`${whole.replace(/[.,'’]/g, "")}.${decimals || "0"}`);
}

const CODE: RegExp = /(?<![\p{L}\d])#?([\p{Lu}\d][\p{Lu}\d_/-]{2,30})(?![\p{L}\d])/gu;

/** Codes such as "INV-2024-001", "#4711", or "AB12345", in order: each has a digit, and no lowercase letter. */
export function codesIn(text: string): readonly Stated<string>[] {
  return [...text.slice(0, READ_CHARACTERS).matchAll(CODE)].flatMap(({ 1: code = "", index }) => {
    const value = /[-_/]$/.test(code) ? code.slice(0, -1) : code;
    return /\d/.test(value) ? [{ value, start: index }] : [];
  });
}

const RATING: RegExp =
  /(?<![\d/.,])(\d{1,2}(?:[.,]\d)?) ?(?:\/ ?|out of |von |sur |de |su )(5|10)(?![\d/.,])/;

/** The rating that a string states, such as "4/5", from 0 (worst) to 1 (best). */
export function ratingIn(text: string): number | undefined {
  const [, stated, best] = RATING.exec(text.slice(0, READ_CHARACTERS)) ?? [];
  if (stated === undefined) return undefined;
  const share = (Number(stated.replace(",", ".")) - 1) / (Number(best) - 1);
  return share >= 0 && share <= 1 ? share : undefined;
}
