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

/** A table from pairs of a meaning and its names, which are separated by bars. */
export function nameTable<Meaning>(
  rows: readonly (readonly [Meaning, string])[],
): NameTable<Meaning> {
  const meanings = new Map<string, Meaning>();
  for (const [meaning, names] of rows) {
    for (const name of names.split("|")) if (!meanings.has(name)) meanings.set(name, meaning);
  }
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
  const plain = word.replace(/\d+$/, "");
  return [...new Set([word, singularOf(word), plain, singularOf(plain)])].filter((it) => it !== "");
}

/** Words at the end of a name that say nothing about its value. */
const VAGUE: ReadonlySet<string> = new Set(
  "a b c de en es eur fr full gbp iso list local main new old original overall raw str string total usd utc value x y".split(
    " ",
  ),
);

/** The words of a name without the vague ones at its end, unless all are vague. */
export function tellingWords(name: string): readonly string[] {
  const words = nameWords(name);
  let end = words.length;
  while (end > 1 && isVague(words[end - 1] ?? "")) end--;
  return words.slice(0, end);
}

function isVague(word: string): boolean {
  return VAGUE.has(word) || /^\d+$/.test(word);
}
