import type { Words } from "../words/words.ts";
import { FOLDED, isUnspaced, LATIN_UNITS, unitsOf } from "./units.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { matchEnd, matchMeaning, type WordTable } from "./word-table.ts";

/** A language by its ISO 639-1 code, and whether the text shows it beyond doubt. */
type Detected = { readonly code: string; readonly isSure: boolean };

/** The language of most texts is clear after 30 characters, and of nearly all after 240. */
const FIRST_CHARACTERS = 30;
const MOST_CHARACTERS = 240;
/** Share of non-Latin letters above which the script decides; names can be in Latin letters. */
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
/** Like `SHORT`, in words, for a string with no English word but several of another language. */
const SHORT_FOREIGN = 12;
const FIRST_ACCENTED = 0xc0;
/** The first code unit of the additional Latin letters with accents. */
const FIRST_LATIN = 0x1e00;
const LAST_LATIN = 0x1fff;

/** Detects the language of strings from their script, letters, and frequent words. */
export class LanguageDetector {
  readonly #codes: readonly string[];
  readonly #scripts: readonly (readonly [string, RegExp])[];
  readonly #table: WordTable;
  readonly #sets: readonly number[];
  /** Points by language; reused for each text. */
  readonly #hits: number[];
  /** By Latin letter, a bit mask of the languages that the letter indicates. */
  readonly #letters = new Int32Array(LATIN_UNITS);

  constructor({ languages, others }: Words, vocabulary: Vocabulary) {
    const all = [...languages, ...others];
    this.#codes = all.map(({ code }) => code);
    this.#hits = all.map(() => 0);
    const { table, sets } = vocabulary.ofLanguages();
    this.#table = table;
    this.#sets = sets;
    const rare = others.filter(({ script }) => script !== undefined);
    this.#scripts = [
      ...EAST_ASIAN,
      ...rare.map(({ code, script = "", letters }): [string, RegExp] => [
        code,
        new RegExp(`[${letters ?? script}]`, "iu"),
      ]),
    ];
    for (const [i, { letters = "" }] of all.entries())
      for (const letter of rare.some(({ code }) => code === all[i]?.code) ? "" : letters)
        this.#letters[letter.charCodeAt(0)] = (this.#letters[letter.charCodeAt(0)] ?? 0) | (1 << i);
  }

  /** An input's language, judged by its first words: English if no word shows another language. */
  detect(text: string): string {
    const read = unitsOf(text);
    const { units, length } = read;
    const hits = this.#hits.fill(0);
    let [i, words, letters, foreign] = [0, 0, 0, 0];
    for (let most = FIRST_CHARACTERS; ; most *= 2) {
      const until = Math.min(length, most);
      while (i < until) {
        if (FOLDED[units[i] ?? 0] === 0) {
          i++;
          continue;
        }
        const match = this.#table.matchAt(read, i);
        const meaning = matchMeaning(match);
        const end = matchEnd(match);
        // A part of an address, such as "com", may be a word in some language.
        if (meaning > 0 && !(i > 0 && isInAddress(units[i - 1] ?? 0)))
          count(hits, this.#sets[meaning] ?? 0);
        if (meaning > 0 || !isUnspaced(units[i] ?? 0)) words++;
        letters += end - i;
        for (; i < end; i++) {
          const unit = units[i] ?? 0;
          if (unit < FIRST_ACCENTED) continue;
          if (unit < LATIN_UNITS) count(hits, this.#letters[FOLDED[unit] ?? 0] ?? 0);
          else if (unit < FIRST_LATIN || unit > LAST_LATIN) foreign++;
        }
      }
      const found =
        foreign > letters * FOREIGN_SHARE ? this.#byScript(text) : this.#byHits(hits, words);
      if (found.isSure || length <= most || most * 2 > MOST_CHARACTERS) return found.code;
    }
  }

  #byScript(text: string): Detected {
    const start = text.slice(0, MOST_CHARACTERS);
    const code = this.#scripts.find(([, letters]) => letters.test(start))?.[0];
    return code === undefined ? UNKNOWN : { code, isSure: true };
  }

  #byHits(hits: readonly number[], length: number): Detected {
    let [best, most, second] = [0, hits[0] ?? 0, 0];
    for (let i = 1; i < hits.length; i++) {
      const count = hits[i] ?? 0;
      if (count > most) [best, most, second] = [i, count, most];
      else if (count > second) second = count;
    }
    if (most === 0) return UNKNOWN;
    const lead = most - second;
    // A language that matches few of the words, and hardly more than another language, is a guess.
    const isSure = most >= SURE_HITS && lead >= SURE_LEAD && most * LEAST_SHARE >= length;
    const isShort = length <= (hits[0] === 0 && most > 1 ? SHORT_FOREIGN : SHORT);
    const isClear = best === 0 || (lead > 0 && (most >= SURE_LEAD || isShort));
    return isClear ? { code: this.#codes[best] ?? "en", isSure } : UNKNOWN;
  }
}

/** Whether a code unit precedes a part of an email address or a URL. */
function isInAddress(unit: number): boolean {
  return unit === 0x2e || unit === 0x2f || unit === 0x40;
}

function count(hits: number[], set: number): void {
  for (let rest = set; rest !== 0; rest &= rest - 1) {
    const place = 31 - Math.clz32(rest & -rest);
    hits[place] = (hits[place] ?? 0) + 1;
  }
}
