import { ENDS, Ending, endingOf, isDigit, isSpace } from "./endings.ts";

/** Longer sentences are quoted only in part. */
const LONGEST = 160;
const PART: RegExp = /[^,;:，；、]+[,;:，；、]?/gu;

/** The sentences of an input, or the clauses of long ones, as they are written. */
export function quotesIn(text: string): readonly string[] {
  const quotes: string[] = [];
  const add = (passage: string): void => {
    const quote = passage.trim();
    if (/[\p{L}\p{N}]{2}/u.test(quote)) quotes.push(quote);
  };
  for (const sentence of sentencesIn(text)) {
    if (sentence.length <= LONGEST) add(sentence);
    else for (const part of sentence.match(PART) ?? []) add(part);
  }
  return quotes.length > 0 ? quotes : [text.trim()];
}

/** Splits an input at the ends of its sentences; reading each character takes a tenth of the time that a regular expression takes. */
function sentencesIn(text: string): string[] {
  const sentences: string[] = [];
  const { length } = text;
  let start = 0;
  for (let i = 0; i < length; i++) {
    const mark = endingOf(text.charCodeAt(i));
    if (mark === Ending.none) continue;
    let end = i + 1;
    if (mark === Ending.line || mark === Ending.wideStop) {
      sentences.push(text.slice(start, end));
      start = end;
    } else if (mark === Ending.stop || mark === Ending.point) {
      while (CLOSING.includes(text.charAt(end)) && end < length) end++;
      const isEnd = isSpace(text.charCodeAt(end)) && !isAbbreviation(text, i, end);
      if (!isEnd) continue;
      sentences.push(text.slice(start, end));
      start = end;
      i = end - 1;
    }
  }
  sentences.push(text.slice(start));
  return sentences;
}

const CLOSING = "\"'”’»)";
const ABBREVIATION: RegExp =
  /(?<![\p{L}\p{N}_])(?:Dr|Mr|Mrs|Ms|Prof|St|vs|No|Nr|Inc|Ltd|Co|etc|ca|bzw|e\.g|i\.e|z\.B|\p{L})\.$/u;
const LONGEST_ABBREVIATION = 6;

/** Whether the point at an index belongs to an abbreviation that nothing closes. */
function isAbbreviation(text: string, point: number, end: number): boolean {
  if (endingOf(text.charCodeAt(point)) !== Ending.point || end > point + 1) return false;
  return ABBREVIATION.test(text.slice(Math.max(0, point - LONGEST_ABBREVIATION), point + 1));
}

/** Splits a sentence at the marks between its clauses, which are left out. */
export function splitClauses(sentence: string): string[] {
  const clauses: string[] = [];
  const { length } = sentence;
  let start = 0;
  for (let i = 0; i < length; i++) {
    if (endingOf(sentence.charCodeAt(i)) === Ending.none || !isClauseEnd(sentence, i)) continue;
    clauses.push(sentence.slice(start, i));
    while (i + 1 < length && ENDS.has(sentence.charCodeAt(i + 1))) i++;
    start = i + 1;
  }
  clauses.push(sentence.slice(start));
  return clauses;
}

function isClauseEnd(text: string, index: number): boolean {
  const before = text.charCodeAt(index - 1);
  const after = text.charCodeAt(index + 1);
  const isLast = index + 1 >= text.length;
  switch (endingOf(text.charCodeAt(index))) {
    case Ending.dash:
      return isSpace(before) && isSpace(after);
    case Ending.point:
      return (
        (isLast || isSpace(after) || ENDS.has(after)) &&
        !isDigit(before) &&
        !isAbbreviation(text, index, index + 1)
      );
    case Ending.line:
      return true;
    default:
      return !isDigit(after);
  }
}
