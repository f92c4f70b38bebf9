import { nameWords } from "schema-values";
import type { Stated } from "./stated.ts";

/** Words of names that say what kind of value it is, and not which one. */
const GENERIC: ReadonlySet<string> = new Set(
  "address amount at cent cents code contact cost currency customer date day email full id identifier item key link mail money no number num of on price ref reference sum the time total url user value website".split(
    " ",
  ),
);
/** Names of amounts of money. */
const GENERIC_OF_MONEY: ReadonlySet<string> = new Set([
  ...GENERIC,
  ..."budget charge charged claim claimed dispute disputed due in invoice order paid payment purchase salary transaction".split(
    " ",
  ),
]);
/** Characters before a value in which a string can name it. */
const REACH = 40;
/** Letters that a word of a name and one of a string have in common: "delivery" and "delivered". */
const SAME = 4;
/** Letters of names and those with accents that stand for them in texts. */
const ACCENTED: { readonly [letter: string]: string } = {
  a: "[aàáâãäå]",
  c: "[cç]",
  e: "[eèéêë]",
  i: "[iìíîï]",
  n: "[nñ]",
  o: "[oòóôõö]",
  u: "[uùúûü]",
};

/**
 * Prepares a search for the value that a string states for a property: the one after a word of the
 * property's name. If the name only says what kind of value it is, the text must have just one.
 */
export function valueNamed(
  name: string,
  { isMoney = false }: { readonly isMoney?: boolean } = {},
): <Value>(text: string, values: readonly Stated<Value>[]) => Value | undefined {
  const words = nameWords(name);
  const generic = isMoney ? GENERIC_OF_MONEY : GENERIC;
  const telling = words.filter((word) => !generic.has(word));
  const wanted = (telling.length > 0 ? telling : words).map((word) =>
    word
      .slice(0, SAME)
      .replace(/[^\p{L}\p{N}]/gu, "")
      .replace(/[aceinou]/g, (letter) => ACCENTED[letter] ?? letter),
  );
  const named = new RegExp(`(?<![\\p{L}\\p{N}])(?:${wanted.join("|")})`, "iu");
  return (text, values) => {
    if (values.length === 0 || wanted.length === 0) return undefined;
    if (telling.length === 0 && values.length === 1) return values[0]?.value;
    let from = 0;
    for (const { value, start } of values) {
      if (named.test(text.slice(Math.max(from, start - REACH), start))) return value;
      from = start;
    }
    return undefined;
  };
}
