import { CONCEPTS, type Concept, type LanguageWords, type Words } from "../words/words.ts";
import { startsEmoji } from "./units.ts";
import { type ListedWord, WordTable } from "./word-table.ts";

/** Numbers of concepts, from 1 on. */
export const CONCEPT_NUMBERS = Object.fromEntries(
  CONCEPTS.map((concept, i) => [concept, i + 1]),
) as { readonly [concept in Concept]: number };

const FOR_OPINIONS: ReadonlySet<number> = new Set(
  (
    ["great", "good", "plain", "mixed", "bad", "awful", "not", "no", "but", "greeting"] as const
  ).map((concept) => CONCEPT_NUMBERS[concept]),
);

/** The words of all languages, which are prepared when they are needed. */
export class Vocabulary {
  readonly #words: Pick<Words, "languages" | "others">;
  readonly #tables = new Map<string, WordTable>();
  readonly #opinions = new Map<string, WordTable>();

  constructor(words: Pick<Words, "languages" | "others">) {
    this.#words = words;
  }

  /** All words of a language, with their concepts; none if answers are not written in it. */
  tableOf(code: string): WordTable {
    return this.#prepared(this.#tables, code, () => true);
  }

  /** The words that show opinions in a language, and those around them that matter. */
  opinionsOf(code: string): WordTable {
    return this.#prepared(this.#opinions, code, ([, concept]) => FOR_OPINIONS.has(concept));
  }

  /** The tables of all languages that answers are written in, English first. */
  get tables(): readonly WordTable[] {
    return this.#words.languages.map(({ code }) => this.tableOf(code));
  }

  #prepared(
    tables: Map<string, WordTable>,
    code: string,
    isIn: (word: ListedWord) => boolean,
  ): WordTable {
    const made = tables.get(code);
    if (made !== undefined) return made;
    // Emojis mean the same in all languages.
    const words = this.#words.languages.flatMap((language) =>
      listed(language).filter((word) => language.code === code || isEmoji(word)),
    );
    const isKnown = this.#words.languages.some((language) => language.code === code);
    const table = new WordTable(isKnown ? words.filter(isIn) : []);
    tables.set(code, table);
    return table;
  }

  /** A table of all words, whose meanings are places in a list of sets of languages: each has a bit for every language. */
  ofLanguages(): { readonly table: WordTable; readonly sets: readonly number[] } {
    const { languages, others } = this.#words;
    const found = new Map<string, number>();
    for (const [i, words] of [
      ...languages.map(listed),
      ...others.map(({ common = "" }) => listed({ words: { common } })),
    ].entries())
      for (const word of words)
        if (!isEmoji(word)) found.set(word[0], (found.get(word[0]) ?? 0) | (1 << i));
    const sets = [0, ...new Set(found.values())];
    const places = new Map(sets.map((set, place) => [set, place]));
    const table = new WordTable([...found].map(([word, set]) => [word, places.get(set) ?? 0]));
    return { table, sets };
  }
}

function listed({ words }: Pick<LanguageWords, "words">): ListedWord[] {
  return Object.entries(words).flatMap(([concept, text]) =>
    text
      .split(" ")
      .filter((word) => word !== "")
      .map((word): ListedWord => [word, CONCEPT_NUMBERS[concept as Concept]]),
  );
}

function isEmoji([word]: ListedWord): boolean {
  return startsEmoji(word.charCodeAt(0));
}
