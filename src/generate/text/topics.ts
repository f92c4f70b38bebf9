import { detectLanguage } from "../languages/detect-language.ts";
import type { Language, LanguageCode } from "../languages/language.ts";
import { LANGUAGES } from "../languages/languages.ts";
import { wholeWords } from "./whole-words.ts";
import { findWordRuns, type WordRun, type WordRuns } from "./word-runs.ts";

/** The topics of an input, as far as its own words show them. */
export type Topics = {
  /**
   * Distinct words of the input in order, including pairs of words in Latin script; empty if it has
   * none.
   */
  readonly words: readonly string[];
  /** Whether the input is mainly in a non-Latin script. */
  readonly isForeign: boolean;
  /** Whether its script has no spaces between words, like Chinese and Japanese. */
  readonly isUnspaced: boolean;
  /** The language of an input in Latin script; English if unrecognized or in any other script. */
  readonly language: LanguageCode;
};

const SCANNED_CHARACTERS = 2000;
const MOST_WORDS = 24;
const LONGEST_WORD = 24;
const SHORTEST_WORD = 4;
const CHUNK = 3;

/** Finds the topics in the first 2,000 characters of an input, so longer inputs cost no more. */
export function findTopics(input: string): Topics {
  const text = input.length > SCANNED_CHARACTERS ? startOf(input) : input;
  const found = findWordRuns(text);
  const { runs, isForeign, isUnspaced } = found;
  const language = isForeign ? LANGUAGES.en : detectLanguage(runs, text);
  const words = isForeign
    ? pieces(runs, text, isUnspaced ? CHUNK : LONGEST_WORD)
    : salientWords(found, text, language);
  return { words, isForeign, isUnspaced, language: words.length > 0 ? language.code : "en" };
}

/** The start of a long input, ending at a word boundary. */
function startOf(input: string): string {
  return input
    .slice(0, SCANNED_CHARACTERS + 1)
    .replace(/\s\S{0,99}$/, "")
    .slice(0, SCANNED_CHARACTERS);
}

/**
 * The longer meaningful words if there are any; otherwise the shorter ones; otherwise the words
 * without meaning.
 */
function salientWords({ runs }: WordRuns, text: string, { stopWords }: Language): string[] {
  const searched = { runs: wholeWords(runs, text), text, stopWords };
  const words = wordsAtLeast(SHORTEST_WORD, searched);
  if (words.length > 0) return words;
  const shorter = wordsAtLeast(2, searched);
  return shorter.length > 0 ? shorter : wordsAtLeast(1, { ...searched, stopWords: NONE });
}

const NONE: ReadonlySet<string> = new Set();
/** Matches "couldn't" and similar contractions. */
const CONTRACTION = /n['’]t$/;

type Searched = {
  readonly runs: readonly WordRun[];
  readonly text: string;
  readonly stopWords: ReadonlySet<string>;
};

function wordsAtLeast(length: number, { runs, text, stopWords }: Searched): string[] {
  const found = new Map<string, string>();
  let previous: WordRun | undefined;
  for (const run of runs) {
    if (found.size >= MOST_WORDS) break;
    const size = run.end - run.start;
    const word = size >= length && size <= LONGEST_WORD ? text.slice(run.start, run.end) : "";
    const lower = word.toLowerCase();
    if (word === "" || stopWords.has(lower) || (stopWords !== NONE && CONTRACTION.test(lower))) {
      previous = undefined;
      continue;
    }
    if (!found.has(lower)) found.set(lower, word);
    if (previous !== undefined && run.start === previous.end + 1 && text[previous.end] === " ") {
      const pair = text.slice(previous.start, run.end);
      found.set(pair.toLowerCase(), pair);
    }
    previous = run;
  }
  return [...found.values()];
}

function pieces(runs: readonly WordRun[], text: string, length: number): string[] {
  const found = new Set<string>();
  for (const { start, end } of runs) {
    for (let i = start; i < end && found.size < MOST_WORDS; i += length) {
      found.add(text.slice(i, Math.min(i + length, end)));
    }
  }
  return [...found];
}
