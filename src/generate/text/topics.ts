import { detectLanguage } from "../languages/detect-language.ts";
import type { Language, LanguageCode } from "../languages/language.ts";
import { LANGUAGES } from "../languages/languages.ts";
import { wholeWords } from "./whole-words.ts";
import { findWordRuns, type WordRun, type WordRuns } from "./word-runs.ts";

/** What an input is about, as far as its own words tell. */
export type Topics = {
  /** Distinct words of the input in its order, empty where it has none; with pairs of words in Latin script. */
  readonly words: readonly string[];
  /** Whether the input is mainly in another script than Latin. */
  readonly isForeign: boolean;
  /** Whether its script puts no spaces between words, as Chinese and Japanese do. */
  readonly isUnspaced: boolean;
  /** The language of an input in Latin script; English where it is not told, and in any other script. */
  readonly language: LanguageCode;
};

const SCANNED_CHARACTERS = 2000;
const MOST_WORDS = 24;
const LONGEST_WORD = 24;
const SHORTEST_WORD = 4;
const CHUNK = 3;

/** Finds what an input is about in its first 2,000 characters; costs no more for a longer input. */
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

/** The start of a long input, which does not end within a word. */
function startOf(input: string): string {
  return input
    .slice(0, SCANNED_CHARACTERS + 1)
    .replace(/\s\S{0,99}$/, "")
    .slice(0, SCANNED_CHARACTERS);
}

/** Longer words that say something, or else shorter ones, or else those that say nothing. */
function salientWords({ runs }: WordRuns, text: string, { stopWords }: Language): string[] {
  const searched = { runs: wholeWords(runs, text), text, stopWords };
  const words = wordsAtLeast(SHORTEST_WORD, searched);
  if (words.length > 0) return words;
  const shorter = wordsAtLeast(2, searched);
  return shorter.length > 0 ? shorter : wordsAtLeast(1, { ...searched, stopWords: NONE });
}

const NONE: ReadonlySet<string> = new Set();
/** "Couldn't" and its kind. */
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
