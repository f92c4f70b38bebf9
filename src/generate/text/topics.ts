import { detectLanguage } from "../languages/detect-language.ts";
import type { Language, LanguageCode } from "../languages/language.ts";
import { LANGUAGES } from "../languages/languages.ts";
import { LEXICON } from "../languages/lexicon.ts";
import { lettersOf } from "./beginnings.ts";
import { codeUnitsOf } from "./code-units.ts";
import { eastAsianLanguage, eastAsianTopics } from "./east-asian-topics.ts";
import { LowerCase } from "./lower-case.ts";
import { type Scan, scanned } from "./scan.ts";
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
/** The numbers in the lexicon of the current input's runs. */
const NUMBERS = new Uint16Array(SCANNED_CHARACTERS);
/** Where the words and pairs that were found are, and whether one with certain letters was. */
const KEYS = new Spans(2 * MOST_WORDS);
const FOUND = new Uint8Array(256);
const LAST_PLACE = FOUND.length - 1;

/** Finds the topics in the first 2,000 characters of an input, so longer inputs cost no more. */
export function findTopics(input: string): Topics {
  return topicsIn(input, true);
}

/** The same without pairs of words, which takes less time. */
export function findSingleTopics(input: string): Topics {
  return topicsIn(input, false);
}

function topicsIn(input: string, withPairs: boolean): Topics {
  const text = input.length > SCANNED_CHARACTERS ? startOf(input) : input;
  const scan = scanned(text);
  const { isForeign, isUnspaced } = scan.script;
  if (isForeign) return foreignTopics(text, isUnspaced);
  const lower = new LowerCase(scan);
  const language = languageOf(scan, lower);
  const words = salientWords({ scan, lower, language, withPairs });
  const code = words.length > 0 ? language.code : "en";
  return { words, phrases: [], isForeign, isUnspaced, language: code };
}

/** The language that an input is in, if answers can be written in it; English otherwise. */
export function writtenLanguage(input: string): LanguageCode {
  const text = input.length > SCANNED_CHARACTERS ? startOf(input) : input;
  const scan = scanned(text);
  if (scan.script.isForeign) return eastAsianLanguage(text) ?? "en";
  return languageOf(scan, new LowerCase(scan)).code;
}

/** Finds the language of an input, and the numbers of its words. */
function languageOf({ text, runs, starts }: Scan, lower: LowerCase): Language {
  codeUnitsOf(text);
  const { bounds, length } = runs;
  for (let i = 0; i < length; i++)
    NUMBERS[i] = lower.find(starts[i] ?? 0, bounds[2 * i] ?? 0, bounds[2 * i + 1] ?? 0);
  return detectLanguage({ text, numbers: NUMBERS, length });
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
  readonly scan: Scan;
  readonly lower: LowerCase;
  readonly language: Language;
  readonly withPairs: boolean;
};

/**
 * The longer meaningful words if there are any; otherwise the shorter ones; otherwise the words
 * without meaning.
 */
function salientWords(searched: Searched): readonly string[] {
  findWholeWords(searched.scan.runs, searched.scan.text, WORDS);
  const words = wordsAtLeast(SHORTEST_WORD, searched);
  if (words.length > 0) return likelyNouns(words, searched.language);
  const shorter = wordsAtLeast(2, searched);
  return shorter.length > 0 ? shorter : wordsAtLeast(1, searched, true);
}

const FEWEST_NOUNS = 3;

/** The words that look like nouns, and pairs of these, if there are enough words. */
function likelyNouns(words: readonly string[], { isNoun }: Language): readonly string[] {
  if (isNoun === undefined) return words;
  let count = 0;
  const likely = words.filter((word) => {
    const space = word.indexOf(" ");
    if (space >= 0) return isNoun(word.slice(0, space)) && isNoun(word.slice(space + 1));
    const isLikely = isNoun(word);
    if (isLikely) count++;
    return isLikely;
  });
  return count < FEWEST_NOUNS ? words : likely;
}

const LANGUAGE_CODES = Object.keys(LANGUAGES);

function wordsAtLeast(
  length: number,
  { scan, lower, language, withPairs }: Searched,
  withStopWords = false,
): readonly string[] {
  const { text, runs, starts } = scan;
  const stopBit = withStopWords ? 0 : 1 << LANGUAGE_CODES.indexOf(language.code);
  const words: string[] = [];
  // Looking through so few places takes less time than a map of words in lower case.
  KEYS.clear();
  FOUND.fill(0);
  const isNew = (key: number, start: number, end: number): boolean => {
    const place = (key ^ (end - start)) & LAST_PLACE;
    const isFirst = FOUND[place] === 0 && lower.isNarrow;
    FOUND[place] = 1;
    if (!isFirst && lower.indexIn(KEYS, start, end) >= 0) return false;
    KEYS.add(start, end);
    return true;
  };
  let previous = -1;
  let previousLetters = 0;
  let singles = 0;
  let run = 0;
  for (let i = 0; i < WORDS.length && singles < MOST_WORDS; i++) {
    const start = WORDS.start(i);
    const end = WORDS.end(i);
    const isLong = end - start >= length && end - start <= LONGEST_WORD;
    if (!isLong) {
      previous = -1;
      continue;
    }
    while (runs.start(run) < start) run++;
    const isRun = runs.end(run) === end;
    const letters = isRun ? (starts[run] ?? 0) : lettersOf(codeUnitsOf(text), start, end);
    const number = isRun ? (NUMBERS[run] ?? 0) : lower.find(letters, start, end);
    const isStop = ((LEXICON.stop[number] ?? 0) & stopBit) !== 0;
    if (isStop || (!withStopWords && isNegation(text, start, end))) {
      previous = -1;
      continue;
    }
    if (isNew(letters, start, end)) {
      words.push(text.slice(start, end));
      singles++;
    }
    const isNext = withPairs && previous >= 0 && start === WORDS.end(previous) + 1;
    if (isNext && text.charCodeAt(start - 1) === SPACE) {
      const from = WORDS.start(previous);
      if (isNew(previousLetters * PAIR + letters, from, end)) words.push(text.slice(from, end));
    }
    previous = i;
    previousLetters = letters;
  }
  return words;
}

const PAIR = 31;
const SPACE = 0x20;

/** The bit by which small letters differ from capital ones. */
const CASE = 0x20;
/** "t". */
const LAST_OF_NEGATION = 0x74;

/** Whether a word is "couldn't" or a similar one, which says nothing about the topic. */
function isNegation(text: string, start: number, end: number): boolean {
  // A small or a capital t.
  const isT = (text.charCodeAt(end - 1) | CASE) === LAST_OF_NEGATION;
  return isT && /n['’]t$/i.test(text.slice(start, end));
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
