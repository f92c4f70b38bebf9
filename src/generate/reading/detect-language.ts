import type { Vocabulary } from "../vocabulary/vocabulary.ts";
import type { WordList } from "../vocabulary/word-list.ts";
import type { Words } from "../words/words.ts";

/** A language, and whether the text shows it beyond doubt. */
export type Detected = { readonly code: string; readonly isSure: boolean };

/** Finds the languages of texts. */
export class LanguageDetector {
  readonly #vocabulary: Vocabulary;
  readonly #words: WordList;
  readonly #scripts: readonly (readonly [string, RegExp])[];

  /** Reads with a list of its own, or one that is read further for something else. */
  constructor({ others }: Words, vocabulary: Vocabulary, words: WordList) {
    this.#vocabulary = vocabulary;
    this.#words = words;
    const rare = others.filter(({ script }) => script !== undefined);
    this.#scripts = [
      ...EAST_ASIAN,
      ...rare.map(({ code, script = "", letters }): [string, RegExp] => [
        code,
        new RegExp(`[${letters ?? script}]`, "iu"),
      ]),
    ];
  }

  /** The language of a string, by its beginning; English, and unsure, if nothing shows another one. */
  detect(text: string): Detected {
    let found = UNKNOWN;
    for (let most = FIRST_CHARACTERS; most <= MOST_CHARACTERS; most *= 2) {
      found = this.#ofWords(text, this.#words.read(text, most));
      if (found.isSure || text.length <= most) break;
    }
    return found;
  }

  #ofWords(text: string, words: WordList): Detected {
    if (words.foreignShare > FOREIGN_SHARE) {
      const start = text.slice(0, MOST_CHARACTERS);
      const code = this.#scripts.find(([, letters]) => letters.test(start))?.[0];
      if (code !== undefined) return { code, isSure: true };
    }
    const hits = this.#hitsOf(text, words);
    let [best, most, second] = [0, hits[0] ?? 0, 0];
    for (let place = 1; place < hits.length; place++) {
      const count = hits[place] ?? 0;
      if (count > most) [best, second, most] = [place, most, count];
      else if (count > second) second = count;
    }
    if (most === 0) return UNKNOWN;
    const lead = most - second;
    const { length } = words;
    // A language with few of the words, and hardly more than another one, is a guess.
    const isSure = most >= SURE_HITS && lead >= SURE_LEAD && most * LEAST_SHARE >= length;
    const isShort = length <= (hits[0] === 0 && most > 1 ? SHORT_FOREIGN : SHORT);
    const isClear = best === 0 || (lead > 0 && (most >= SURE_LEAD || isShort));
    return isClear ? { code: this.#vocabulary.languages[best] ?? "en", isSure } : UNKNOWN;
  }

  /** A point for each word and each letter that a language has. */
  #hitsOf(text: string, words: WordList): number[] {
    const { masks, languages } = this.#vocabulary;
    const hits = new Array<number>(languages.length).fill(0);
    for (let i = 0; i < words.length; i++) {
      const mask = masks[words.entry(i)] ?? 0;
      if (mask !== 0 && !ADDRESS.has(text.charAt(words.start(i) - 1))) count(hits, mask);
    }
    for (const languages of words.letters) count(hits, languages);
    return hits;
  }
}

function count(hits: number[], mask: number): void {
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const place = 31 - Math.clz32(rest & -rest);
    hits[place] = (hits[place] ?? 0) + 1;
  }
}

/** The language of most texts shows in the first characters, and that of nearly all in the most. */
const FIRST_CHARACTERS = 60;
const MOST_CHARACTERS = 240;
/** A string in another script may contain names and numbers in Latin letters. */
const FOREIGN_SHARE = 0.4;
/** Characters before a part of an email address or a URL, such as "com", which is a word in Portuguese. */
const ADDRESS: ReadonlySet<string> = new Set("./@");
const UNKNOWN: Detected = { code: "en", isSure: false };
const EAST_ASIAN: readonly (readonly [string, RegExp])[] = [
  ["ja", /[\u3041-\u30ff]/],
  ["ko", /[\uac00-\ud7a3]/],
  ["zh", /[\u3400-\u9fff]/],
];
const SURE_HITS = 3;
const SURE_LEAD = 2;
const LEAST_SHARE = 7;
const SHORT = 6;
/** The same without any English word, but with several of another language. */
const SHORT_FOREIGN = 12;
