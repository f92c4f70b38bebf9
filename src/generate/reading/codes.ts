import {
  FULL_STOP,
  isDigit,
  isLatin,
  MOST_VALUES,
  matchAt,
  type Stated,
  wordStarts,
} from "./stated.ts";

const ISO_DAY: RegExp = /^\d{4}-\d\d-\d\d/;
const SHORT_NUMBER: RegExp = /^\d\d$/;
const SHORTEST_CODE = 2;
const LONGEST_CODE = 31;

/** Codes such as "INV-2024-001", "#4711", or "5.2.1": each has a digit, and no lowercase letter. */
export function codesIn(
  text: string,
  runs: readonly number[],
  isSpaced: boolean,
): readonly Stated<string>[] {
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
    if (isSpaced) [start, end] = withGroups(text, start, end);
    const value = text.slice(start, isJoint(text, end - 1) ? end - 1 : end);
    const isWhole = !continuesAt(text, start - 1, -1) && !continuesAt(text, end, 1);
    const isCode = value.length >= SHORTEST_CODE && value.length <= LONGEST_CODE;
    if (!isWhole || !isCode || SHORT_NUMBER.test(value) || ISO_DAY.test(value)) continue;
    found.push({ value, names: wordStarts(text, from, start) });
    from = start;
  }
  return found;
}

const NEXT_GROUPS: RegExp =
  /(?: (?=[A-Z]{0,2}\d|[A-Z]\b)[A-Z\d]{1,8}(?![\p{L}\d]|[.,:/-]\d)){1,7}/uy;
const LETTERS_BEFORE: RegExp =
  /(?<![\p{L}\d])(?!EAN|IMO|PCN|PLZ|REF|SKU|TEL|UPC|VAT|VIN)[A-Z]{2,3} $/u;
/** A code in groups has more digits than this, unlike an amount that follows a count. */
const MOST_DIGITS = 5;

/** Start and end of a code with its groups, as in "WG 554 920 1", if they have enough digits. */
function withGroups(text: string, start: number, end: number): readonly [number, number] {
  const [next = ""] = matchAt(NEXT_GROUPS, text, end) ?? [];
  const [before = ""] = LETTERS_BEFORE.exec(text.slice(Math.max(0, start - 5), start)) ?? [];
  const from = start - before.length;
  const whole = text.slice(from, end + next.length);
  const isDay = ISO_DAY.test(text.slice(start, end));
  const isCode = !isDay && whole.replace(/\D/g, "").length > MOST_DIGITS;
  return isCode ? [from, end + next.length] : [start, end];
}

/** Whether a word in Latin letters, a phone number, or a number continues beside a code. */
function continuesAt(text: string, at: number, step: 1 | -1): boolean {
  if (isLatin(text, at) || (step < 0 && text.charAt(at) === "+")) return true;
  return /[.,:]/.test(text.charAt(at)) && isDigit(text.charCodeAt(at + step));
}

/** Whether a character can be part of a code: `A`-`Z`, a digit, `-/_`, or a dot before a digit. */
function isInCode(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit === FULL_STOP) return /[A-Z\d]\.\d/.test(text.slice(Math.max(0, at - 1), at + 2));
  return (unit >= 0x41 && unit <= 0x5a) || isDigit(unit) || isJoint(text, at);
}

function isJoint(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit === 0x2d || unit === 0x2f || unit === 0x5f;
}
