import { CodeUnits } from "./code-units.ts";
import { EMPTY_HASH, finishedHash, hashWith, phraseHash } from "./hashes.ts";
import { FOLDED, isUnspaced, LATIN_UNITS } from "./letters.ts";
import { LONGEST_PHRASE, STEM_START, type Vocabulary } from "./vocabulary.ts";

/** Numbers for each word, in one array: start, end, hash, and entry. */
const NUMBERS = 4;
const FIRST_ACCENTED = 0xc0;
/** First code unit that is not Latin, apart from a range of letters with more accents. */
const FIRST_FOREIGN = 0x250;
const FIRST_LATIN = 0x1e00;
const LAST_LATIN = 0x1fff;
/** Index of the last letter of the shortest stems. */
const SHORTEST_STEM = 2;
/** An entry, and the number of words that it spans. */
export type Match = { readonly entry: number; readonly length: number };

/**
 * The words at the beginning of a string, in order, with their hashes in lowercase. One list reads one string after another, and
 * continues with the last one if it is asked for more of it.
 */
export class WordList {
  length = 0;
  /** For each letter that shows languages, their bits. */
  letters: number[] = [];
  readonly #vocabulary: Vocabulary;
  readonly #source: CodeUnits;
  readonly #numbers: Int32Array;
  #text: string | undefined;
  #units = 0;
  #end = 0;
  #foreign = 0;
  #letters = 0;

  /** `most` is the maximum number of characters that are read, a multiple of 8. */
  constructor(vocabulary: Vocabulary, most: number) {
    this.#vocabulary = vocabulary;
    this.#source = new CodeUnits(most);
    this.#numbers = new Int32Array(NUMBERS * (most + 1));
  }

  /** The share of the letters that are in a script that is not Latin. */
  get foreignShare(): number {
    return this.#foreign === 0 ? 0 : this.#foreign / this.#letters;
  }

  start(index: number): number {
    return this.#numbers[index * NUMBERS] ?? 0;
  }

  end(index: number): number {
    return this.#numbers[index * NUMBERS + 1] ?? 0;
  }

  hash(index: number): number {
    return this.#numbers[index * NUMBERS + 2] ?? 0;
  }

  /** The word's entry in the vocabulary; 0 if it is unknown. */
  entry(index: number): number {
    return this.#numbers[index * NUMBERS + 3] ?? 0;
  }

  /** The longest phrase of the vocabulary that starts with a word, or otherwise the word itself. */
  matchAt(index: number): Match {
    let best: Match = { entry: this.entry(index), length: 1 };
    if (!this.#vocabulary.isPhraseStart(best.entry)) return best;
    let hash = this.hash(index);
    const most = Math.min(LONGEST_PHRASE, this.length - index);
    for (let length = 2; length <= most; length++) {
      hash = phraseHash(hash, this.hash(index + length - 1));
      const phrase = this.#vocabulary.phrases.find(hash);
      if (phrase !== 0) best = { entry: phrase, length };
    }
    return best;
  }

  /**
   * Finds the words that start in the first characters of a string. In scripts without spaces, it finds those of the vocabulary, the
   * longest at each place.
   */
  read(text: string, most: number): this {
    if (text !== this.#text) {
      this.#text = text;
      this.#units = this.#source.read(text);
      this.#end = this.#foreign = this.#letters = this.length = 0;
      if (this.letters.length > 0) this.letters = [];
    }
    const until = Math.min(this.#units, most);
    if (this.#end < until) this.#readUntil(until);
    return this;
  }

  /** Most of a row's time can be spent here, so this has only local variables. */
  #readUntil(until: number): void {
    const { units } = this.#source;
    const { words, stems, masks } = this.#vocabulary;
    const numbers = this.#numbers;
    const folded = FOLDED;
    let at = NUMBERS * this.length;
    let i = this.#end;
    while (i < until) {
      const start = i;
      let unit = folded[units[i] ?? 0] ?? 0;
      if (unit === 0) {
        i++;
        continue;
      }
      if (unit >= FIRST_FOREIGN && isUnspaced(unit)) {
        at = this.#addLongest(start, at);
        i = this.#end;
        continue;
      }
      let hash = EMPTY_HASH;
      let stem = 0;
      let hasStem = true;
      do {
        hash = hashWith(hash, unit);
        if (unit >= FIRST_ACCENTED) this.#show(unit);
        if (hasStem && i - start >= SHORTEST_STEM) {
          const found = stems.find(finishedHash(hash));
          hasStem = found !== 0;
          if (hasStem && found !== STEM_START) stem = found;
        }
        // A 0 follows the last unit.
        unit = folded[units[++i] ?? 0] ?? 0;
      } while (unit !== 0 && (unit < FIRST_FOREIGN || !isUnspaced(unit)));
      hash = finishedHash(hash);
      numbers[at] = start;
      numbers[at + 1] = i;
      numbers[at + 2] = hash;
      const word = words.find(hash);
      numbers[at + 3] = word !== 0 && (stem === 0 || masks[word] !== 0) ? word : stem;
      at += NUMBERS;
      this.#letters += i - start;
    }
    this.length = at / NUMBERS;
    this.#end = i;
  }

  /** Counts what an accented or foreign letter shows. */
  #show(unit: number): void {
    const languages = unit < LATIN_UNITS ? (this.#vocabulary.letters[unit] ?? 0) : 0;
    if (languages !== 0) this.letters.push(languages);
    if (unit >= FIRST_FOREIGN && (unit < FIRST_LATIN || unit > LAST_LATIN)) this.#foreign++;
  }

  /** Adds the longest word of the vocabulary that starts here, if there is one, and sets the end to what follows it. */
  #addLongest(start: number, at: number): number {
    const { units } = this.#source;
    const { stems } = this.#vocabulary;
    let hash = EMPTY_HASH;
    let next = at;
    this.#end = start + 1;
    for (let end = start; ; ) {
      hash = hashWith(hash, units[end++] ?? 0);
      const entry = stems.find(finishedHash(hash));
      if (entry === 0) break;
      if (entry === STEM_START) continue;
      this.#numbers[at] = start;
      this.#numbers[at + 1] = end;
      this.#numbers[at + 2] = finishedHash(hash);
      this.#numbers[at + 3] = entry;
      next = at + NUMBERS;
      this.#end = end;
    }
    this.#foreign += this.#end - start;
    this.#letters += this.#end - start;
    return next;
  }
}
