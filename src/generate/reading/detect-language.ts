import type { Tokens } from "../vocabulary/tokenize.ts";
import type { Vocabulary } from "../vocabulary/vocabulary.ts";
import type { Words } from "../words/words.ts";

/** A language, and whether the text shows it beyond doubt. */
export type Detected = { readonly code: string; readonly isSure: boolean };

const FIRST_EAST_ASIAN = 0x3041;
const LAST_EAST_ASIAN = 0xd7a3;
/** A string in an East Asian language may contain names and numbers in other scripts. */
const EAST_ASIAN_SHARE = 0.3;

/**
 * The East Asian language of a string, by its letters; undefined for other languages. Finding it by words would take longer.
 */
export function eastAsianLanguage(text: string): Detected | undefined {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit >= FIRST_EAST_ASIAN && unit <= LAST_EAST_ASIAN) count++;
  }
  if (count === 0 || count < text.length * EAST_ASIAN_SHARE) return undefined;
  const code = EAST_ASIAN.find(([, letters]) => letters.test(text))?.[0];
  return code === undefined ? undefined : { code, isSure: true };
}

/** What is known about languages, prepared for searches. */
export class LanguageDetector {
  readonly #vocabulary: Vocabulary;
  readonly #scripts: readonly (readonly [string, RegExp])[];

  constructor({ others }: Words, vocabulary: Vocabulary) {
    this.#vocabulary = vocabulary;
    const rare = others.filter(({ script }) => script !== undefined);
    this.#scripts = [
      ...EAST_ASIAN,
      ...rare.map(({ code, script = "", letters }): [string, RegExp] => [
        code,
        new RegExp(`[${letters ?? script}]`, "iu"),
      ]),
    ];
  }

  /** The language of a string; English, and unsure, if nothing shows another one. */
  detect(text: string, tokens: Tokens): Detected {
    const { foreign } = tokens;
    if (foreign > 0 && foreign * 2 > unitsIn(tokens)) {
      const code = this.#scripts.find(([, letters]) => letters.test(text))?.[0];
      if (code !== undefined) return { code, isSure: true };
    }
    return this.#ofWords(text, tokens);
  }

  #ofWords(text: string, tokens: Tokens): Detected {
    const hits = this.#hitsOf(text, tokens);
    let [best, most, second] = [0, hits[0] ?? 0, 0];
    for (let place = 1; place < hits.length; place++) {
      const count = hits[place] ?? 0;
      if (count > most) [best, second, most] = [place, most, count];
      else if (count > second) second = count;
    }
    if (most === 0) return UNKNOWN;
    const lead = most - second;
    const { length } = tokens;
    // A language with few of the words, and hardly more than another one, is a guess.
    const isSure = most >= SURE_HITS && lead >= SURE_LEAD && most * LEAST_SHARE >= length;
    const isClear = best === 0 || (lead > 0 && (most >= SURE_LEAD || length <= SHORT));
    return isClear ? { code: this.#vocabulary.languages[best] ?? "en", isSure } : UNKNOWN;
  }

  /** A point for each word and each letter that a language has. */
  #hitsOf(text: string, tokens: Tokens): number[] {
    const { masks, languages } = this.#vocabulary;
    const hits = new Array<number>(languages.length).fill(0);
    const most = Math.min(tokens.length, MOST_WORDS);
    for (let i = 0; i < most; i++) {
      const mask = masks[tokens.entry(i)] ?? 0;
      if (mask !== 0 && !ADDRESS.has(text.charCodeAt(tokens.start(i) - 1))) count(hits, mask);
    }
    for (const languages of tokens.letters) count(hits, languages);
    return hits;
  }
}

function count(hits: number[], mask: number): void {
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const place = 31 - Math.clz32(rest & -rest);
    hits[place] = (hits[place] ?? 0) + 1;
  }
}

/** The code units of words; those in scripts without spaces are counted only if they are known. */
function unitsIn(tokens: Tokens): number {
  let units = 0;
  for (let i = 0; i < tokens.length; i++) units += tokens.end(i) - tokens.start(i);
  return units;
}

/** Code units before a part of an email address or a URL, such as "com", which is a word in Portuguese. */
const ADDRESS: ReadonlySet<number> = new Set(Array.from("./@", (it) => it.charCodeAt(0)));
const UNKNOWN: Detected = { code: "en", isSure: false };
const EAST_ASIAN: readonly (readonly [string, RegExp])[] = [
  ["ja", /[\u3041-\u30ff]/],
  ["ko", /[\uac00-\ud7a3]/],
  ["zh", /[\u3400-\u9fff]/],
];
/** Later words rarely change the result. */
const MOST_WORDS = 60;
const SURE_HITS = 3;
const SURE_LEAD = 2;
const LEAST_SHARE = 7;
const SHORT = 6;
