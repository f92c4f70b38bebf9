import { lettersIn } from "../text/beginnings.ts";
import { codeUnitsOf } from "../text/code-units.ts";
import type { Language } from "./language.ts";
import { LANGUAGES } from "./languages.ts";

/** Longer words don't show a language, because common words are short. */
const LONGEST_COMMON = 8;
const CASE = 0x20;
/** The only letter in the lists whose capital doesn't differ in that bit. */
const SHARP_S = 0xdf;
const PLACES = 2 ** 14;
const LENGTH_STEP = 0x5a7;

/** What the languages know about words, by their numbers: bits of languages, of which English is the first. */
type Lexicon = {
  /** The languages in which a word is common. */
  readonly common: Uint16Array;
  /** The languages in which a word says nothing of what a text is about. */
  readonly stop: Uint16Array;
  /**
   * The number of the word at these code units of the text that `codeUnitsOf` read last; 0 if it is not known. `letters` are its
   * first ones, as `lettersOf` gives them.
   */
  find(letters: number, start: number, end: number): number;
  /** The number of a word in lower case; 0 if it is not known. */
  numberOf(word: string): number;
};

/** The words of all languages. */
export const LEXICON: Lexicon = lexiconOf(Object.values(LANGUAGES));

/**
 * Finds words without cutting them out of their text, which takes ten times as long. The arrays are constants of a closure, so that
 * V8 knows where they are.
 */
function lexiconOf(languages: readonly Language[]): Lexicon {
  const words = [...new Set(languages.flatMap((it) => [...it.commonWords, ...it.stopWords]))];
  const numbers = new Map(words.map((word, i) => [word, i + 1]));
  const [common, stop] = [new Uint16Array(words.length + 1), new Uint16Array(words.length + 1)];
  for (const [place, { commonWords, stopWords }] of languages.entries()) {
    for (const word of commonWords)
      if (word.length <= LONGEST_COMMON) add(common, numbers.get(word), place);
    for (const word of stopWords) add(stop, numbers.get(word), place);
  }
  const units = codeUnitsOf("");
  const places = new Uint16Array(PLACES);
  /** For each word, the next one at the same place. */
  const nexts = new Uint16Array(words.length + 1);
  /** Where each word ends in the array of all letters. */
  const ends = new Uint32Array(words.length + 1);
  const joined = words.join("");
  const all = Uint16Array.from({ length: joined.length }, (_, i) => joined.charCodeAt(i));
  for (const [word, number] of numbers) {
    ends[number] = (ends[number - 1] ?? 0) + word.length;
    const place = placeOf(lettersIn(word), word.length);
    nexts[number] = places[place] ?? 0;
    places[place] = number;
  }
  const isAt = (number: number, start: number): boolean => {
    const from = ends[number - 1] ?? 0;
    const length = (ends[number] ?? 0) - from;
    for (let i = 0; i < length; i++) {
      const letter = all[from + i] ?? 0;
      const unit = units[start + i] ?? 0;
      if (letter !== (letter === SHARP_S ? unit : unit | CASE)) return false;
    }
    return true;
  };
  return {
    common,
    stop,
    find: (letters, start, end) => {
      const length = end - start;
      let number = places[placeOf(letters, length)] ?? 0;
      while (number > 0) {
        const isAsLong = (ends[number] ?? 0) - (ends[number - 1] ?? 0) === length;
        if (isAsLong && isAt(number, start)) return number;
        number = nexts[number] ?? 0;
      }
      return 0;
    },
    numberOf: (word) => numbers.get(word) ?? 0,
  };
}

function add(bits: Uint16Array, number = 0, place: number): void {
  bits[number] = (bits[number] ?? 0) | (1 << place);
}

function placeOf(letters: number, length: number): number {
  return (letters ^ (length * LENGTH_STEP)) % PLACES;
}
