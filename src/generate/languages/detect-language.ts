import type { WordRun } from "../text/word-runs.ts";
import type { Language } from "./language.ts";
import { LANGUAGES } from "./languages.ts";

const ALL: readonly Language[] = Object.values(LANGUAGES);
/** Longer words are not looked up, because common words are short. */
const LONGEST = 8;
/**
 * Share of words that must be common for the language to count; names and two-letter codes belong
 * to no language.
 */
const LEAST_SHARE = 1 / 7;

/** The languages, as indexes into the list, in which a word is common. */
const COMMON: ReadonlyMap<string, readonly number[]> = indexOfWords();

/**
 * The language of a text in Latin script, based on its common words; English if no other language
 * has strictly the most of them.
 */
export function detectLanguage(runs: readonly WordRun[], text: string): Language {
  const hits = ALL.map(() => 0);
  const seen = new Set<string>();
  for (const { start, end } of runs) {
    if (end - start > LONGEST) continue;
    const word = text.slice(start, end).toLowerCase();
    const found = COMMON.get(word);
    if (found === undefined) continue;
    seen.add(word);
    for (const place of found) hits[place] = (hits[place] ?? 0) + 1;
  }
  const most = Math.max(...hits);
  const best = ALL[hits.indexOf(most)] ?? LANGUAGES.en;
  const isTie = hits.lastIndexOf(most) > hits.indexOf(most);
  if (isTie || most < runs.length * LEAST_SHARE) return LANGUAGES.en;
  const distinct = best.commonWords.filter((word) => seen.has(word)).length;
  return distinct < 2 ? LANGUAGES.en : best;
}

function indexOfWords(): Map<string, number[]> {
  const index = new Map<string, number[]>();
  for (const [place, { commonWords }] of ALL.entries()) {
    for (const word of commonWords) index.set(word, [...(index.get(word) ?? []), place]);
  }
  return index;
}
