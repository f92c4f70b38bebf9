import type { OpinionWords } from "./opinion-words.ts";

/** What a word or phrase contributes to an opinion. */
export type OpinionSign = "good" | "best" | "bad" | "worst" | "plain" | "not" | "but";

/** A phrase found at the start of some words: its sign, and how many words it has. */
export type OpinionMatch = { readonly sign: OpinionSign; readonly length: number };

/** Finds the longest phrase of a list at the start of the words from an index on. */
export type OpinionList = (words: readonly string[], at: number) => OpinionMatch | undefined;

/** A beginning of words, and what a word with this beginning means. */
type Stem = { readonly start: string; readonly sign: OpinionSign };

const LONGEST_PHRASE = 4;
const KEY_LENGTH = 2;

/** Prepares a language's words for searches. */
export function opinionList(words: OpinionWords): OpinionList {
  const whole = new Map<string, OpinionSign>();
  const stems = new Map<string, Stem[]>();
  const phraseStarts = new Set<string>();
  for (const [sign, text] of Object.entries(words) as [OpinionSign, string][]) {
    for (const entry of text.split(" ")) {
      const start = entry.replace("*", "");
      const [first = ""] = start.split("_");
      if (first !== start) phraseStarts.add(first);
      if (start === entry) whole.set(entry, sign);
      else add(stems, start.slice(0, KEY_LENGTH), { start, sign });
    }
  }
  const signOf = (text: string): OpinionSign | undefined =>
    whole.get(text) ??
    stems.get(text.slice(0, KEY_LENGTH))?.find(({ start }) => text.startsWith(start))?.sign;
  return (all, at) => {
    const word = all[at] ?? "";
    for (let length = phraseStarts.has(word) ? LONGEST_PHRASE : 1; length > 1; length--) {
      const sign =
        at + length > all.length ? undefined : signOf(all.slice(at, at + length).join("_"));
      if (sign !== undefined) return { sign, length };
    }
    const sign = signOf(word);
    return sign === undefined ? undefined : { sign, length: 1 };
  };
}

function add(stems: Map<string, Stem[]>, key: string, stem: Stem): void {
  const known = stems.get(key) ?? [];
  known.push(stem);
  stems.set(key, known);
}
