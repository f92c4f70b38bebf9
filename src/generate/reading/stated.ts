import { foldedUnit, LATIN_UNITS, READ_CHARACTERS } from "../vocabulary/units.ts";

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

const DIGITS: RegExp = /\d+/g;
const ZERO = 0x30;

/** Where the runs of digits start in a string. Values with digits are looked for only there. */
export function digitRunsIn(text: string): readonly number[] {
  const found: number[] = [];
  const read = text.length > READ_CHARACTERS ? text.slice(0, READ_CHARACTERS) : text;
  DIGITS.lastIndex = 0;
  for (let run = DIGITS.exec(read); run !== null; run = DIGITS.exec(read)) found.push(run.index);
  return found;
}

function isDigitAt(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= ZERO && unit < ZERO + 10;
}

/** Whether a letter or a digit is at an index. */
function isWordAt(text: string, at: number): boolean {
  return at >= 0 && at < text.length && foldedUnit(text.charCodeAt(at)) !== 0;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const DATE: RegExp =
  /\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?(?![\d-])/y;

/** The ISO 8601 dates in a string, some with a time. */
export function datesIn(text: string, runs: readonly number[]): readonly Stated<string>[] {
  const found: Stated<string>[] = [];
  for (const start of runs) {
    const value = text.charAt(start - 1) === "-" ? undefined : matchAt(DATE, text, start)?.[0];
    if (value !== undefined) found.push({ value, start });
  }
  return found;
}

const CURRENCIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    EUR: "€ EUR Euro Euros euro euros",
    GBP: "£ GBP",
    CHF: "CHF",
    USD: "$ USD Dollar Dollars dollar dollars",
    JPY: "円 ¥ ￥ JPY",
    CNY: "元 CNY",
    KRW: "원 ₩ KRW",
    INR: "₹ INR",
    PLN: "PLN zł",
    ...ofTheirCodes("CAD AUD NZD SGD HKD BRL MXN ZAR TRY CZK HUF SEK NOK DKK THB AED"),
  }).flatMap(([code, signs]) => signs.split(" ").map((sign): [string, string] => [sign, code])),
);
const LONGEST_SIGN = 7;
/** Spaces separate thousands only after one to three digits. */
const NUMBER: RegExp =
  /((?:\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,3}|\d{1,9}(?:[.,'’]\d{3}){0,3})(?:[.,]\d{1,2})?)(?!\d)([kK](?![a-zA-Z]))?/y;
/** The text between the ends of a range; only the second end may have a currency. */
const TO: RegExp = / ?(?:[-–—]| to | bis | à | a ) ?/y;

function ofTheirCodes(codes: string): { readonly [code: string]: string } {
  return Object.fromEntries(codes.split(" ").map((code) => [code, code]));
}

/** The amounts of money in a string, in order. */
export function moneyIn(text: string, runs: readonly number[]): readonly Stated<Money>[] {
  const found: Stated<Money>[] = [];
  let end = 0;
  for (const start of runs) {
    if (start < end) continue;
    // An amount such as "1.200,50" or "60k".
    const [whole, written, thousands] = matchAt(NUMBER, text, start) ?? [];
    if (whole === undefined || written === undefined) continue;
    end = start + whole.length;
    const currency =
      currencyBefore(text, start) ??
      currencyAfter(text, start, end) ??
      currencyOfRange(text, start, end);
    if (currency === undefined) continue;
    const amount = numberOf(written) * (thousands === undefined ? 1 : 1000);
    found.push({ value: { amount, currency }, start });
  }
  return found;
}

/** The currency after the second end of a range, given the place of the first one. */
function currencyOfRange(text: string, start: number, end: number): string | undefined {
  const between = matchAt(TO, text, end)?.[0];
  const second = between === undefined ? null : matchAt(NUMBER, text, end + between.length);
  return second === null ? undefined : currencyAfter(text, start, NUMBER.lastIndex);
}

function currencyBefore(text: string, start: number): string | undefined {
  const end = text.charAt(start - 1) === " " ? start - 1 : start;
  if (!isWordAt(text, end - 1)) return CURRENCIES.get(text.charAt(end - 1));
  let from = end;
  while (end - from <= LONGEST_SIGN && isWordAt(text, from - 1)) from--;
  return CURRENCIES.get(text.slice(from, end));
}

function currencyAfter(text: string, start: number, end: number): string | undefined {
  if (/[.,]/.test(text.charAt(start - 1))) return undefined;
  const from = text.charAt(end) === " " ? end + 1 : end;
  const sign = CURRENCIES.get(text.charAt(from));
  if (sign !== undefined) return sign;
  let to = from;
  while (to - from <= LONGEST_SIGN && isWordAt(text, to)) to++;
  return CURRENCIES.get(text.slice(from, to));
}

/** A written number: the last separator is a decimal point unless three digits follow it. */
function numberOf(written: string): number {
  const [, whole = written, decimals = ""] = /^(.{1,20})[.,](\d{1,2})$/.exec(written) ?? [];
  return Number(`${whole.replace(/[^\d]/g, "")}.${decimals || "0"}`);
}

/** Characters before a version in which a word can name it. */
const LONGEST_NAME = 12;
const ISO_DAY: RegExp = /^\d{4}-\d\d-\d\d/;
const SHORTEST_CODE = 3;
const LONGEST_CODE = 31;

/** Codes such as "INV-2024-001", "#4711", or "AB12345", in order: each has a digit, and no lowercase letter. */
export function codesIn(text: string, runs: readonly number[]): readonly Stated<string>[] {
  const found: Stated<string>[] = [];
  let end = 0;
  for (const run of runs) {
    if (run < end) continue;
    let start = run;
    while (run - start < LONGEST_CODE && isInCode(text, start - 1)) start--;
    while (isJoint(text, start)) start++;
    end = run;
    while (end - start <= LONGEST_CODE && isInCode(text, end)) end++;
    const value = text.slice(start, isJoint(text, end - 1) ? end - 1 : end);
    const isWhole = !continuesAt(text, start - 1, -1) && !continuesAt(text, end, 1);
    const isCode = value.length >= SHORTEST_CODE && value.length <= LONGEST_CODE;
    if (isWhole && isCode && !ISO_DAY.test(value)) found.push({ value, start });
  }
  return found;
}

/**
 * Whether a word in Latin letters, a time, or a number continues at the index before or after a part of a string. Scripts
 * without spaces have no gap there.
 */
function continuesAt(text: string, at: number, step: 1 | -1): boolean {
  return (
    (isWordAt(text, at) && text.charCodeAt(at) < LATIN_UNITS) ||
    (/[.,:]/.test(text.charAt(at)) && isDigitAt(text, at + step))
  );
}

/** Whether an uppercase letter of ASCII, a digit, or a joint is at an index. */
function isInCode(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return (unit >= 0x41 && unit <= 0x5a) || isDigitAt(text, at) || isJoint(text, at);
}

function isJoint(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === 0x2d || unit === 0x2f || unit === 0x5f;
}

const VERSION: RegExp = /\d{1,5}(?:\.\d{1,5}){1,3}(?!\.?\d)/y;
const BEFORE_VERSION: RegExp = /(?:version|firmware|release|build|update|\bv)[ .:]{0,2}$/i;

const PHONE: RegExp = /\+\d[\d ()/.-]{5,18}\d(?!\d)/y;

/** The phone numbers in a string that have a country code, in order. */
export function phonesIn(text: string, runs: readonly number[]): readonly string[] {
  return runs.flatMap((run) => matchAt(PHONE, text, run - 1)?.[0] ?? []);
}

/** The versions in a string, such as "version 7.2": the ones after a word for it. */
export function versionsIn(text: string, runs: readonly number[]): readonly string[] {
  return runs.flatMap((run) => {
    const isNamed = BEFORE_VERSION.test(text.slice(Math.max(0, run - LONGEST_NAME), run));
    return (isNamed && matchAt(VERSION, text, run)?.[0]) || [];
  });
}

const RATING: RegExp =
  /(\d{1,2}(?:[.,]\d)?) ?(?:\/ ?|out of |von |sur |de |su )(5|10)(?!\d|[/.,]\d)/y;

/** A rating, such as 4 of at most 5. */
export type Rating = { readonly stated: number; readonly best: number };

/** The rating that a string states, such as "4/5". */
export function ratingIn(text: string, runs: readonly number[]): Rating | undefined {
  for (const run of runs) {
    if (/[/.,]/.test(text.charAt(run - 1))) continue;
    const [, stated, best] = matchAt(RATING, text, run) ?? [];
    if (stated === undefined) continue;
    return { stated: Number(stated.replace(",", ".")), best: Number(best) };
  }
  return undefined;
}
