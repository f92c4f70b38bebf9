import { nameWords } from "schema-values";
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
 * Finds the value that a string states for a property: the one after a word of the property's name. If
 * the name only says what kind of value it is, the text must have just one.
 */
export function namedValue<Value>(
  text: string,
  values: readonly Stated<Value>[],
  name: string,
): Value | undefined {
  if (values.length === 0) return undefined;
  const words = nameWords(name);
  const telling = words.filter((word) => !GENERIC.has(word));
  if (telling.length === 0 && values.length === 1) return values[0]?.value;
  const wanted = (telling.length > 0 ? telling : words).map((word) => word.slice(0, SAME));
  let from = 0;
  for (const { value, start } of values) {
    const before = nameWords(text.slice(Math.max(from, start - REACH), start));
    if (before.some((word) => wanted.includes(word.slice(0, SAME)))) return value;
    from = start;
  }
  return undefined;
}
