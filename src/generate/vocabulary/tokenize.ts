import { EMPTY_HASH, finishedHash, hashWith, phraseHash } from "./hashes.ts";
import { foldedUnit, isUnspaced } from "./letters.ts";
import { LONGEST_PHRASE, type Vocabulary } from "./vocabulary.ts";

/** The words of a string, in order. */
export class Tokens {
  /** Four numbers for each word. One list of small integers takes half the time of four lists. */
  readonly #numbers: readonly number[];
  /** For each letter that shows languages, their bits. */
  readonly letters: readonly number[];
  /** Number of code units of words in a script that is not Latin. */
  readonly foreign: number;
  readonly length: number;

  constructor(numbers: readonly number[], letters: readonly number[], foreign: number) {
    this.#numbers = numbers;
    this.letters = letters;
    this.foreign = foreign;
    this.length = numbers.length / NUMBERS;
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
}

const NUMBERS = 4;

/** Characters of a string that are read. */
export const READ_CHARACTERS = 2000;
const FIRST_FOREIGN = 0x250;
const LAST_LATIN = 0x1fff;
const FIRST_LATIN = 0x1e00;
const FIRST_ACCENTED = 0xc0;

/** What the tokenizer has found so far. */
type Found = {
  readonly numbers: number[];
  letters: number[] | undefined;
  readonly hasStems: boolean;
};

/** How much of a string to read, and whether to recognize words by their beginnings, which takes longer. */
export type TokenOptions = { readonly most?: number; readonly hasStems?: boolean };

/**
 * Finds the words of a string, with their hashes in lowercase. In scripts without spaces, it finds only
 * the words of the vocabulary, the longest at each place. Takes time in proportion to the length.
 */
export function tokenize(
  text: string,
  vocabulary: Vocabulary,
  { most = READ_CHARACTERS, hasStems = true }: TokenOptions = {},
): Tokens {
  const read = text.length <= most ? text : text.slice(0, most);
  const found: Found = { numbers: [], letters: undefined, hasStems };
  let foreign = 0;
  for (let i = 0; i < read.length; ) {
    const first = read.charCodeAt(i);
    if (foldedUnit(first) === 0) {
      i++;
      continue;
    }
    const isForeign = first >= FIRST_FOREIGN && (first < FIRST_LATIN || first > LAST_LATIN);
    const next = isUnspaced(first)
      ? addLongest(read, i, vocabulary, found)
      : addWord(read, i, vocabulary, found);
    if (isForeign) foreign += next - i;
    i = next;
  }
  return new Tokens(found.numbers, found.letters ?? NO_LETTERS, foreign);
}

const NO_LETTERS: readonly number[] = [];

function addWord(text: string, start: number, vocabulary: Vocabulary, found: Found): number {
  const { stems, words } = vocabulary;
  const { length } = text;
  let hash = EMPTY_HASH;
  let stem = 0;
  let end = start;
  for (; end < length; end++) {
    const unit = foldedUnit(text.charCodeAt(end));
    if (unit === 0) break;
    if (unit >= FIRST_ACCENTED && isUnlikeWord(unit, vocabulary, found)) break;
    hash = hashWith(hash, unit);
    if (!found.hasStems || end - start < SHORTEST_STEM) continue;
    const longer = stems.find(finishedHash(hash));
    if (longer !== 0) stem = longer;
  }
  const finished = finishedHash(hash);
  const word = words.find(finished);
  const isTelling = word !== 0 && (stem === 0 || isWord(vocabulary, word));
  found.numbers.push(start, end, finished, isTelling ? word : stem);
  return end;
}

/** Index of the last letter of the shortest stems. */
const SHORTEST_STEM = 2;

/** Whether a letter ends a word because it is in a script without spaces. Remembers what other letters show. */
function isUnlikeWord(unit: number, { letters }: Vocabulary, found: Found): boolean {
  if (unit >= FIRST_FOREIGN) return isUnspaced(unit);
  const languages = letters[unit] ?? 0;
  if (languages !== 0) {
    found.letters ??= [];
    found.letters.push(languages);
  }
  return false;
}

/** Whether an entry is a word, and not only the start of a phrase. */
function isWord(vocabulary: Vocabulary, entry: number): boolean {
  return vocabulary.masks[entry] !== 0;
}

const LONGEST_UNSPACED = 10;

/** Adds the longest word of the vocabulary that starts here, or nothing, and returns where to continue. */
function addLongest(text: string, start: number, vocabulary: Vocabulary, found: Found): number {
  const most = Math.min(text.length, start + LONGEST_UNSPACED);
  let hash = EMPTY_HASH;
  let best = { end: start + 1, hash: 0, entry: 0 };
  for (let end = start; end < most; ) {
    const unit = text.charCodeAt(end++);
    if (!isUnspaced(unit)) break;
    hash = hashWith(hash, unit);
    const finished = finishedHash(hash);
    const entry = vocabulary.stems.find(finished);
    if (entry !== 0) best = { end, hash: finished, entry };
  }
  if (best.entry !== 0) found.numbers.push(start, best.end, best.hash, best.entry);
  return best.end;
}

/** An entry, and the number of words that it spans. */
export type Match = { readonly entry: number; readonly length: number };

/** The longest phrase of the vocabulary that starts with a word, or otherwise the word itself. */
export function matchAt(tokens: Tokens, index: number, vocabulary: Vocabulary): Match {
  let best: Match = { entry: tokens.entry(index), length: 1 };
  let hash = tokens.hash(index);
  const start = vocabulary.words.find(hash);
  if (start === 0 || !vocabulary.isPhraseStart(start)) return best;
  const most = Math.min(LONGEST_PHRASE, tokens.length - index);
  for (let length = 2; length <= most; length++) {
    hash = phraseHash(hash, tokens.hash(index + length - 1));
    const phrase = vocabulary.phrases.find(hash);
    if (phrase !== 0) best = { entry: phrase, length };
  }
  return best;
}
