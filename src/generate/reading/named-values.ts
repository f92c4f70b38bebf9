import { nameWords } from "schema-values";
import { foldedUnit } from "../vocabulary/letters.ts";
import type { Stated } from "./stated.ts";

/** Words of names that say what kind of value it is, and not which one. */
const GENERIC: ReadonlySet<string> = new Set(
  "address amount at cent cents code contact cost currency customer date day email full id identifier item key link mail money no number num of on price ref reference sum the time total url user value website".split(
    " ",
  ),
);
/** Characters before a value in which a string can name it. */
const REACH = 40;
/** Letters that a word of a name and one of a string have in common: "delivery" and "delivered". */
const SAME = 4;

/**
 * Prepares a search for the value that a string states for a property: the one after a word of the
 * property's name. If the name only says what kind of value it is, the text must have just one.
 */
export function valueNamed(
  name: string,
): <Value>(text: string, values: readonly Stated<Value>[]) => Value | undefined {
  const words = nameWords(name);
  const telling = words.filter((word) => !GENERIC.has(word));
  const wanted = (telling.length > 0 ? telling : words).map((word) => word.slice(0, SAME));
  return (text, values) => {
    if (values.length === 0) return undefined;
    if (telling.length === 0 && values.length === 1) return values[0]?.value;
    let from = 0;
    for (const { value, start } of values) {
      const before = plain(text.slice(Math.max(from, start - REACH), start));
      if (wanted.some((word) => hasWord(before, word))) return value;
      from = start;
    }
    return undefined;
  };
}

/** In lowercase, without accents. */
function plain(text: string): string {
  const lower = text.toLowerCase();
  return ACCENTED.test(lower) ? lower.normalize("NFD").replace(/\p{M}+/gu, "") : lower;
}

const ACCENTED: RegExp = /[\u00c0-\u024f]/;

/** Whether a word starts like this. */
function hasWord(text: string, start: string): boolean {
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1))
    if (at === 0 || foldedUnit(text.charCodeAt(at - 1)) === 0) return true;
  return false;
}
