import { CONCEPTS, type Concept, type OtherLanguage, type Words } from "../words/words.ts";
import { foldedUnit, isUnspaced, LATIN_UNITS, startsEmoji } from "./units.ts";

/** Numbers of concepts, from 1 on; 0 is for words without a concept. */
export const CONCEPT_NUMBERS = Object.fromEntries(
  CONCEPTS.map((concept, i) => [concept, i + 1]),
) as { readonly [concept in Concept]: number };

/** What a word, or several in a row, means. */
export type Entry = {
  /** A bit for each language that has it. */
  mask: number;
  /** Its concept in each language; 0 if none. */
  readonly concepts: number[];
};

const PLACE_BITS = 16;
const PLACES = 2 ** PLACE_BITS;
const MULTIPLIER = 0x9e3779b1;
/** The node at which every word starts; 0 is for no node. */
export const ROOT = 1;

/** The letters from a to z. */
export const FIRST_LETTER = 0x61;
export const ALPHABET = 26;

/** All words of all languages, as a tree of their letters. */
export class Vocabulary {
  /** Language codes by number, first those that answers are written in. */
  readonly languages: readonly string[];
  /** By node, what the word that ends there means, and any word that starts with its letters. */
  readonly words: (Entry | undefined)[] = [undefined, undefined];
  readonly stems: (Entry | undefined)[] = [undefined, undefined];
  /** The nodes after two letters of ASCII: most words are unknown, and end there. */
  readonly pairs: Uint16Array = new Uint16Array(ALPHABET * ALPHABET);
  /** For each Latin letter, a bit for each language that it shows. */
  readonly letters: Int32Array = new Int32Array(LATIN_UNITS);
  /** Nodes by the one before and a letter. A node has few children, so they share one table. */
  readonly #keys = new Int32Array(PLACES);
  readonly #nodes = new Uint16Array(PLACES);
  /** For each node, the low bits of the letters after it, which nearly all other letters don't share. */
  readonly #branches = new Int32Array(PLACES);

  constructor({ languages, others }: Pick<Words, "languages" | "others">) {
    this.languages = [...languages, ...others].map(({ code }) => code);
    const listed = listedWords({ languages, others });
    for (const { word, language, concept } of listed) this.#add(word, language, concept);
    for (const { word } of listed) this.#inherit(word);
    for (let i = 0; i < this.pairs.length; i++)
      this.pairs[i] = this.next(
        this.next(ROOT, FIRST_LETTER + Math.floor(i / ALPHABET)),
        FIRST_LETTER + (i % ALPHABET),
      );
    this.#addLetters([...languages, ...others]);
  }

  /** The node after a letter in lowercase, or after a separator, which is 0; 0 if no word continues like that. */
  next(node: number, unit: number): number {
    if (((this.#branches[node] ?? 0) & (1 << (unit & 31))) === 0) return 0;
    return this.#nodes[this.#placeOf((node << 16) | unit)] ?? 0;
  }

  #placeOf(key: number): number {
    let place = Math.imul(key, MULTIPLIER) >>> (32 - PLACE_BITS);
    while (this.#keys[place] !== key && this.#keys[place] !== 0) place = (place + 1) % PLACES;
    return place;
  }

  #add(word: string, language: number, concept: number): void {
    const isStem = word.endsWith("*") || isUnspaced(word.charCodeAt(0));
    const node = this.#pathOf(word).at(-1) ?? ROOT;
    const ends = isStem ? this.stems : this.words;
    const entry = ends[node] ?? { mask: 0, concepts: this.languages.map(() => 0) };
    entry.mask |= 1 << language;
    entry.concepts[language] = concept;
    ends[node] = entry;
  }

  /** Gives a word the meanings of its stems in other languages: Dutch has a stem that is a whole word in English. */
  #inherit(word: string): void {
    const path = this.#pathOf(word);
    const entry = this.words[path.at(-1) ?? ROOT];
    if (entry === undefined) return;
    for (const { mask, concepts } of path.flatMap((node) => this.stems[node] ?? [])) {
      entry.mask |= mask;
      for (const [language, concept] of concepts.entries()) entry.concepts[language] ||= concept;
    }
  }

  #pathOf(word: string): number[] {
    let node = ROOT;
    const letters = word.replace("*", "").split("");
    return letters.map((letter) => {
      node = this.#child(node, letter);
      return node;
    });
  }

  #child(node: number, letter: string): number {
    const unit = letter.charCodeAt(0);
    const folded = letter === "_" ? 0 : foldedUnit(unit) || unit;
    const key = (node << 16) | folded;
    this.#branches[node] = (this.#branches[node] ?? 0) | (1 << (folded & 31));
    const place = this.#placeOf(key);
    if (this.#keys[place] === 0) {
      this.#keys[place] = key;
      this.#nodes[place] = this.words.push(undefined) - 1;
      this.stems.push(undefined);
    }
    return this.#nodes[place] ?? 0;
  }

  #addLetters(all: readonly OtherLanguage[]): void {
    for (const [place, { letters = "", script }] of all.entries())
      for (let i = 0; script === undefined && i < letters.length; i++) {
        const unit = letters.charCodeAt(i);
        if (unit < LATIN_UNITS) this.letters[unit] = (this.letters[unit] ?? 0) | (1 << place);
      }
  }
}

/** An entry's concept in the first language in which it has one. */
export function anyConceptOf(entry: Entry | undefined): number {
  return entry?.concepts.find((concept) => concept !== 0) ?? 0;
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
