import type { Spans } from "../text/spans.ts";
import { Beginnings } from "./beginnings.ts";
import type { OpinionWords } from "./opinion-words.ts";

/** What a word or phrase contributes to an opinion. */
export type OpinionSign = keyof OpinionWords;

/** A phrase found at the start of some words: its sign, and how many words it has. */
export type OpinionMatch = { readonly sign: OpinionSign; readonly length: number };

/** A beginning of words, and what a word with this beginning means. */
type Stem = { readonly start: string; readonly sign: OpinionSign };

/** Several words, after the first of them. */
type Phrase = { readonly rest: readonly string[]; readonly sign: OpinionSign };

const KEY_LENGTH = 2;

/** A language's words for opinions, prepared for searches. */
export class OpinionList {
  readonly #whole = new Map<string, OpinionSign>();
  readonly #stems = new Map<string, Stem[]>();
  /** By their first word. */
  readonly #phrases = new Map<string, Phrase[]>();
  readonly #beginnings: Beginnings;

  constructor(words: OpinionWords) {
    const firsts: string[] = [];
    for (const [sign, text] of Object.entries(words) as [OpinionSign, string][]) {
      for (const entry of text.split(" ")) firsts.push(this.#add(entry, sign));
    }
    this.#beginnings = new Beginnings(firsts);
  }

  /** Finds the longest phrase that starts with a word of an input in lowercase. */
  matchAt(text: string, runs: Spans, index: number): OpinionMatch | undefined {
    const start = runs.start(index);
    const end = runs.end(index);
    if (!this.#beginnings.mayBegin(text, start, end)) return undefined;
    const word = text.slice(start, end);
    const phrase = this.#phrases
      .get(word)
      ?.find(({ rest }) => isNext(rest, text, { runs, index: index + 1 }));
    if (phrase !== undefined) return { sign: phrase.sign, length: phrase.rest.length + 1 };
    const sign = this.#whole.get(word) ?? this.#signOfStem(word);
    return sign === undefined ? undefined : { sign, length: 1 };
  }

  #add(entry: string, sign: OpinionSign): string {
    const plain = entry.replace("*", "").replace(/[-']/g, "_");
    const [first = "", ...rest] = plain.split("_");
    if (rest.length > 0) {
      const phrases = [...(this.#phrases.get(first) ?? []), { rest, sign }];
      this.#phrases.set(
        first,
        phrases.sort((one, other) => other.rest.length - one.rest.length),
      );
    } else if (!entry.endsWith("*")) this.#whole.set(plain, sign);
    else {
      const key = plain.slice(0, KEY_LENGTH);
      this.#stems.set(key, [...(this.#stems.get(key) ?? []), { start: plain, sign }]);
    }
    return first;
  }

  #signOfStem(text: string): OpinionSign | undefined {
    const stems = this.#stems.get(text.slice(0, KEY_LENGTH));
    return stems?.find(({ start }) => text.startsWith(start))?.sign;
  }
}

type Place = { readonly runs: Spans; readonly index: number };

/** Whether the words of an input from an index on are these. */
function isNext(words: readonly string[], text: string, { runs, index }: Place): boolean {
  if (index + words.length > runs.length) return false;
  return words.every((word, i) => {
    const start = runs.start(index + i);
    return runs.end(index + i) - start === word.length && text.startsWith(word, start);
  });
}
