import { Beginnings, isPartAt, lettersIn } from "../text/beginnings.ts";
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
  /** The first letters of the second word; -1 if there is none, or if its letters need not be those of ASCII. */
  readonly second: number;
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
  matchAt(scan: Scan, index: number): OpinionMatch | undefined {
    const entries = this.#entries.at(scan.starts[index] ?? 0);
    for (let i = 0; i < entries.length; i++) {
      const entry = entries[i];
      if (entry !== undefined && isAt(entry, scan, index)) return entry.match;
    }
    return undefined;
  }

  /** Whether a phrase may start with a word that has these first letters. */
  has(letters: number): boolean {
    return this.#entries.has(letters);
  }
}

const ASCII: RegExp = /^[!-~]+$/;

function entryOf(entry: string, sign: OpinionSign): Entry {
  const [first = "", ...rest] = entry.replace("*", "").split(/[-'_]/);
  const [next = ""] = rest;
  const isStem = entry.endsWith("*") && rest.length === 0;
  const second = ASCII.test(next) ? lettersIn(next) : -1;
  return { first, isStem, rest, second, match: { sign, length: rest.length + 1 } };
}

function rankOf({ rest, isStem }: Entry): number {
  return isStem ? 0 : 1 + rest.length;
}

function isAt({ first, isStem, rest, second }: Entry, scan: Scan, index: number): boolean {
  const { runs, starts, lower } = scan;
  const start = runs.start(index);
  const length = runs.end(index) - start;
  if (isStem ? length < first.length : length !== first.length) return false;
  if (second >= 0 && starts[index + 1] !== second) return false;
  if (!isPartAt(lower, first, start)) return false;
  for (let i = 0; i < rest.length; i++)
    if (!isWordAt(rest[i] ?? "", scan, index + 1 + i)) return false;
  return true;
}

function isWordAt(word: string, { runs, lower }: Scan, index: number): boolean {
  if (index >= runs.length) return false;
  const start = runs.start(index);
  return runs.end(index) - start === word.length && isPartAt(lower, word, start);
}
