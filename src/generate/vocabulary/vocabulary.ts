import { CONCEPTS, type Concept, type OtherLanguage, type Words } from "../words/words.ts";
import { EMPTY_HASH, finishedHash, HashIndex, hashWith, phraseHash } from "./hashes.ts";
import { foldedUnit, isUnspaced, LATIN_UNITS } from "./letters.ts";

/** Numbers of concepts, from 1 on; 0 is for words without a concept. */
export const CONCEPT_NUMBERS = Object.fromEntries(
  CONCEPTS.map((concept, i) => [concept, i + 1]),
) as { readonly [concept in Concept]: number };

/** The longest phrase, in words. */
export const LONGEST_PHRASE = 6;

/** All words of all languages, by their hashes. An entry is a number; 0 is for unknown words. */
export class Vocabulary {
  /** Language codes by number, first those that answers are written in. */
  readonly languages: readonly string[];
  readonly words: HashIndex;
  /** Beginnings of words. */
  readonly stems: HashIndex;
  /** Several words in a row. */
  readonly phrases: HashIndex;
  /** For each entry, a bit for each language that has the word. */
  readonly masks: Int32Array;
  /** For each Latin letter, a bit for each language that it shows. */
  readonly letters: Int32Array = new Int32Array(LATIN_UNITS);
  readonly #concepts: Uint8Array;
  readonly #isPhraseStart: Uint8Array;

  constructor({ languages, others }: Pick<Words, "languages" | "others">) {
    this.languages = [...languages, ...others].map(({ code }) => code);
    const listed = listedWords({ languages, others });
    // A phrase adds an entry for its first word.
    const most = 2 * listed.length + 1;
    this.masks = new Int32Array(most);
    this.#concepts = new Uint8Array(most * this.languages.length);
    this.#isPhraseStart = new Uint8Array(most);
    this.words = new HashIndex(listed.length);
    this.stems = new HashIndex(listed.length);
    this.phrases = new HashIndex(listed.length);
    let entries = 0;
    const entryOf = (index: HashIndex, hash: number): number => {
      const known = index.find(hash);
      if (known !== 0) return known;
      index.add(hash, ++entries);
      return entries;
    };
    for (const { word, language, concept } of listed) {
      const isStem = word.endsWith("*") || isUnspaced(word.charCodeAt(0));
      const plain = isStem ? word.replace("*", "") : word;
      const hash = plain.includes("_") ? this.#phrase(plain, entryOf) : wordHash(plain);
      const index = plain.includes("_") ? this.phrases : isStem ? this.stems : this.words;
      const entry = entryOf(index, hash);
      this.masks[entry] = (this.masks[entry] ?? 0) | (1 << language);
      this.#concepts[entry * this.languages.length + language] = concept;
    }
    this.#addLetters([...languages, ...others]);
  }

  /** The concept of an entry in a language. */
  conceptOf(entry: number, language: number): number {
    return this.#concepts[entry * this.languages.length + language] ?? 0;
  }

  /** The concept of an entry in the first language that has one. */
  anyConceptOf(entry: number): number {
    const { length } = this.languages;
    for (let i = 0; i < length; i++) {
      const concept = this.conceptOf(entry, i);
      if (concept !== 0) return concept;
    }
    return 0;
  }

  isPhraseStart(entry: number): boolean {
    return this.#isPhraseStart[entry] === 1;
  }

  #phrase(phrase: string, entryOf: (index: HashIndex, hash: number) => number): number {
    const [first = 0, ...rest] = phrase.split("_").map(wordHash);
    this.#isPhraseStart[entryOf(this.words, first)] = 1;
    return rest.reduce(phraseHash, first);
  }

  #addLetters(all: readonly OtherLanguage[]): void {
    for (const [place, { letters = "", script }] of all.entries())
      for (let i = 0; script === undefined && i < letters.length; i++) {
        const unit = letters.charCodeAt(i);
        if (unit < LATIN_UNITS) this.letters[unit] = (this.letters[unit] ?? 0) | (1 << place);
      }
  }
}

type Listed = { readonly word: string; readonly language: number; readonly concept: number };

function listedWords({ languages, others }: Pick<Words, "languages" | "others">): Listed[] {
  const listed: Listed[] = [];
  const add = (words: string, language: number, concept: number): void => {
    for (const word of words.split(" ")) if (word !== "") listed.push({ word, language, concept });
  };
  for (const [language, { words }] of languages.entries())
    for (const [concept, text] of Object.entries(words) as [Concept, string][])
      add(text, language, CONCEPT_NUMBERS[concept]);
  for (const [i, { common = "" }] of others.entries())
    add(common, languages.length + i, CONCEPT_NUMBERS.common);
  return listed;
}

/** The hash of a word, as the tokenizer finds it. */
export function wordHash(word: string): number {
  let hash = EMPTY_HASH;
  for (let i = 0; i < word.length; i++) hash = hashWith(hash, foldedUnit(word.charCodeAt(i)));
  return finishedHash(hash);
}
