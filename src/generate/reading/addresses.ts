import { isLatin, matchAt, placedIn, type Stated, wordStarts } from "./stated.ts";
import { READ_CHARACTERS } from "./units.ts";

const EMAIL: RegExp = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}/y;
const URL_START: RegExp = /https?:\/\/[\p{L}\p{N}]/uy;
/** Characters that end a URL. */
const SPACE_OR_QUOTE: RegExp = /[\s"'`<>()[\]{}|、。，（）「」]/;
const TRAILING: ReadonlySet<string> = new Set(".,;:!?");
const LONGEST_LOCAL_PART = 64;
const LONGEST_URL = 2000;

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
    from = start + value.length;
  }
  return found;
}

export function urlsIn(whole: string): readonly string[] {
  const found: string[] = [];
  const text = whole.slice(0, READ_CHARACTERS);
  for (let at = text.indexOf("http"); at >= 0; at = text.indexOf("http", at + 1)) {
    if (matchAt(URL_START, text, at) !== null) found.push(wordFrom(text, at, LONGEST_URL));
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

/** Patterns of the separators between hosts, and of a whole host, by the format. */
const HOSTS: { readonly [format: string]: readonly [RegExp, RegExp] } = {
  hostname: [/[^\w./@-]+/, /^[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){0,4}\.[a-z]{2,24}$/],
  ipv4: [/[^\w./@-]+/, /^\d{1,3}(?:\.\d{1,3}){3}$/],
  ipv6: [/[^\w.:/@-]+/, /^[\da-f]{0,4}(?::[\da-f]{0,4}){2,7}$/i],
};

/** Finds the hosts in a string; undefined if the format is not for hosts. */
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

const PHONE: RegExp =
  /(?:(?<=\+)\d[\d ()/.-]{5,18}|(?<![\w.+-]|\d )(?!\d\d[ ./-]\d\d[ ./-]\d{4}|\d{3}\.\d{3}\.)0[1-9][\d ()/.-]{6,14}|(?<![\w.,:/-]|\d )(?:\d{3}[ .-]\d{3}[ .-]?\d{3}|[5-9]\d\d[ -](?!000)\d{3}[ -]?\d\d))\d(?![\d.,:/-]?\d)/y;

/** The phone numbers in a string, in order, in international or national form. */
export function phonesIn(text: string, runs: readonly number[]): readonly Stated<string>[] {
  return placedIn(text, runs, PHONE).map((it) =>
    text.charAt(it.at - 1) === "+" ? { ...it, value: `+${it.value}` } : it,
  );
}

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

/** Finds the number or code directly after a property's name: "room 214", "Raum 3.07". */
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
