import { foldedUnit, LATIN_UNITS, READ_CHARACTERS } from "./units.ts";

export type Stated<Value> = {
  readonly value: Value;
  /** The first letters of words that may name the value: words before it, or a purpose after it. */
  readonly names: readonly number[];
};

/** Maximum number of values to find. Inputs with more are tables, whose values have no names. */
export const MOST_VALUES = 100;
/** Maximum number of characters between a name and its value in a string. */
const REACH = 40;
/** Number of initial letters that two words must share to match: "delivery" and "delivered". */
const SAME = 4;
/** A Latin word needs at least this many letters to match longer words that begin with it. */
const SHORTEST = 3;
const SPACE = 0x20;
const FULL_STOP = 0x2e;
/** Number of bits per letter in the start of a word. */
const LETTER_BITS = 8;
const LOW_BITS = SAME * LETTER_BITS;
/** Maximum number of bits in the start of a word, enough to tell "policy" and "police" apart. */
const LONGEST_START = 6 * LETTER_BITS;
/** The lowercase letter of each Latin code unit, without an accent; 0 for a separator. */
const PLAIN: Uint8Array = Uint8Array.from({ length: LATIN_UNITS }, (_, unit) =>
  String.fromCharCode(foldedUnit(unit)).normalize("NFD").charCodeAt(0),
);

/** A mask of the bits that must match: all bits, unless the word matches as a prefix. */
export function wordMask(word: string): number {
  const isWhole =
    word.length >= SAME || (word.length < SHORTEST && word.charCodeAt(0) < LATIN_UNITS);
  return isWhole ? -1 : 2 ** (word.length * LETTER_BITS) - 1;
}

/** The first letters of each word, as a number. The low 32 bits are the first four letters. */
export function wordStarts(text: string, from: number, end: number): number[] {
  const found: number[] = [];
  let [start, more, bits] = [0, 0, 0];
  for (let i = Math.max(from, end - REACH); i <= end; i++) {
    const unit = i === end ? 0 : text.charCodeAt(i);
    const letter = unit < LATIN_UNITS ? (PLAIN[unit] ?? 0) : foldedUnit(unit) & 0xff;
    if (letter !== 0) {
      if (bits < LOW_BITS) start |= letter << bits;
      else if (bits < LONGEST_START) more |= letter << (bits - LOW_BITS);
      bits += LETTER_BITS;
    } else if (bits > 0) {
      found.push(more === 0 ? start : start + more * 2 ** LOW_BITS);
      // A period ends a sentence, so the words before it don't name the value.
      const isWord = bits > LOW_BITS;
      if (isWord && unit === FULL_STOP && text.charCodeAt(i + 1) <= SPACE) found.length = 0;
      [start, more, bits] = [0, 0, 0];
    }
  }
  return found;
}

/** Accepted matches of a pattern in the first `READ_CHARACTERS`, each with the words before it. */
function statedIn(
  text: string,
  pattern: RegExp,
  accepts: (value: string, start: number, end: number) => boolean = () => true,
): Stated<string>[] {
  const read = text.length > READ_CHARACTERS ? text.slice(0, READ_CHARACTERS) : text;
  const found: Stated<string>[] = [];
  let from = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(read); match !== null; match = pattern.exec(read)) {
    const [rest, start = ""] = match;
    const [value, at] = [start + rest, match.index - start.length];
    if (!accepts(value, at, pattern.lastIndex)) continue;
    found.push({ value, names: wordStarts(read, from, at) });
    if (found.length === MOST_VALUES) break;
    from = pattern.lastIndex;
  }
  return found;
}

/** Caches the last argument's result, because several properties of a row need this result. */
export function lastCached<Key, Found>(find: (key: Key) => Found): (key: Key) => Found {
  let last: Key | undefined;
  let found: Found;
  return (key) => {
    if (key !== last) {
      found = find(key);
      last = key;
    }
    return found;
  };
}

type TextReader = (text: string) => readonly Stated<string>[];

const EMAIL: RegExp =
  /(?<![\p{sc=Latin}\d_.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,3}\.[a-z]{2,24}(?![\w@]|:\w)/giu;
/** A URL, without punctuation at its end. */
const URL: RegExp =
  /https?:\/\/[\p{L}\p{N}][^\s"'`<>()[\]{}|、。，（）「」]{0,1990}(?<![.,:;!?])/gu;
const DATE: RegExp =
  /(?<![\d-])\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?(?![\d-])/g;
/** A code such as "INV-2024-001" or "4711". To save time, the pattern starts at the first digit. */
const CODE: RegExp = /\d(?<=([A-Z][A-Z/_.-]{0,30})?.)(?:[A-Z\d/_.-]{0,30}[A-Z\d])?/g;
/** A code of letters, such as "SFO" or "DE". */
const LETTERS: RegExp = /(?<![\p{L}\d-])[A-Z]{2,3}(?![\p{L}\d-])/gu;
/** Not a code: at most two digits, a decimal number, a year, a date, or too many characters. */
const NO_CODE: RegExp =
  /^(?:.|\d\d|\d+\.\d+|(?:19|20)\d\d|\d{4}-\d\d-\d\d|\d\d?([./-])\d\d?\1(?:\d\d){1,2}|.{32,})$/;
/** Text around a match that makes it part of a word, a grouped number, an amount, or an address. */
const BEFORE: RegExp = /[\p{sc=Latin}\d+@€£$¥￥₩₹]$|[\d\p{sc=Latin}][-/_.,:]$|[€£$]\s$|\d{3} $/u;
const AFTER: RegExp =
  /^(?:[\p{sc=Latin}\d@]|[.,:]\d| ?[€£$¥￥₩₹円元원%]| (?:EUR|USD|GBP|CHF)\b| \d{3,4}(?!\d))/u;

export const emailsIn: TextReader = lastCached((text) =>
  text.includes("@") ? statedIn(text, EMAIL) : [],
);

export const urlsIn: TextReader = lastCached((text) =>
  text.includes("http") ? statedIn(text, URL) : [],
);

/** The ISO 8601 dates in a string, some with a time. */
export const datesIn: TextReader = lastCached((text) => statedIn(text, DATE));

/** The codes in a string. A code has at least one digit and no lowercase letters. */
export const codesIn: TextReader = lastCached((text) =>
  statedIn(
    text,
    CODE,
    (code, start, end) =>
      !NO_CODE.test(code) &&
      !BEFORE.test(text.slice(Math.max(0, start - 4), start)) &&
      !AFTER.test(text.slice(end, end + 6)),
  ),
);

/** The words in capitals that may be codes of airports, countries, or states. */
export const letterCodesIn: TextReader = lastCached((text) => statedIn(text, LETTERS));

const NEGATED: RegExp =
  /(?:\b(?:not|neither|nor|nicht|pas)|n['’]t(?: want| need)?)(?: (?:an?|been|fully|the|that|too|very|yet))? $/i;

/** Whether a string negates the word at an index: "not high", "isn't a bug". */
export function isNegated(text: string, at: number): boolean {
  return NEGATED.test(text.slice(Math.max(0, at - REACH), at));
}
