import { nameWords } from "schema-values";
import type { Reader } from "./reader.ts";
import { LETTER_BITS, SAME, type Stated, wordStarts } from "./stated.ts";

/**
 * Prepares a search for the value that a string states for a property: the one after a word of the
 * property's name. If the name only says what kind of value it is, the text must have just one.
 */
export function valueNamed(
  name: string,
  reader: Reader,
  { isMoney = false }: { readonly isMoney?: boolean } = {},
): <Value>(values: readonly Stated<Value>[]) => Value | undefined {
  const words = nameWords(name);
  const telling = words.filter(
    (word) => !reader.isIn("generic", word) && !(isMoney && reader.isIn("genericOfMoney", word)),
  );
  const wanted = (telling.length > 0 ? telling : words).map(startOf);
  // "Tax" is a part, and "taxi" isn't.
  const parts = (isMoney ? reader.words.looks.lists.partsOfMoney.split(", ") : []).map((word) => ({
    ...startOf(word),
    mask: -1,
  }));
  return (values) => {
    const [only] = values;
    if (telling.length === 0 && values.length === 1 && words.length > 0)
      return only && (!hasAny(only, parts) || hasAny(only, INCLUDED)) ? only.value : undefined;
    return values.find((it) => hasAny(it, wanted))?.value;
  };
}

/** An amount "including VAT" or "inkl. MwSt." is the whole one. */
const INCLUDED: readonly Start[] = ["incl", "inkl"].map(startOf);

/** How words start that name a value. */
type Start = { readonly start: number; readonly mask: number };

function startOf(word: string): Start {
  const [start = 0] = wordStarts(word, 0, word.length);
  return { start, mask: word.length < SAME ? 2 ** (word.length * LETTER_BITS) - 1 : -1 };
}

function hasAny({ names }: Stated<unknown>, wanted: readonly Start[]): boolean {
  return wanted.some(({ start, mask }) => names.some((name) => (name & mask) === start));
}
