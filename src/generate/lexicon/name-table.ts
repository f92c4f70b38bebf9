import { nameWords, singularOf } from "schema-values";

/** Looks up the meaning of a property name in a table. */
export type NameTable<Meaning> = {
  /**
   * The meaning of the end of a name: of its longest suffix in the table, with at least `least`
   * words.
   */
  ofTail(words: readonly string[], least?: number): Meaning | undefined;
};

const LONGEST = 4;

/** A table from pairs of a meaning and its names, which are separated by commas. */
export function nameTable<Meaning>(
  rows: Iterable<readonly [meaning: Meaning, names: string]>,
): NameTable<Meaning> {
  const meanings = new Map<string, Meaning>();
  for (const [meaning, names] of rows)
    for (const name of names.split(", ")) if (!meanings.has(name)) meanings.set(name, meaning);
  return {
    ofTail: (words, least = 1) => {
      for (let count = Math.min(LONGEST, words.length); count >= least; count--) {
        const head = words.slice(words.length - count, -1);
        const found = formsOf(words.at(-1) ?? "")
          .map((form) => meanings.get([...head, form].join(" ")))
          .find((meaning) => meaning !== undefined);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}

/** A word as is, in the singular, and without a trailing number. */
function formsOf(word: string): readonly string[] {
  const plain = withoutNumber(word);
  return [...new Set([word, singularOf(word), plain, singularOf(plain)])].filter((it) => it !== "");
}

function withoutNumber(word: string): string {
  let end = word.length;
  while (end > 0 && /\d/.test(word.charAt(end - 1))) end--;
  return word.slice(0, end);
}

/** Words at the end of a name that say nothing about its value. */
const TRAILING: ReadonlySet<string> = new Set(
  "a b c de en es eur fr full gbp iso list local main new old original overall raw str string total usd utc value x y".split(
    " ",
  ),
);

/** The words of a name without the vague ones at its end, unless all are vague. */
export function tellingWords(name: string): readonly string[] {
  const words = nameWords(name);
  let end = words.length;
  while (end > 1 && isTrailing(words[end - 1] ?? "")) end--;
  return words.slice(0, end);
}

function isTrailing(word: string): boolean {
  return TRAILING.has(word) || withoutNumber(word) === "";
}

/** Words that describe a property only as such, or that fit nearly every property. */
const VAGUE: ReadonlySet<string> = new Set(
  "a answer ausgabe arg argument attr attribute b bar baz body c campo cell champ code col column content d data detail details e element entry feld field foo info information input item key kind label main name no num number obj object out output param parameter part prop property raw res response result something str string test text thing title type val value var variable x valeur valor valore wert y z".split(
    " ",
  ),
);

/** Whether a name says so little about its value that a description counts for more. */
export function isVagueName(name: string): boolean {
  const words = nameWords(name).map(withoutNumber);
  return words.every((word) => word === "" || VAGUE.has(word));
}
