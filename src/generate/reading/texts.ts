import { type Stated, statedIn } from "./stated.ts";

const EMAIL: RegExp = /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/g;
/** A URL, without punctuation at its end. */
const URL: RegExp =
  /https?:\/\/[\p{L}\p{N}][^\s"'`<>()[\]{}|、。，（）「」]{0,1990}(?<![.,:;!?])/gu;
const DATE: RegExp =
  /(?<![\d-])\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?(?![\d-])/g;
/** Characters that can be a code such as "INV-2024-001", "5.2.1", or "4711". */
const CODE: RegExp = /(?:[A-Z][A-Z/_.-]{0,30})?\d(?:[A-Z\d/_.-]{0,30}[A-Z\d])?/g;
/** A number of two digits, a decimal number, a date, or more characters than codes have. */
const NO_CODE: RegExp = /^(?:.|\d\d|\d+\.\d+|\d{4}-\d\d-\d\d.*|.{32,})$/;
/** The text before or after a part of a word, a number, or an address. */
const BEFORE: RegExp = /[\p{sc=Latin}\d+@]$|[\d\p{sc=Latin}][.,:]$/u;
const AFTER: RegExp = /^(?:[\p{sc=Latin}\d@]|[.,:]\d)/u;

export function emailsIn(text: string): readonly Stated<string>[] {
  return text.includes("@") ? statedIn(text, EMAIL) : [];
}

export function urlsIn(text: string): readonly Stated<string>[] {
  return text.includes("http") ? statedIn(text, URL) : [];
}

/** The ISO 8601 dates in a string, some with a time. */
export function datesIn(text: string): readonly Stated<string>[] {
  return statedIn(text, DATE);
}

/** The codes in a string: each has a digit, and no lowercase letter. */
export function codesIn(text: string): readonly Stated<string>[] {
  return statedIn(
    text,
    CODE,
    (code, start, end) =>
      !NO_CODE.test(code) &&
      !BEFORE.test(text.slice(Math.max(0, start - 2), start)) &&
      !AFTER.test(text.slice(end, end + 2)),
  );
}
