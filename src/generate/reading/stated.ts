import { foldedUnit, READ_CHARACTERS, unitsOf } from "./units.ts";

/** A value in a string. */
export type Stated<Value> = {
  readonly value: Value;
  /** What precedes it, which may name it: in lowercase, without accents. */
  readonly before: string;
};

/** Characters before a value in which a string can name it. */
const REACH = 40;

function statedAt<Value>(
  value: Value,
  { text, from, start }: { readonly text: string; readonly from: number; readonly start: number },
): Stated<Value> {
  const before = text.slice(Math.max(from, start - REACH), start).toLowerCase();
  const isPlain = !/[^ -~]/.test(before);
  return { value, before: isPlain ? before : before.replace(/[^ -~]/g, withoutAccent) };
}

function withoutAccent(letter: string): string {
  return letter.normalize("NFD").charAt(0);
}

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

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Where the runs of digits start in a string. Values with digits are looked for only there. */
export function digitRunsIn(text: string): readonly number[] {
  const { units, length } = unitsOf(text);
  const until = Math.min(length, READ_CHARACTERS);
  const found: number[] = [];
  let isInRun = false;
  for (let i = 0; i < until; i++) {
    const isNext = isDigit(units[i] ?? 0);
    if (isNext && !isInRun) found.push(i);
    isInRun = isNext;
  }
  return found;
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
  /(?<!-)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?(?![\d-])/y;

/** The ISO 8601 dates in a string, some with a time. */
export function datesIn(text: string, runs: readonly number[]): readonly Stated<string>[] {
  let from = 0;
  return runs.flatMap((start) => {
    const value = matchAt(DATE, text, start)?.[0];
    if (value === undefined) return [];
    const stated = statedAt(value, { text, from, start });
    from = start;
    return [stated];
  });
}

const CURRENCIES: { readonly [sign: string]: string } = {
  "€": "EUR",
  euro: "EUR",
  euros: "EUR",
  "£": "GBP",
  $: "USD",
  dollar: "USD",
  dollars: "USD",
  円: "JPY",
  "¥": "JPY",
  "￥": "JPY",
  元: "CNY",
  원: "KRW",
  "₩": "KRW",
  "₹": "INR",
};
/** An amount such as "1.200,50", with what may be a currency before and after it. */
const AMOUNT: RegExp =
  /(?<=([€£$¥￥₩₹]|(?<![A-Za-z\d])[A-Z]{3}) ?|)(?<![\d][.,])(\d{1,9}(?:[.,'’]\d{3}){0,3}(?:[.,]\d{1,2})?)(?!\d)(?: ?([€£$¥￥₩₹円元원]|(?:[A-Z]{3}|[Ee]uros?|[Dd]ollars?)(?![a-z])))?/y;
const CODES: ReadonlySet<string> = new Set("EUR GBP CHF USD JPY CNY KRW INR CAD AUD".split(" "));

/** The amounts of money in a string, in order. */
export function moneyIn(text: string, runs: readonly number[]): readonly Stated<Money>[] {
  const found: Stated<Money>[] = [];
  let [from, end] = [0, 0];
  for (const start of runs) {
    if (start < end) continue;
    const [, before = "", written = "", after = ""] = matchAt(AMOUNT, text, start) ?? [];
    end = start + written.length;
    const currency = currencyOf(before) ?? currencyOf(after);
    if (currency === undefined) continue;
    found.push(statedAt({ amount: numberOf(written), currency }, { text, from, start }));
    from = start;
  }
  return found;
}

function currencyOf(sign: string): string | undefined {
  return CODES.has(sign) ? sign : CURRENCIES[sign.toLowerCase()];
}

/** A written number: the last separator is a decimal point unless three digits follow it. */
function numberOf(written: string): number {
  const [, whole = written, decimals = ""] = /^(.{1,20})[.,](\d{1,2})$/.exec(written) ?? [];
  return Number(`${whole.replace(/[.,'’]/g, "")}.${decimals || "0"}`);
}

const ISO_DAY: RegExp = /^\d{4}-\d\d-\d\d/;
const SHORTEST_CODE = 3;
const LONGEST_CODE = 31;

/** Codes such as "INV-2024-001", "#4711", or "AB12345", in order: each has a digit, and no lowercase letter. */
export function codesIn(text: string, runs: readonly number[]): readonly Stated<string>[] {
  const found: Stated<string>[] = [];
  let [from, end] = [0, 0];
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
    if (!isWhole || !isCode || ISO_DAY.test(value)) continue;
    found.push(statedAt(value, { text, from, start }));
    from = start;
  }
  return found;
}

/** Whether a word, a time, or a number continues at the index before or after a part of a string. */
function continuesAt(text: string, at: number, step: 1 | -1): boolean {
  if (isWordAt(text, at)) return true;
  return /[.,:]/.test(text.charAt(at)) && isDigit(text.charCodeAt(at + step));
}

/** Whether an uppercase letter of ASCII, a digit, or a joint is at an index. */
function isInCode(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return (unit >= 0x41 && unit <= 0x5a) || isDigit(unit) || isJoint(text, at);
}

function isJoint(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === 0x2d || unit === 0x2f || unit === 0x5f;
}

const RATING: RegExp =
  /(?<![/.,])(\d{1,2}(?:[.,]\d)?) ?(?:\/ ?|out of |von |sur |de |su )(5|10)(?![\d/.,])/y;

/** The rating that a string states, such as "4/5", from 0 (worst) to 1 (best). */
export function ratingIn(text: string, runs: readonly number[]): number | undefined {
  for (const run of runs) {
    const [, stated, best] = matchAt(RATING, text, run) ?? [];
    if (stated === undefined) continue;
    const share = (Number(stated.replace(",", ".")) - 1) / (Number(best) - 1);
    return share >= 0 && share <= 1 ? share : undefined;
  }
  return undefined;
}
