import { isKnownFormat } from "../../check/formats.ts";
import { formatWriter } from "../../formats/formats.ts";
import { letters } from "../../formats/pieces.ts";
import type { Draws, Lexicon } from "../../lexicon/lexicon.ts";
import type { TextShape } from "../../plan/text-shape.ts";
import type { CountedPatterns } from "../../regex/patterns.ts";
import { regexSampler } from "../../regex/sample-regex.ts";
import { rngFor } from "../../rng.ts";
import type { TextAcceptor } from "./text-acceptor.ts";

/** Makes a string that probably has a shape. */
export type TextDraw = (draws: Draws) => string;

/** Maximum length of a string in characters; longer ones are too large for a row. */
export const LONGEST_TEXT = 200_000;

/** Work to draw one character of a string that matches a pattern. */
const WORK_OF_A_CHARACTER = 2;

const PILOTS = 16;
/** Tries a short and a long length, because a string that fits may no longer fit when longer. */
const PILOT_TOKENS = [40, 2000];
/** How often an open-ended pattern gets a tail. */
const SHARE_OF_TAILS = 0.7;

/** The draws for a shape's formats and patterns. */
export function textDrawsOf(
  shape: TextShape,
  { patterns, lexicon }: { readonly patterns: CountedPatterns; readonly lexicon: Lexicon },
): TextDraw[] {
  return [
    ...shape.formats.flatMap((format) => formatDraw(format, shape, lexicon) ?? []),
    ...shape.patterns.map((pattern) => patternDraw(patterns, pattern, shape)),
    ...(shape.notFormats.length > 0 ? [formlessDraw] : []),
  ];
}

/** The share of a draw's strings that are accepted, from 0 to 1. */
export function rateOf(draw: TextDraw, accepts: TextAcceptor): number {
  let count = 0;
  for (let i = 0; i < PILOTS; i++) if (accepts(draw(pilotDraws(i)))) count++;
  return count / PILOTS;
}

function pilotDraws(index: number): Draws {
  return {
    rng: rngFor(1, "pilot", index),
    tokens: PILOT_TOKENS[index % 2] ?? 0,
    subject: undefined,
  };
}

function formatDraw(format: string, shape: TextShape, lexicon: Lexicon): TextDraw | undefined {
  const write = formatWriter(format, lexicon);
  if (write === undefined || (!isKnownFormat(format) && shape.patterns.length > 0))
    return undefined;
  const least = Math.min(shape.least, LONGEST_TEXT);
  return ({ rng }) => write(rng, least, shape.most);
}

/** Makes strings that are in hardly any format: not an expression, an address, or a date. */
const formlessDraw: TextDraw = ({ rng }) => `(${letters(rng, rng.between(1, 6))} [`;

function patternDraw(patterns: CountedPatterns, pattern: string, shape: TextShape): TextDraw {
  const sample = regexSampler(patterns.nodeOf(pattern));
  const least = Math.min(shape.least, LONGEST_TEXT);
  const most = Math.min(shape.most, Math.max(least * 2, 4000));
  const isOpen = !pattern.endsWith("$");
  const spend = patterns.work.spendFor(pattern);
  return ({ rng }) => {
    const text = sample(rng, least, most);
    spend(text.length * WORK_OF_A_CHARACTER);
    if (text.length < least) return text.padEnd(least, "a");
    const more = isOpen && rng.chance(SHARE_OF_TAILS) ? letters(rng, rng.between(1, 6)) : "";
    return text.length + more.length > shape.most ? text : text + more;
  };
}
