import { foldedUnit, isUnspaced, LATIN_UNITS, READ_CHARACTERS } from "./units.ts";

/** A value in a string. */
export type Stated<Value> = {
  readonly value: Value;
  /** The starts of the words before it, which may name it. */
  readonly names: readonly number[];
};

/** A value, where the string states it, and where what is about it can start. */
export type Placed<Value> = Stated<Value> & { readonly at: number; readonly from: number };

/** Characters before a value in which a string can name it. */
const REACH = 40;
/** Characters before a date or a time of day in which a string can name it. */
const REACH_OF_MOMENTS = 60;
/** Letters that a word of a name and one of a string have in common: "delivery" and "delivered". */
export const SAME = 4;
/** Letters of a word that other words can start with. */
const SHORTEST = 3;
const SPACE = 0x20;
const FULL_STOP = 0x2e;
/** Bits of a letter in the start of a word. */
const LETTER_BITS = 8;
/** For each Latin code unit, its letter in lowercase without an accent; 0 for a separator. */
const PLAIN: Uint8Array = Uint8Array.from({ length: LATIN_UNITS }, (_, unit) =>
  String.fromCharCode(foldedUnit(unit)).normalize("NFD").charCodeAt(0),
);

/** The bits of the start of a string's word that have to be the same: all of them for a longer word, and for "in". */
export function wordMask(word: string): number {
  const isWhole =
    word.length >= SAME || (word.length < SHORTEST && word.charCodeAt(0) < LATIN_UNITS);
  return isWhole ? -1 : 2 ** (word.length * LETTER_BITS) - 1;
}

/** The starts of a string's words between two places, without accents: each is a number. */
export function wordStarts(text: string, from: number, end: number, reach = REACH): number[] {
  const found: number[] = [];
  let [start, bits] = [0, 0];
  for (let i = Math.max(from, end - reach); i <= end; i++) {
    const unit = i === end ? 0 : text.charCodeAt(i);
    const letter = unit < LATIN_UNITS ? (PLAIN[unit] ?? 0) : foldedUnit(unit) & 0xff;
    if (letter !== 0) {
      if (bits < SAME * LETTER_BITS) start |= letter << bits;
      bits += LETTER_BITS;
    } else if (bits > 0) {
      found.push(start);
      // The previous sentence is about another subject.
      const isWord = bits > SAME * LETTER_BITS;
      if (isWord && unit === FULL_STOP && text.charCodeAt(i + 1) <= SPACE) found.length = 0;
      [start, bits] = [0, 0];
    }
  }
  return found;
}

/** An amount of money. */
export type Money = { readonly amount: number; readonly currency: string };

