import { isKnownFormat } from "../../check/formats.ts";
import { formatWriter } from "../../formats/formats.ts";
import { letters } from "../../formats/pieces.ts";
import type { Draws, Lexicon, TextModel } from "../../lexicon/lexicon.ts";
import type { Contradiction } from "../../plan/literal.ts";
import type { TextAcceptor, TextProofs } from "../../plan/plan.ts";
import { describeText, type TextShape } from "../../plan/text-shape.ts";
import type { AutomatonSampler, SamplerSearch } from "../../regex/automaton-sampler.ts";
import type { CountedPatterns } from "../../regex/patterns.ts";
import { regexSampler } from "../../regex/sample-regex.ts";
import { rngFor } from "../../rng.ts";
import { fitted } from "./fitted-text.ts";
import { searchText } from "./text-search.ts";

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

/** Makes a string that has the shape; undefined if it failed. */
export type TextSource = (draws: Draws) => string | undefined;

/** The strings that are wanted: those of a model, if they are accepted. */
type Wanted = { readonly model: TextModel; readonly accepts: TextAcceptor };

/** The sources of strings, one for each shape in a schema. */
export type TextSources = TextProofs & {
  /** A source that prefers strings of a model. */
  sourceOf(shape: TextShape, wanted: Wanted): TextSource;
};

const TRIES = 12;
const GOOD = 0.6;

/**
 * Formats that a random string never matches, so a string with the right meaning that matches is
 * better than an arbitrary match.
 */
const STRICT_FORMATS: ReadonlySet<string> = new Set(
  "date date-time duration email idn-email ipv4 ipv6 time uri url uuid".split(" "),
);

type Supplies = {
  readonly patterns: CountedPatterns;
  readonly lexicon: Lexicon;
  searchOf(shape: TextShape): SamplerSearch;
};

/** Sources of strings that look as the lexicon says. */
export function textSources(patterns: CountedPatterns, lexicon: Lexicon): TextSources {
  const supplies: Supplies = { patterns, lexicon, searchOf: rememberedSearch(patterns) };
  return {
    conflictOf: (shape, accepts) => {
      if (textDrawsOf(shape, supplies).some((draw) => rateOf(draw, accepts) > 0)) return undefined;
      return supplies.searchOf(shape).kind === "none" ? emptyText(shape) : undefined;
    },
    sourceOf: (shape, wanted) => sourceOf(shape, wanted, supplies),
  };
}

function rememberedSearch(patterns: CountedPatterns): (shape: TextShape) => SamplerSearch {
  const searches = new Map<string, SamplerSearch>();
  return (shape) => {
    const { notPatterns, formats, least, most } = shape;
    const key = JSON.stringify([shape.patterns, notPatterns, formats, least, most]);
    const known = searches.get(key) ?? searchText(patterns, shape);
    searches.set(key, known);
    return known;
  };
}

function sourceOf(shape: TextShape, { model, accepts }: Wanted, supplies: Supplies): TextSource {
  const free = freeDraw(shape, model);
  const isFree =
    shape.patterns.length === 0 && !shape.formats.some((it) => formatWriter(it, supplies.lexicon));
  if (isFree && !shape.isRestricted)
    return shape.least > LONGEST_TEXT ? () => undefined : freeSource(free, model);
  const brief: TextDraw = (draws) => free({ ...draws, tokens: 0 });
  const isMeant = model.isTold && shape.formats.every((format) => STRICT_FORMATS.has(format));
  const drawn =
    isFree || isMeant || shape.formats.length === 0
      ? [free, brief, ...textDrawsOf(shape, supplies)]
      : [...textDrawsOf(shape, supplies), free];
  return bestSource(drawn, accepts, () => supplies.searchOf(shape));
}

/** The first good draw, or otherwise one found with an automaton. */
function bestSource(
  drawn: readonly TextDraw[],
  accepts: TextAcceptor,
  find: () => SamplerSearch,
): TextSource {
  const rated = drawn.map((draw) => ({ draw, rate: rateOf(draw, accepts) }));
  const best = rated.find((it) => it.rate >= GOOD);
  // The judge checks every row, so a string that is almost certain to fit is not checked here.
  if (best?.rate === 1) return best.draw;
  const chosen = best?.draw;
  const search = chosen === undefined ? find() : undefined;
  const found = search?.kind === "found" ? sampling(search.sample) : undefined;
  const lucky = rated.filter((it) => it.rate > 0).map((it) => it.draw);
  const draws = [chosen, found, ...lucky].filter((draw) => draw !== undefined);
  return (at) => firstAccepted(draws, accepts, at);
}

function sampling(sample: AutomatonSampler): TextDraw {
  return ({ rng }) => sample(rng);
}

function freeDraw(shape: TextShape, model: TextModel): TextDraw {
  return (draws) => {
    const text = model.write(draws);
    if (text.length >= shape.least && text.length <= shape.most) return text;
    return fitted(text, shape, () => model.write(draws));
  };
}

/**
 * Strings about the row's subject, if there is one and they fit; only for shapes without patterns.
 */
function freeSource(free: TextDraw, model: TextModel): TextSource {
  if (model.related === undefined) return free;
  return (draws) => (draws.subject && model.related?.(draws, draws.subject)) ?? free(draws);
}

function emptyText(shape: TextShape): Contradiction {
  return { reason: `no string ${describeText(shape)}`, paths: shape.paths };
}

function firstAccepted(
  draws: readonly TextDraw[],
  accepts: TextAcceptor,
  at: Draws,
): string | undefined {
  for (const draw of draws) {
    for (let i = 0; i < TRIES; i++) {
      const text = draw(at);
      if (accepts(text)) return text;
    }
  }
  return undefined;
}
