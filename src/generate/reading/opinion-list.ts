import { Beginnings, isPartAt } from "../text/beginnings.ts";
import type { Scan } from "../text/scan.ts";
import type { OpinionWords } from "./opinion-words.ts";

/** What a word or phrase contributes to an opinion. */
export type OpinionSign = keyof OpinionWords;

/** A phrase found at the start of some words: its sign, and how many words it has. */
export type OpinionMatch = { readonly sign: OpinionSign; readonly length: number };

/** A word, a beginning of words with at least three letters, or several words. */
type Entry = {
  readonly first: string;
  readonly isStem: boolean;
  readonly rest: readonly string[];
  readonly match: OpinionMatch;
};

/** A language's words for opinions, prepared for searches. */
export class OpinionList {
  readonly #entries = new Beginnings<Entry>();

  constructor(words: OpinionWords) {
    const all = (Object.entries(words) as [OpinionSign, string][]).flatMap(([sign, text]) =>
      text.split(" ").map((entry) => entryOf(entry, sign)),
    );
    // The longest phrase counts, then a whole word, then the first of the beginnings.
    for (const entry of all.sort((one, other) => rankOf(other) - rankOf(one))) {
      if (entry.isStem) this.#entries.addStem(entry.first, entry);
      else this.#entries.addWord(entry.first, entry);
    }
  }

  /** Finds the longest phrase that starts with a word of an input. */
  matchAt(scan: Scan, index: number, letters: number): OpinionMatch | undefined {
    if (!this.#entries.has(letters)) return undefined;
    const entries = this.#entries.at(letters);
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i];
      if (entry !== undefined && isAt(entry, scan, index)) return entry.match;
    }
    return undefined;
  }
}

function entryOf(entry: string, sign: OpinionSign): Entry {
  const [first = "", ...rest] = entry.replace("*", "").split(/[-'_]/);
  const isStem = entry.endsWith("*") && rest.length === 0;
  return { first, isStem, rest, match: { sign, length: rest.length + 1 } };
}

function rankOf({ rest, isStem }: Entry): number {
  return isStem ? 0 : 1 + rest.length;
}

function isAt({ first, isStem, rest }: Entry, scan: Scan, index: number): boolean {
  if (!(isStem ? beginsAt(first, scan, index) : isWordAt(first, scan, index))) return false;
  for (let i = 0; i < rest.length; i++)
    if (!isWordAt(rest[i] ?? "", scan, index + 1 + i)) return false;
  return true;
}

function isWordAt(word: string, scan: Scan, index: number): boolean {
  const { runs } = scan;
  if (index >= runs.length || runs.end(index) - runs.start(index) !== word.length) return false;
  return beginsAt(word, scan, index);
}

function beginsAt(beginning: string, { runs, lower }: Scan, index: number): boolean {
  const start = runs.start(index);
  return runs.end(index) - start >= beginning.length && isPartAt(lower, beginning, start);
}
