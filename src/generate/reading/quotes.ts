import { ENDS, Ending, endingOf, isDigit, isSpace } from "../text/endings.ts";
import { scanned } from "../text/scan.ts";
import { READ_CHARACTERS } from "../text/word-runs.ts";

/** Longer sentences are quoted only in part. */
const LONGEST = 160;
const PART: RegExp = /[^,;:，；、]+[,;:，；、]?/gu;

/** A part of an input, and its first index. */
export type Quote = { readonly text: string; readonly start: number };

/** The sentences of an input, or the clauses of long ones, as they are written. */
export function quotesIn(text: string): readonly Quote[] {
  const quotes: Quote[] = [];
  const add = (start: number, end: number): void => {
    const quote = text.slice(start, end).trim();
    if (HAS_WORD.test(quote)) quotes.push({ text: quote, start: text.indexOf(quote, start) });
  };
  forEachSentence(text, (start, end) => {
    if (end - start <= LONGEST) add(start, end);
    else
      for (const { 0: part, index } of text.slice(start, end).matchAll(PART))
        add(start + index, start + index + part.length);
  });
  if (quotes.length > 0) return quotes;
  const whole = text.trim();
  return [{ text: whole, start: text.indexOf(whole) }];
}

const HAS_WORD: RegExp = /[\p{L}\p{N}]{2}/u;

/** Where marks are in a part of an input. */
type Marks = { readonly marks: ArrayLike<number>; readonly from: number; readonly to: number };

/** The marks from an index to another one. Those of a short text were found with its words. */
function marksIn(text: string, start: number, end: number): Marks {
  if (text.length <= READ_CHARACTERS) {
    const { marks, markCount } = scanned(text);
    const from = firstFrom(start, marks, markCount);
    return { marks, from, to: firstFrom(end, marks, markCount) };
  }
  const marks: number[] = [];
  for (let i = start; i < end; i++) if (endingOf(text.charCodeAt(i)) !== Ending.none) marks.push(i);
  return { marks, from: 0, to: marks.length };
}

/** The place of the first of some increasing numbers that is at least as large as another one. */
function firstFrom(least: number, numbers: Uint16Array, count: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Splits an input at the ends of its sentences. */
function forEachSentence(text: string, take: (start: number, end: number) => void): void {
  const { length } = text;
  const { marks, to } = marksIn(text, 0, length);
  let start = 0;
  for (let m = 0; m < to; m++) {
    const i = marks[m] ?? 0;
    if (i < start) continue;
    const mark = endingOf(text.charCodeAt(i));
    let end = i + 1;
    if (mark === Ending.stop || mark === Ending.point) {
      while (CLOSING.includes(text.charAt(end)) && end < length) end++;
      const isEnd = isSpace(text.charCodeAt(end)) && !isAbbreviation(text, { start: 0, i, end });
      if (!isEnd) continue;
    } else if (mark !== Ending.line && mark !== Ending.wideStop) continue;
    take(start, end);
    start = end;
  }
  take(start, length);
}

const CLOSING = "\"'”’»)";
const ABBREVIATION: RegExp =
  /(?<![\p{L}\p{N}_])(?:Dr|Mr|Mrs|Ms|Prof|St|vs|No|Nr|Inc|Ltd|Co|etc|ca|bzw|e\.g|i\.e|z\.B|\p{L})\.$/u;
const LONGEST_ABBREVIATION = 6;

/** Whether the point at an index belongs to an abbreviation that nothing closes, and that starts at another index or later. */
function isAbbreviation(
  text: string,
  { start, i, end }: { readonly start: number; readonly i: number; readonly end: number },
): boolean {
  if (endingOf(text.charCodeAt(i)) !== Ending.point || end > i + 1) return false;
  return ABBREVIATION.test(text.slice(Math.max(start, i - LONGEST_ABBREVIATION), i + 1));
}

/** Splits a passage of an input at the marks between its clauses, which are left out. */
export function splitClauses(text: string, passage: Quote): string[] {
  const clauses: string[] = [];
  let { start } = passage;
  const end = start + passage.text.length;
  const { marks, from, to } = marksIn(text, start, end);
  const range = { first: start, end };
  for (let m = from; m < to; m++) {
    let i = marks[m] ?? 0;
    if (i < start || !isClauseEnd(text, i, range)) continue;
    clauses.push(text.slice(start, i));
    while (i + 1 < end && ENDS.has(text.charCodeAt(i + 1))) i++;
    start = i + 1;
  }
  clauses.push(text.slice(start, end));
  return clauses;
}

type Range = { readonly first: number; readonly end: number };

function isClauseEnd(text: string, index: number, { first, end }: Range): boolean {
  const before = index > first ? text.charCodeAt(index - 1) : Number.NaN;
  const isLast = index + 1 >= end;
  const after = isLast ? Number.NaN : text.charCodeAt(index + 1);
  switch (endingOf(text.charCodeAt(index))) {
    case Ending.dash:
      return isSpace(before) && isSpace(after);
    case Ending.point:
      return (
        (isLast || isSpace(after) || ENDS.has(after)) &&
        !isDigit(before) &&
        !isAbbreviation(text, { start: first, i: index, end: index + 1 })
      );
    case Ending.line:
      return true;
    default:
      return !isDigit(after);
  }
}
