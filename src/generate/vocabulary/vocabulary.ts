import { CONCEPTS, type Concept, type OtherLanguage, type Words } from "../words/words.ts";
import { EMPTY_HASH, finishedHash, HashIndex, hashWith, phraseHash } from "./hashes.ts";
import { foldedUnit, isUnspaced, LATIN_UNITS, startsEmoji } from "./letters.ts";

/** Numbers of concepts, from 1 on; 0 is for words without a concept. */
export const CONCEPT_NUMBERS = Object.fromEntries(
  CONCEPTS.map((concept, i) => [concept, i + 1]),
) as { readonly [concept in Concept]: number };

/** The longest phrase, in words. */
export const LONGEST_PHRASE = 6;
/** What the index of stems contains for the beginning of one. */
export const STEM_START = 0xffff;

/** All words of all languages, by their hashes. An entry is a number; 0 is for unknown words. */
export class Vocabulary {
  /** Language codes by number, first those that answers are written in. */
  readonly languages: readonly string[];
  readonly words: HashIndex;
  /** Beginnings of words, and the beginnings of these. */
  readonly stems: HashIndex;
  /** Several words in a row. */
  readonly phrases: HashIndex;
  /** For each entry, a bit for each language that has the word. */
  readonly masks: Int32Array;
  /** For each Latin letter, a bit for each language that it shows. */
  readonly letters: Int32Array = new Int32Array(LATIN_UNITS);
  readonly #concepts: Uint8Array;
  readonly #isPhraseStart: Uint8Array;
  #entries = 0;

  constructor({ languages, others }: Pick<Words, "languages" | "others">) {
    this.languages = [...languages, ...others].map(({ code }) => code);
    const listed = listedWords({ languages, others });
    // A phrase adds an entry for its first word.
    const most = 2 * listed.length + 1;
    this.masks = new Int32Array(most);
    this.#concepts = new Uint8Array(most * this.languages.length);
    this.#isPhraseStart = new Uint8Array(most);
    this.words = new HashIndex(listed.length);
    this.stems = new HashIndex(2 * listed.length);
    this.phrases = new HashIndex(listed.length);
    for (const { word, language, concept } of listed)
      this.#mean(this.#entryOf(word), language, concept);
    this.#addLetters([...languages, ...others]);
  }

  /** The concept of an entry in a language. */
  conceptOf(entry: number, language: number): number {
    return this.#concepts[entry * this.languages.length + language] ?? 0;
  }

  /** The concept of an entry in the first language that has one. */
  anyConceptOf(entry: number): number {
    const place = this.languages.findIndex((_, i) => this.conceptOf(entry, i) !== 0);
    return place < 0 ? 0 : this.conceptOf(entry, place);
  }

  isPhraseStart(entry: number): boolean {
    return this.#isPhraseStart[entry] === 1;
  }

  #mean(entry: number, language: number, concept: number): void {
    this.masks[entry] = (this.masks[entry] ?? 0) | (1 << language);
    this.#concepts[entry * this.languages.length + language] = concept;
  }

  #entryOf(word: string): number {
    if (!word.includes("_"))
      return isStem(word)
        ? this.#stem(word.replace("*", ""))
        : this.#entryIn(this.words, wordHash(word));
    const [first = 0, ...rest] = word.split("_").map(wordHash);
    this.#isPhraseStart[this.#entryIn(this.words, first)] = 1;
    return this.#entryIn(this.phrases, rest.reduce(phraseHash, first));
  }

  #stem(stem: string): number {
    for (let end = 1; end < stem.length; end++) {
      const start = wordHash(stem.slice(0, end));
      if (this.stems.find(start) === 0) this.stems.set(start, STEM_START);
    }
    return this.#entryIn(this.stems, wordHash(stem));
  }

  #entryIn(index: HashIndex, hash: number): number {
    const known = index.find(hash);
    if (known !== 0 && known !== STEM_START) return known;
    index.set(hash, ++this.#entries);
    return this.#entries;
  }

  #addLetters(all: readonly OtherLanguage[]): void {
    for (const [place, { letters = "", script }] of all.entries())
      for (let i = 0; script === undefined && i < letters.length; i++) {
        const unit = letters.charCodeAt(i);
        if (unit < LATIN_UNITS) this.letters[unit] = (this.letters[unit] ?? 0) | (1 << place);
      }
  }
}

function isStem(word: string): boolean {
  return word.endsWith("*") || isUnspaced(word.charCodeAt(0));
}

type Listed = { readonly word: string; readonly language: number; readonly concept: number };

function listedWords({ languages, others }: Pick<Words, "languages" | "others">): Listed[] {
  const listed: Listed[] = [];
  const add = (words: string, language: number, concept: number): void => {
    for (const word of words.split(" "))
      if (startsEmoji(word.charCodeAt(0)))
        for (const place of languages.keys()) listed.push({ word, language: place, concept });
      else if (word !== "") listed.push({ word, language, concept });
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
  for (let i = 0; i < word.length; i++) {
    const unit = word.charCodeAt(i);
    hash = hashWith(hash, foldedUnit(unit) || unit);
  }
  return finishedHash(hash);
}
