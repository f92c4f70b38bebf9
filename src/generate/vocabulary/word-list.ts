import { FOLDED, isUnspaced, LATIN_UNITS, unitsOf } from "./units.ts";
import { ALPHABET, type Entry, FIRST_LETTER, ROOT, type Vocabulary } from "./vocabulary.ts";

const FIRST_ACCENTED = 0xc0;
/** First code unit that is not Latin, apart from a range of letters with more accents. */
const FIRST_FOREIGN = 0x250;
const FIRST_LATIN = 0x1e00;
const LAST_LATIN = 0x1fff;

/** A word or a phrase: what it means, and where it ends. */
export type Match = { readonly entry: Entry | undefined; readonly end: number };

/** A word of an input. */
export type Word = Match & {
  /** Number of words before it. */
  readonly place: number;
  readonly start: number;
  /** The node after it and a separator; 0 if no phrase starts with it. */
  readonly node: number;
};

/**
 * The words at the beginning of a string, in order: those of the vocabulary, or all of them. It is read only as far as it has been asked
 * for.
 */
export class WordList {
  readonly text: string;
  readonly words: Word[] = [];
  /** Number of words so far, including unknown ones. */
  count = 0;
  /** For each letter that shows languages, their bits. */
  readonly letters: number[] = [];
  readonly #vocabulary: Vocabulary;
  readonly #hasUnknown: boolean;
  #end = 0;
  #foreign = 0;
  #letters = 0;

  constructor(text: string, vocabulary: Vocabulary, hasUnknown: boolean) {
    this.text = text;
    this.#vocabulary = vocabulary;
    this.#hasUnknown = hasUnknown;
  }

  /** The share of the letters that are in a script that is not Latin. */
  get foreignShare(): number {
    return this.#foreign === 0 ? 0 : this.#foreign / this.#letters;
  }

  /** The longest phrase of the vocabulary that starts with a word, or otherwise the word itself. */
  matchAt(word: Word): Match {
    return word.node === 0 ? word : this.#phraseFrom(word);
  }

  #phraseFrom(word: Word): Match {
    const vocabulary = this.#vocabulary;
    const { units, length } = unitsOf(this.text);
    let best: Match = word;
    let { node, end: i } = word;
    while (node !== 0) {
      while (i < length && FOLDED[units[i] ?? 0] === 0) i++;
      let stem: Entry | undefined;
      for (; FOLDED[units[i] ?? 0] !== 0; i++) {
        node = vocabulary.next(node, FOLDED[units[i] ?? 0] ?? 0);
        stem = vocabulary.stems[node] ?? stem;
      }
      const entry = vocabulary.words[node] ?? stem;
      if (entry !== undefined) best = { entry, end: i };
      if (node !== 0) node = vocabulary.next(node, 0);
    }
    return best;
  }

  /** Finds the words that start in the first characters. In scripts without spaces, it finds those of the vocabulary. */
  readTo(most: number): this {
    const { units, length } = unitsOf(this.text);
    const until = Math.min(length, most);
    const vocabulary = this.#vocabulary;
    let i = this.#end;
    while (i < until) {
      const start = i;
      let unit = FOLDED[units[i] ?? 0] ?? 0;
      if (unit === 0) {
        i++;
        continue;
      }
      if (unit >= FIRST_FOREIGN && isUnspaced(unit)) {
        i = this.#addLongest(units, start);
        continue;
      }
      let node = ROOT;
      let stem: Entry | undefined;
      const first = unit - FIRST_LETTER;
      const second = (FOLDED[units[i + 1] ?? 0] ?? 0) - FIRST_LETTER;
      if (first >= 0 && first < ALPHABET && second >= 0 && second < ALPHABET) {
        node = vocabulary.pairs[first * ALPHABET + second] ?? 0;
        i += 2;
        unit = FOLDED[units[i] ?? 0] ?? 0;
      }
      // A 0 follows the last unit.
      while (unit !== 0 && (unit < FIRST_FOREIGN || !isUnspaced(unit))) {
        if (unit >= FIRST_ACCENTED) this.#show(unit);
        if (node !== 0) {
          node = vocabulary.next(node, unit);
          if (node !== 0) stem = vocabulary.stems[node] ?? stem;
        }
        unit = FOLDED[units[++i] ?? 0] ?? 0;
      }
      this.#letters += i - start;
      const entry = node === 0 ? stem : (vocabulary.words[node] ?? stem);
      const after = node === 0 ? 0 : vocabulary.next(node, 0);
      const place = this.count++;
      if (entry !== undefined || after !== 0 || this.#hasUnknown)
        this.words.push({ entry, end: i, place, start, node: after });
    }
    this.#end = i;
    return this;
  }

  /** Counts what an accented or foreign letter shows. */
  #show(unit: number): void {
    const languages = unit < LATIN_UNITS ? (this.#vocabulary.letters[unit] ?? 0) : 0;
    if (languages !== 0) this.letters.push(languages);
    if (unit >= FIRST_FOREIGN && (unit < FIRST_LATIN || unit > LAST_LATIN)) this.#foreign++;
  }

  /** Adds the longest word of the vocabulary that starts here, if there is one, and returns what follows it. */
  #addLongest(units: Uint16Array, start: number): number {
    const { stems } = this.#vocabulary;
    let longest = start;
    let entry: Entry | undefined;
    let node = this.#vocabulary.next(ROOT, units[start] ?? 0);
    for (let end = start + 1; node !== 0; end++) {
      const found = stems[node];
      if (found !== undefined) {
        entry = found;
        longest = end;
      }
      node = this.#vocabulary.next(node, units[end] ?? 0);
    }
    if (entry !== undefined)
      this.words.push({ entry, end: longest, place: this.count++, start, node: 0 });
    const next = Math.max(longest, start + 1);
    this.#foreign += next - start;
    this.#letters += next - start;
    return next;
  }
}
