import { foldedUnit } from "../vocabulary/letters.ts";
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

const ZERO = 0x30;
const DIGITS = 10;

/** Where the runs of digits start in a string. Values with digits are looked for only there. */
export function digitRunsIn(text: string): readonly number[] {
  const found: number[] = [];
  const most = Math.min(text.length, READ_CHARACTERS);
  for (let at = 0, isInRun = false; at < most; at++) {
    const isDigit = isDigitAt(text, at);
    if (isDigit && !isInRun) found.push(at);
    isInRun = isDigit;
  }
  return found;
}

function isDigitAt(text: string, at: number): boolean {
  return (text.charCodeAt(at) - ZERO) >>> 0 < DIGITS;
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
    CAD: "CAD",
    AUD: "AUD",
  }).flatMap(([code, signs]) => signs.split(" ").map((sign): [string, string] => [sign, code])),
);
const LONGEST_SIGN = 7;
const NUMBER: RegExp = /\d{1,9}(?:[.,'’]\d{3}){0,3}(?:[.,]\d{1,2})?(?!\d)/y;

/** The amounts of money in a string, in order. */
export function moneyIn(text: string, runs: readonly number[]): readonly Stated<Money>[] {
  const found: Stated<Money>[] = [];
  let end = 0;
  for (const start of runs) {
    if (start < end) continue;
    const written = matchAt(NUMBER, text, start)?.[0];
    if (written === undefined) continue;
    end = start + written.length;
    const currency = currencyBefore(text, start) ?? currencyAfter(text, start, end);
    if (currency !== undefined)
      found.push({ value: { amount: numberOf(written), currency }, start });
  }
  return found;
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
  return Number(`${whole.replace(/[.,'’]/g, "")}.${decimals || "0"}`);
}

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
    const isWhole = !isWordAt(text, start - 1) && !isWordAt(text, end);
    if (isWhole && value.length >= SHORTEST_CODE && value.length <= LONGEST_CODE)
      found.push({ value, start });
  }
  return found;
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

const RATING: RegExp = /(\d{1,2}(?:[.,]\d)?) ?(?:\/ ?|out of |von |sur |de |su )(5|10)(?![\d/.,])/y;

/** The rating that a string states, such as "4/5", from 0 (worst) to 1 (best). */
export function ratingIn(text: string, runs: readonly number[]): number | undefined {
  for (const run of runs) {
    if (/[/.,]/.test(text.charAt(run - 1))) continue;
    const [, stated, best] = matchAt(RATING, text, run) ?? [];
    if (stated === undefined) continue;
    const share = (Number(stated.replace(",", ".")) - 1) / (Number(best) - 1);
    return share >= 0 && share <= 1 ? share : undefined;
  }
  return undefined;
}
