import { nameWords } from "schema-values";
import type { Reader } from "./reader.ts";
import type { Stated } from "./stated.ts";
import { foldedUnit } from "./units.ts";

/** Letters that a word of a name and one of a string have in common: "delivery" and "delivered". */
const SAME = 4;

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
  const starts = (telling.length > 0 ? telling : words).map((word) => word.slice(0, SAME));
  return (values) => {
    if (words.length === 0) return undefined;
    if (telling.length === 0 && values.length === 1) return values[0]?.value;
    return values.find(({ before }) => starts.some((start) => startsWord(before, start)))?.value;
  };
}

function startsWord(text: string, start: string): boolean {
  for (let at = text.indexOf(start); at >= 0; at = text.indexOf(start, at + 1))
    if (at === 0 || foldedUnit(text.charCodeAt(at - 1)) === 0) return true;
  return false;
}
