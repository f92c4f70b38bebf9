import { READ_CHARACTERS } from "./units.ts";

const POSTCODE: RegExp =
  /(?<![\p{L}\d.,:/-])(?:[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}|[A-Z]\d[A-Z] \d[A-Z]\d|\d{4} ?[A-Z]{2}|\d{5}(?:-\d{3,4})?|\d{4}-\d{3})(?![\p{L}\d]|[.,:/-]\d)/gu;
const POSTCODE_WORD: RegExp =
  /\b(?:post ?code|postal|zip(?: code)?|plz|postleitzahl|cap|cep)(?: is| ist| est| è| es)?:? $/i;
const NEAR = 24;

/** The only postal code of the best kind in a string: labeled as such, with letters, or any. */
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

const NUMBER_WORD = "(?:,? (?:no|number|nr|n[°º]|num|nummer|numéro|número|numero)\\.?)? ?:? ?#?";
const NUMBERED = "(?:[A-Z]{1,4}[- ]?)?\\d[\\dA-Z]*(?:[./-][\\dA-Z]+)*";

const PLATE: RegExp =
  /(?<![\p{L}\d])(?:[A-Z]{2}\d{2} ?[A-Z]{3}|[A-Z]{1,3}-[A-Z]{1,2} ?\d{1,4}|\d{4} ?[B-DF-HJ-NP-TV-Z]{3}|[A-Z]{2}[ -]?\d{3}[ -]?[A-Z]{2})(?![\p{L}\d])/gu;

/** The only registration plate in a string; none if there are several. */
export function plateIn(text: string): readonly string[] {
  const plates = text.slice(0, READ_CHARACTERS).match(PLATE) ?? [];
  return plates.length === 1 ? plates : [];
}

/**
 * Finds the number or code that directly follows one of a property's names: "room 214", "Raum
 * 3.07", "hive 11".
 */
export function numberedAs(names: readonly string[]): (text: string) => readonly string[] {
  if (names.length === 0) return () => [];
  const anyCase = (name: string): string =>
    name.replace(/\p{L}/gu, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
  const pattern = new RegExp(
    `(?<![\\p{L}\\d])(?:${names.map(anyCase).join("|")})${NUMBER_WORD}(${NUMBERED})(?![\\p{L}\\d]|[.,:]\\d)`,
    "gu",
  );
  return (text) =>
    [...text.slice(0, READ_CHARACTERS).matchAll(pattern)].map(([, code = ""]) => code);
}
