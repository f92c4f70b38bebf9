import { detectLanguage } from "../languages/detect-language.ts";
import type { Language, LanguageCode } from "../languages/language.ts";
import { mapLanguages } from "../languages/languages.ts";
import { WordTable } from "../languages/word-table.ts";
import { eastAsianLanguage, eastAsianTopics } from "./east-asian-topics.ts";
import { LowerCase } from "./lower-case.ts";
import { scanned } from "./scan.ts";
import { Spans } from "./spans.ts";
import { findWholeWords } from "./whole-words.ts";

/** The topics of an input, as far as its own words show them. */
export type Topics = {
  /**
   * Distinct words of the input in order, including pairs of words in Latin script; empty if it has
   * none.
   */
  readonly words: readonly string[];
  /** Unbroken passages of an input in a foreign script; empty for others. */
  readonly phrases: readonly string[];
  /** Whether the input is mainly in a script of languages that answers are not written in. */
  readonly isForeign: boolean;
  /** Whether its script has no spaces between words, like Chinese and Japanese. */
  readonly isUnspaced: boolean;
  /** The language to write in: the input's, or English if that is unrecognized or not supported. */
  readonly language: LanguageCode;
};

const SCANNED_CHARACTERS = 2000;
const MOST_WORDS = 24;
const LONGEST_WORD = 24;
const SHORTEST_WORD = 4;
const CHUNK = 3;

/** The whole words of the current input; used again for each input. */
const WORDS = new Spans(SCANNED_CHARACTERS);
/** Where the words that were found are, with one pair more than words. */
const KEYS = new Spans(MOST_WORDS + 1);

/** Finds the topics in the first 2,000 characters of an input, so longer inputs cost no more. */
export function findTopics(input: string): Topics {
  const text = input.length > SCANNED_CHARACTERS ? startOf(input) : input;
  const scan = scanned(text);
  const { isForeign, isUnspaced } = scan.script;
  if (isForeign) return foreignTopics(text, isUnspaced);
  const lower = new LowerCase(scan);
  const language = detectLanguage({ runs: scan.runs, text, lower });
  const words = salientWords({ text, lower, language });
  const code = words.length > 0 ? language.code : "en";
  return { words, phrases: [], isForeign, isUnspaced, language: code };
}

/** The language that an input is in, if answers can be written in it; English otherwise. */
export function writtenLanguage(input: string): LanguageCode {
  const text = input.length > SCANNED_CHARACTERS ? startOf(input) : input;
  const scan = scanned(text);
  if (scan.script.isForeign) return eastAsianLanguage(text) ?? "en";
  return detectLanguage({ runs: scan.runs, text, lower: new LowerCase(scan) }).code;
}

/** The same topics for sentences in another language. */
export function spokenIn(topics: Topics, language: LanguageCode | undefined): Topics {
  return language === undefined
    ? topics
    : { ...topics, language, isForeign: false, isUnspaced: language === "ja" || language === "zh" };
}

function foreignTopics(text: string, isUnspaced: boolean): Topics {
  const language = eastAsianLanguage(text);
  if (language === undefined) {
    const words = pieces(text, isUnspaced ? CHUNK : LONGEST_WORD);
    return { words, phrases: phrasesIn(text), isForeign: true, isUnspaced, language: "en" };
  }
  const words = eastAsianTopics(text, language);
  return { words, phrases: [], isForeign: false, isUnspaced: language !== "ko", language };
}

/** The start of a long input, ending at a word boundary. */
function startOf(input: string): string {
  return input
    .slice(0, SCANNED_CHARACTERS + 1)
    .replace(/\s\S{0,99}$/, "")
    .slice(0, SCANNED_CHARACTERS);
}

type Searched = {
  readonly text: string;
  readonly lower: LowerCase;
  readonly language: Language;
};

/**
 * The longer meaningful words if there are any; otherwise the shorter ones; otherwise the words
 * without meaning.
 */
function salientWords(searched: Searched): readonly string[] {
  findWholeWords(scanned(searched.text).runs, searched.text, WORDS);
  const words = wordsAtLeast(SHORTEST_WORD, searched);
  if (words.length > 0) return likelyNouns(words, searched.language);
  const shorter = wordsAtLeast(2, searched);
  return shorter.length > 0 ? shorter : wordsAtLeast(1, searched, true);
}

const FEWEST_NOUNS = 3;

/** The words that look like nouns, and pairs of these, if there are enough. */
function likelyNouns(words: readonly string[], { isNoun }: Language): readonly string[] {
  if (isNoun === undefined) return words;
  const likely = words.filter((word) => {
    const space = word.indexOf(" ");
    return space < 0 ? isNoun(word) : isNoun(word.slice(0, space)) && isNoun(word.slice(space + 1));
  });
  return likely.length < FEWEST_NOUNS ? words : likely;
}

const STOP_WORDS = mapLanguages(
  ({ stopWords }) => new WordTable(Array.from(stopWords, (word): [string, true] => [word, true])),
);

function wordsAtLeast(
  length: number,
  { text, lower, language }: Searched,
  withStopWords = false,
): readonly string[] {
  const stopWords = STOP_WORDS[language.code];
  const words: string[] = [];
  // Looking through so few places takes less time than a map of words in lower case.
  KEYS.clear();
  let previous = -1;
  for (let i = 0; i < WORDS.length && words.length < MOST_WORDS; i++) {
    const start = WORDS.start(i);
    const end = WORDS.end(i);
    const isLong = end - start >= length && end - start <= LONGEST_WORD;
    const isStop =
      !isLong ||
      (!withStopWords &&
        (lower.find(stopWords, start, end) === true || isContraction(text, start, end)));
    if (isStop) {
      previous = -1;
      continue;
    }
    if (lower.indexIn(KEYS, start, end) < 0) {
      KEYS.add(start, end);
      words.push(text.slice(start, end));
    }
    if (previous >= 0 && start === WORDS.end(previous) + 1 && text[start - 1] === " ") {
      const from = WORDS.start(previous);
      const place = lower.indexIn(KEYS, from, end);
      if (place < 0) KEYS.add(from, end);
      words[place < 0 ? words.length : place] = text.slice(from, end);
    }
    previous = i;
  }
  return words;
}

/** Whether a word is "couldn't" or similar. */
function isContraction(text: string, start: number, end: number): boolean {
  const last = text.charAt(end - 1);
  return (last === "t" || last === "T") && /n['’]t$/i.test(text.slice(start, end));
}

function pieces(text: string, length: number): readonly string[] {
  const found = new Set<string>();
  const { runs } = scanned(text);
  for (let run = 0; run < runs.length; run++) {
    const end = runs.end(run);
    for (let i = runs.start(run); i < end && found.size < MOST_WORDS; i += length) {
      found.add(text.slice(i, Math.min(i + length, end)));
    }
  }
  return [...found];
}

const PHRASE_END: RegExp = /[.,;:!?…()"«»“”،؛؟।॥\n]+/;
const LONGEST_PHRASE = 8;

/** The start of each clause of an input, up to a number of words. */
function phrasesIn(text: string): readonly string[] {
  const clauses = text.split(PHRASE_END).map((clause) => clause.trim().split(/\s+/));
  const phrases = clauses.map((words) => words.slice(0, LONGEST_PHRASE).join(" "));
  return [...new Set(phrases.filter((phrase) => /\p{L}/u.test(phrase)))].slice(0, MOST_WORDS);
}
