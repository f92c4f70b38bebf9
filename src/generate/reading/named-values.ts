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
  const wanted = (telling.length > 0 ? telling : words).map((word) => {
    const [start = 0] = wordStarts(word, 0, word.length);
    return { start, mask: word.length < SAME ? 2 ** (word.length * LETTER_BITS) - 1 : -1 };
  });
  return (values) => {
    if (telling.length === 0 && values.length === 1 && words.length > 0) return values[0]?.value;
    for (const { value, names } of values)
      for (const { start, mask } of wanted)
        for (const other of names) if ((other & mask) === start) return value;
    return undefined;
  };
}
