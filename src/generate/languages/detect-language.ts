import type { LowerCase } from "../text/lower-case.ts";
import type { Spans } from "../text/spans.ts";
import type { Language } from "./language.ts";
import { LANGUAGES } from "./languages.ts";
import { languageOfLetters } from "./letters.ts";
import { WordTable } from "./word-table.ts";

/** English comes first. */
const ALL: readonly Language[] = Object.values(LANGUAGES);
/** Longer words are not looked up, because common words are short. */
const LONGEST = 8;
/**
 * Share of words that must be common for the language to count; names and two-letter codes belong
 * to no language.
 */
const LEAST_SHARE = 1 / 7;
/** Number of different common words from which a language other than English counts. */
const LEAST_DISTINCT = 2;

/** The languages, as indexes into the list, in which a word is common. */
const COMMON = new WordTable<readonly number[]>(indexOfWords());
/** How many common words of each language the current text has; used again for each text. */
const HITS = new Uint16Array(ALL.length);

/** A text, and its words. */
type Searched = {
  readonly runs: Spans;
  readonly text: string;
  readonly lower: LowerCase;
};

/**
 * The language of a text in Latin script, based on its common words; English if no other language
 * has strictly the most of them.
 */
export function detectLanguage(searched: Searched): Language {
  const { runs } = searched;
  const hits = HITS.fill(0);
  let english = 0;
  let others = 0;
  for (let i = 0; i < runs.length; i++) {
    // The remaining words can't give any other language more than English has.
    if (english - others >= runs.length - i) return LANGUAGES.en;
    for (const place of commonIn(searched, i)) {
      const count = (hits[place] ?? 0) + 1;
      hits[place] = count;
      if (place === 0) english = count;
      else others = Math.max(others, count);
    }
  }
  const place = hits.indexOf(others, 1);
  const isTie = english >= others || hits.lastIndexOf(others) > place;
  const best = ALL[place];
  const isUnclear = isTie || best === undefined || others < runs.length * LEAST_SHARE;
  if (!isUnclear && hasDistinct(best, searched)) return best;
  return english > 0 ? LANGUAGES.en : LANGUAGES[languageOfLetters(searched.text) ?? "en"];
}

const NOWHERE: readonly number[] = [];

/** The languages in which the word at an index is common. */
function commonIn({ runs, lower }: Searched, index: number): readonly number[] {
  const start = runs.start(index);
  const end = runs.end(index);
  if (end - start > LONGEST) return NOWHERE;
  return lower.find(COMMON, start, end) ?? NOWHERE;
}

/** Whether a text contains at least two different common words of a language. */
function hasDistinct(language: Language, searched: Searched): boolean {
  const { runs, lower } = searched;
  const place = ALL.indexOf(language);
  const seen = new Set<string>();
  for (let i = 0; i < runs.length && seen.size < LEAST_DISTINCT; i++)
    if (commonIn(searched, i).includes(place)) seen.add(lower.part(runs.start(i), runs.end(i)));
  return seen.size >= LEAST_DISTINCT;
}

function indexOfWords(): Map<string, number[]> {
  const index = new Map<string, number[]>();
  for (const [place, { commonWords }] of ALL.entries()) {
    for (const word of commonWords) index.set(word, [...(index.get(word) ?? []), place]);
  }
  return index;
}
