import { nameWords, singularOf } from "schema-values";
import * as reader from "../reading/reader.ts";

const LONGEST = 4;

/** Finds the meaning of the longest known phrase, of at least `least` words, at a name's end. */
export type NameTable<Meaning> = (words: readonly string[], least?: number) => Meaning | undefined;

/** Makes a table from meanings and their comma-separated names. A name gets its first meaning. */
export function nameTable<Meaning>(
  rows: Iterable<readonly [meaning: Meaning, names: string]>,
): NameTable<Meaning> {
  const meanings = new Map<string, Meaning>();
  for (const [meaning, names] of rows)
    for (const name of names.split(", ")) if (!meanings.has(name)) meanings.set(name, meaning);
  return (words, least = 1) => {
    for (let count = Math.min(LONGEST, words.length); count >= least; count--) {
      const head = words.slice(words.length - count, -1);
      for (const form of formsOf(words.at(-1) ?? "")) {
        const found = meanings.get([...head, form].join(" "));
        if (found !== undefined) return found;
      }
    }
    return undefined;
  };
}

/** A word as is, in the singular, and without a trailing number. */
function formsOf(word: string): readonly string[] {
  const plain = withoutNumber(word);
  return [word, singularOf(word), plain, singularOf(plain)].filter((it) => it !== "");
}

function withoutNumber(word: string): string {
  return word.replace(/(?<!\d)\d+$/, "");
}

/** A name's words, without vague words at its end; the first word is always kept. */
export function tellingWords(name: string): readonly string[] {
  const words = nameWords(name);
  const isVague = (word = ""): boolean =>
    withoutNumber(word) === "" || reader.isIn("trailing", word);
  let end = words.length;
  while (end > 1 && isVague(words[end - 1])) end--;
  return words.slice(0, end);
}

/** Whether a name says so little about its value that a description is more informative. */
export function isVagueName(name: string): boolean {
  const words = nameWords(name).map(withoutNumber);
  return words.every((word) => word === "" || reader.isIn("vague", word));
}
