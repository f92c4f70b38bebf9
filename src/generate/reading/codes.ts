import { formsOf } from "./named-values.ts";
import type { Reader } from "./reader.ts";
import { FULL_STOP, isDigit, isLatin, MOST_VALUES, type Stated, wordStarts } from "./stated.ts";
import { READ_CHARACTERS } from "./units.ts";

const ISO_DAY: RegExp = /^\d{4}-\d\d-\d\d/;
const SHORT_NUMBER: RegExp = /^\d\d$/;
const SHORTEST_CODE = 2;
const LONGEST_CODE = 31;

/** Codes such as "INV-2024-001", "#4711", or "5.2.1": each has a digit, and no lowercase letter. */
export function codesIn(text: string, runs: readonly number[]): readonly Stated<string>[] {
  const found: Stated<string>[] = [];
  let [from, end] = [0, 0];
  for (const run of runs) {
    if (found.length === MOST_VALUES) break;
    if (run < end) continue;
    let start = run;
    while (run - start < LONGEST_CODE && isInCode(text, start - 1)) start--;
    while (isJoint(text, start)) start++;
    end = run;
    while (end - start <= LONGEST_CODE && isInCode(text, end)) end++;
    const value = text.slice(start, isJoint(text, end - 1) ? end - 1 : end);
    const isWhole = !continuesAt(text, start - 1, -1) && !continuesAt(text, end, 1);
    const isCode = value.length >= SHORTEST_CODE && value.length <= LONGEST_CODE;
    if (!isWhole || !isCode || SHORT_NUMBER.test(value) || ISO_DAY.test(value)) continue;
    found.push({ value, names: wordStarts(text, from, start) });
    from = start;
  }
  return found;
}

/** Whether a word in Latin letters, a phone number, or a number continues beside a code. */
function continuesAt(text: string, at: number, step: 1 | -1): boolean {
  if (isLatin(text, at) || (step < 0 && text.charAt(at) === "+")) return true;
  return /[.,:]/.test(text.charAt(at)) && isDigit(text.charCodeAt(at + step));
}

/** Whether an uppercase letter, a digit, a joint, or a dot before a digit is at an index. */
function isInCode(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit === FULL_STOP) return /[A-Z\d]\.\d/.test(text.slice(Math.max(0, at - 1), at + 2));
  return (unit >= 0x41 && unit <= 0x5a) || isDigit(unit) || isJoint(text, at);
}

function isJoint(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === 0x2d || unit === 0x2f || unit === 0x5f;
}

const POSTCODE: RegExp =
  /(?<![\p{L}\d.,:/-])(?:[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[A-Z] \d[A-Z]\d|\d{4} ?[A-Z]{2}|\d{5}(?:-\d{3,4})?|\d{4}-\d{3})(?![\p{L}\d]|[.,:/-]\d)/gu;
const POSTCODE_WORD: RegExp =
  /\b(?:post ?code|postal|zip(?: code)?|plz|postleitzahl|cap|cep)(?: is| ist| est| è| es)?:? $/i;
const NEAR = 24;

/** The postal codes in a string: those that it calls so, those with letters, or the only one. */
export function postcodesIn(whole: string): readonly string[] {
  const text = whole.slice(0, READ_CHARACTERS);
  const all = [...text.matchAll(POSTCODE)];
  const named = all.filter(({ index }) =>
    POSTCODE_WORD.test(text.slice(Math.max(0, index - NEAR), index)),
  );
  const lettered = all.filter(([code]) => /[A-Z]/.test(code));
  const best = [named, lettered, all].find(({ length }) => length > 0) ?? [];
  return best.length === 1 ? best.map(([code]) => code) : [];
}

const NUMBER_WORD = "(?:,? (?:no|number|nr|n[°º]|num|nummer|numéro|número|numero)\\.?)?:? ?#?";
/** Registration plates, which have spaces, and other codes. */
const NUMBERED =
  "[A-Z]{1,2}\\d{2} [A-Z]{3}|\\d{4} [A-Z]{3}|[A-Z]{1,3}-[A-Z]{1,2} \\d{1,4}|(?:[A-Z]{1,4}[- ]?)?\\d[\\dA-Z]*(?:[./-][\\dA-Z]+)*";
const LONG_ENOUGH = 3;

/** Finds what directly follows a property's name: "room 214", "Raum 3.07", "plate KX19 VRT". */
export function numberedAs(
  word: string,
  reader: Reader,
): ((text: string) => readonly string[]) | undefined {
  if (word.length < LONG_ENOUGH) return undefined;
  const forms = formsOf(word, reader).map(
    (it) => `[${it.charAt(0).toUpperCase()}${it.charAt(0)}]${it.slice(1)}`,
  );
  const pattern = new RegExp(
    `(?<![\\p{L}\\d])(?:${forms.join("|")})${NUMBER_WORD}(${NUMBERED})(?![\\p{L}\\d]|[.,:]\\d)`,
    "gu",
  );
  return (text) =>
    [...text.slice(0, READ_CHARACTERS).matchAll(pattern)].map(([, code = ""]) => code);
}
