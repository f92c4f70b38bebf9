import type { Language } from "./language.ts";
import { LANGUAGES } from "./languages.ts";
import { languageOfLetters } from "./letters.ts";
import { LEXICON } from "./lexicon.ts";

/** English comes first. */
const ALL: readonly Language[] = Object.values(LANGUAGES);
/**
 * Share of words that must be common for the language to count; names and two-letter codes belong
 * to no language.
 */
const LEAST_SHARE = 1 / 7;
/** Number of different common words from which a language other than English counts. */
const LEAST_DISTINCT = 2;

/** How many common words of each language the current text has; used again for each text. */
const HITS = new Uint16Array(ALL.length);

/** A text, and the numbers of its words in the lexicon. */
type Searched = {
  readonly text: string;
  readonly numbers: Uint16Array;
  readonly length: number;
};

/**
 * The language of a text in Latin script, based on its common words; English if no other language
 * has strictly the most of them.
 */
export function detectLanguage(searched: Searched): Language {
  const { numbers, length } = searched;
  const { common } = LEXICON;
  const hits = HITS.fill(0);
  let english = 0;
  let others = 0;
  for (let i = 0; i < length; i++) {
    // The remaining words can't give any other language more than English has.
    if (english - others >= length - i) return LANGUAGES.en;
    const bits = common[numbers[i] ?? 0] ?? 0;
    english += bits & 1;
    for (let place = 1; bits >> place !== 0; place++) {
      if (((bits >> place) & 1) === 0) continue;
      const count = (hits[place] ?? 0) + 1;
      hits[place] = count;
      if (count > others) others = count;
    }
  }
  const place = hits.indexOf(others, 1);
  const isTie = english >= others || hits.lastIndexOf(others) > place;
  const best = ALL[place];
  const isUnclear = isTie || best === undefined || others < length * LEAST_SHARE;
  if (!isUnclear && hasDistinct(1 << place, searched)) return best;
  return english > 0 ? LANGUAGES.en : LANGUAGES[languageOfLetters(searched.text) ?? "en"];
}

/** Whether a text contains at least two different common words of a language. */
function hasDistinct(bit: number, { numbers, length }: Searched): boolean {
  const seen = new Set<number>();
  for (let i = 0; i < length && seen.size < LEAST_DISTINCT; i++) {
    const number = numbers[i] ?? 0;
    if (((LEXICON.common[number] ?? 0) & bit) !== 0) seen.add(number);
  }
  return seen.size >= LEAST_DISTINCT;
}
