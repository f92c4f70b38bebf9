import type { Vocabulary } from "../vocabulary/vocabulary.ts";
import type { WordList } from "../vocabulary/word-list.ts";
import type { Words } from "../words/words.ts";

/** A language, and whether the text shows it beyond doubt. */
export type Detected = { readonly code: string; readonly isSure: boolean };

/** Finds the languages of texts. */
export class LanguageDetector {
  readonly #languages: readonly string[];
  readonly #scripts: readonly (readonly [string, RegExp])[];
  /** Points by language; used again for each text. */
  readonly #hits: number[];

  constructor({ others }: Words, { languages }: Vocabulary) {
    this.#languages = languages;
    this.#hits = languages.map(() => 0);
    const rare = others.filter(({ script }) => script !== undefined);
    this.#scripts = [
      ...EAST_ASIAN,
      ...rare.map(({ code, script = "", letters }): [string, RegExp] => [
        code,
        new RegExp(`[${letters ?? script}]`, "iu"),
      ]),
    ];
  }

  /** The language of an input, by its first words; English, and unsure, if nothing shows another one. */
  detect(list: WordList): Detected {
    const hits = this.#hits.fill(0);
    let found = UNKNOWN;
    let counted = 0;
    let shown = 0;
    for (let most = FIRST_CHARACTERS; most <= MOST_CHARACTERS; most *= 2) {
      const { words, letters, text } = list.readTo(most);
      for (; counted < words.length; counted++) {
        const { entry, start = 0 } = words[counted] ?? {};
        // A part of an address, such as "com", may be a word in some language.
        if (entry !== undefined && !(start > 0 && ADDRESS.includes(text.charAt(start - 1))))
          count(hits, entry.mask);
      }
      for (; shown < letters.length; shown++) count(hits, letters[shown] ?? 0);
      found = this.#byScript(list) ?? this.#byHits(list.count);
      if (found.isSure || text.length <= most) break;
    }
    return found;
  }

  #byScript({ foreignShare, text }: WordList): Detected | undefined {
    if (foreignShare <= FOREIGN_SHARE) return undefined;
    const start = text.slice(0, MOST_CHARACTERS);
    const code = this.#scripts.find(([, letters]) => letters.test(start))?.[0];
    return code === undefined ? undefined : { code, isSure: true };
  }

  #byHits(length: number): Detected {
    const hits = this.#hits;
    let best = 0;
    let most = hits[0] ?? 0;
    let second = 0;
    for (let i = 1; i < hits.length; i++) {
      const count = hits[i] ?? 0;
      if (count > most) {
        second = most;
        most = count;
        best = i;
      } else if (count > second) second = count;
    }
    if (most === 0) return UNKNOWN;
    const lead = most - second;
    // A language with few of the words, and hardly more than another one, is a guess.
    const isSure = most >= SURE_HITS && lead >= SURE_LEAD && most * LEAST_SHARE >= length;
    const isShort = length <= (hits[0] === 0 && most > 1 ? SHORT_FOREIGN : SHORT);
    const isClear = best === 0 || (lead > 0 && (most >= SURE_LEAD || isShort));
    return isClear ? { code: this.#languages[best] ?? "en", isSure } : UNKNOWN;
  }
}

function count(hits: number[], mask: number): void {
  for (let rest = mask; rest !== 0; rest &= rest - 1) {
    const place = 31 - Math.clz32(rest & -rest);
    hits[place] = (hits[place] ?? 0) + 1;
  }
}

/** Characters before a part of an email address or a URL. */
const ADDRESS = "./@";
/** The language of most texts shows in the first characters, and that of nearly all in the most. */
const FIRST_CHARACTERS = 30;
const MOST_CHARACTERS = 240;
/** A string in another script may contain names and numbers in Latin letters. */
const FOREIGN_SHARE = 0.4;
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
/** No English word, but several of another language. */
const SHORT_FOREIGN = 12;