const EMAIL: RegExp = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/y;
/** Characters that end a URL. */
const SPACE_OR_QUOTE: RegExp = /[\s"'`<>()[\]{}|、。，（）「」]/;
const TRAILING: ReadonlySet<string> = new Set(".,;:!?");
const LONGEST_LOCAL_PART = 64;
const LONGEST_URL = 2000;

/** The email addresses in a string, in order. */
export function emailsIn(whole: string): readonly Stated<string>[] {
  const found: Stated<string>[] = [];
  const text = whole.slice(0, READ_CHARACTERS);
  let from = 0;
  for (let at = text.indexOf("@"); at >= 0; at = text.indexOf("@", at + 1)) {
    let start = at;
    while (start > 0 && at - start < LONGEST_LOCAL_PART && /[\w.+-]/.test(text.charAt(start - 1)))
      start--;
    const value = isLatin(text, start - 1) ? undefined : matchAt(EMAIL, text, start)?.[0];
    if (value === undefined) continue;
    found.push({ value, names: wordStarts(text, from, start) });
    from = start;
  }
  return found;
}

/** The URLs in a string, in order. */
export function urlsIn(whole: string): readonly string[] {
  const found: string[] = [];
  const text = whole.slice(0, READ_CHARACTERS);
  for (let at = text.indexOf("http"); at >= 0; at = text.indexOf("http", at + 1)) {
    const url = wordFrom(text, at, LONGEST_URL);
    if (/^https?:\/\/./.test(url)) found.push(url);
  }
  return found;
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

const DIGITS: RegExp = /\d+/g;

/** Where the runs of digits start in a string. Values with digits are looked for only there. */
export function digitRunsIn(text: string): readonly number[] {
  const found: number[] = [];
  const read = text.length > READ_CHARACTERS ? text.slice(0, READ_CHARACTERS) : text;
  DIGITS.lastIndex = 0;
  for (let run = DIGITS.exec(read); run !== null; run = DIGITS.exec(read)) found.push(run.index);
  return found;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const DATE: RegExp =
  /(?<!-)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?(?![\d-])/y;

/** The ISO 8601 dates in a string, some with a time. */
export function datesIn(text: string, runs: readonly number[]): readonly Placed<string>[] {
  return placedIn(text, runs, DATE);
}

const CLOCK: RegExp = /(?<![\dT]:?|[.,])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?![\d:])/y;

/** The times of day in a string. */
export function clocksIn(text: string, runs: readonly number[]): readonly Placed<string>[] {
  return placedIn(text, runs, CLOCK).map((it) => ({ ...it, value: it.value.padStart(5, "0") }));
}

function placedIn(text: string, runs: readonly number[], pattern: RegExp): Placed<string>[] {
  const found: Placed<string>[] = [];
  let from = 0;
  for (const at of runs) {
    const value = matchAt(pattern, text, at)?.[0];
    if (value === undefined) continue;
    from = Math.max(from, at - REACH_OF_MOMENTS);
    found.push({ value, at, from, names: wordStarts(text, from, at, REACH_OF_MOMENTS) });
    from = at + value.length;
  }
  return found;
}

/** Patterns of the separators between hosts, and of a whole host, by the format. */
const HOSTS: { readonly [format: string]: readonly [RegExp, RegExp] } = {
  hostname: [/[^\w./@-]+/, /^[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){0,4}\.[a-z]{2,24}$/],
  ipv4: [/[^\w./@-]+/, /^\d{1,3}(?:\.\d{1,3}){3}$/],
  ipv6: [/[^\w.:/@-]+/, /^[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}$/i],
};

/** The hosts in a string, in a format; undefined for another format. */
export function hostsFor(format: string): ((text: string) => readonly string[]) | undefined {
  const [separator, host] = HOSTS[format] ?? [];
  if (separator === undefined || host === undefined) return undefined;
  return (text) =>
    text
      .slice(0, READ_CHARACTERS)
      .split(separator)
      .map((word) => word.replace(/[.:]$/, ""))
      .filter((word) => host.test(word));
}

/** The first lowercase letters of currencies, and the sign of the dollar. */
const LETTERS_AND_DOLLAR: readonly number[] = [0x24, 0x64, 0x65, 0x7a];
/** Characters within a number. The end of a string is not one. */
const SEPARATORS: readonly string[] = [".", ",", "'", "’", " ", "\u00a0", "\u202f"];
/** Signs and words for currencies that are not their codes. */
const SIGNS: ReadonlyMap<string, string> = new Map(
  "€ EUR,euro EUR,euros EUR,£ GBP,$ USD,dollar USD,dollars USD,円 JPY,¥ JPY,￥ JPY,元 CNY,원 KRW,₩ KRW,₹ INR,zł PLN"
    .split(",")
    .map((line) => line.split(" ") as [string, string]),
);
const CODES: ReadonlySet<string> = new Set(
  "EUR GBP CHF USD JPY CNY KRW INR PLN CAD AUD NZD SGD HKD BRL MXN ZAR TRY CZK HUF SEK NOK DKK THB AED".split(
    " ",
  ),
);
/** An amount such as "1.200,50", with what may be a currency before and after it. Spaces separate thousands only after one to three digits. */
const AMOUNT: RegExp =
  /(?<=([€£$¥￥₩₹]|(?<![A-Za-z\d])[A-Z]{3}) ?|)(?<!\d[.,])((?:\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,3}|\d{1,9}(?:[.,'’]\d{3}){0,3})(?:[.,]\d{1,2})?)(?!\d)(?: ?([€£$¥￥₩₹円元원]|(?:[A-Z]{3}|[Ee]uros?|[Dd]ollars?|zł)(?![a-z])))?/y;

/** Characters of the longest amount, "123 456 789 012.34", and a few more. */
const LONGEST_AMOUNT = 24;

/** The start of a range before its end. */
const RANGE_START: RegExp =
  /(?<![\d.,'’€£$])(\d{1,9}|\d{1,3}(?:[.,'’]\d{3}){1,3})(?: ?[-–—]| to| bis| à| a) ?$/;
const LONGEST_START = 24;

/** The amounts of money in a string, in order. */
export function moneyIn(text: string, runs: readonly number[]): readonly Stated<Money>[] {
  const found: Stated<Money>[] = [];
  let [from, end] = [0, 0];
  for (const start of runs) {
    if (start < end || !mayBeMoney(text, start)) continue;
    const [, before = "", written = "", after = ""] = matchAt(AMOUNT, text, start) ?? [];
    end = start + written.length;
    const currency = currencyOf(before) ?? currencyOf(after);
    if (currency === undefined) continue;
    const names = wordStarts(text, from, start);
    // Only the second end of a range may have a currency.
    const least = RANGE_START.exec(text.slice(Math.max(0, start - LONGEST_START), start))?.[1];
    if (least !== undefined) found.push({ value: { amount: numberOf(least), currency }, names });
    found.push({ value: { amount: numberOf(written), currency }, names });
    from = start;
  }
  return found;
}

/** Whether a sign or a letter of a currency is before or after a number. Most numbers have neither. */
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

function currencyOf(sign: string): string | undefined {
  return CODES.has(sign) ? sign : SIGNS.get(sign.toLowerCase());
}

/** A written number: the last separator is a decimal point unless three digits follow it. */
function numberOf(written: string): number {
  const [, whole = written, decimals = ""] = /^(.{1,20})[.,](\d{1,2})$/.exec(written) ?? [];
  return Number(`${whole.replace(/[^\d]/g, "")}.${decimals || "0"}`);
}

const ISO_DAY: RegExp = /^\d{4}-\d\d-\d\d/;
const SHORTEST_CODE = 3;
const LONGEST_CODE = 31;

/** Codes such as "INV-2024-001", "#4711", "AB12345", or "5.2.1", in order: each has a digit, and no lowercase letter. */
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
    found.push({ value, names: wordStarts(text, from, start) });
    from = start;
  }
  return found;
}

/**
 * Whether a word in Latin letters, a time, or a number continues at the index before or after a part of a string. Scripts
 * without spaces have no gap there.
 */
function continuesAt(text: string, at: number, step: 1 | -1): boolean {
  if (isLatin(text, at)) return true;
  return /[.,:]/.test(text.charAt(at)) && isDigit(text.charCodeAt(at + step));
}

/** Whether a letter or a digit of a word in Latin letters is at an index. */
function isLatin(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit < LATIN_UNITS && foldedUnit(unit) !== 0;
}

/** Whether an uppercase letter of ASCII, a digit, a joint, or a dot before a digit is at an index. */
function isInCode(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit === FULL_STOP) return /[A-Z\d]\.\d/.test(text.slice(Math.max(0, at - 1), at + 2));
  return (unit >= 0x41 && unit <= 0x5a) || isDigit(unit) || isJoint(text, at);
}

function isJoint(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === 0x2d || unit === 0x2f || unit === 0x5f;
}

const PHONE: RegExp = /\+\d[\d ()/.-]{5,18}\d(?!\d)/y;

/** The phone numbers in a string that have a country code, in order. */
export function phonesIn(text: string, runs: readonly number[]): readonly string[] {
  return runs.flatMap((run) => matchAt(PHONE, text, run - 1)?.[0] ?? []);
}

const RATING: RegExp =
  /(?<![/.,])(\d{1,2}(?:[.,]\d)?) ?(?:\/ ?|out of |von |sur |de |su )(5|10)(?!\d|[/.,]\d)/y;

/** A rating, such as 4 of at most 5. */
export type Rating = { readonly stated: number; readonly best: number };

/** The rating that a string states, such as "4/5". */
export function ratingIn(text: string, runs: readonly number[]): Rating | undefined {
  for (const run of runs) {
    const [, stated, best] = matchAt(RATING, text, run) ?? [];
    if (stated !== undefined)
      return { stated: Number(stated.replace(",", ".")), best: Number(best) };
  }
  return undefined;
}
