import { formatWriter } from "../../formats/formats.ts";
import type { Draws, Lexicon, TextModel } from "../../lexicon/lexicon.ts";
import type { Contradiction } from "../../plan/literal.ts";
import type { TextProofs } from "../../plan/plan.ts";
import { describeText, type TextShape } from "../../plan/text-shape.ts";
import type { AutomatonSampler } from "../../regex/automaton-sampler.ts";
import type { CountedPatterns } from "../../regex/patterns.ts";
import { fitted } from "./fitted-text.ts";
import { acceptor, type TextAcceptor } from "./text-acceptor.ts";
import { LONGEST_TEXT, rateOf, type TextDraw, textDrawsOf } from "./text-draws.ts";
import { searchText, type TextSearch } from "./text-search.ts";

/** Makes a string that has the shape; undefined if it failed. */
export type TextSource = (draws: Draws) => string | undefined;

/** The sources of strings, one for each shape in a schema. */
export type TextSources = TextProofs & {
  /** A source that prefers strings of a model. */
  sourceOf(shape: TextShape, model: TextModel): TextSource;
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
  searchOf(shape: TextShape): TextSearch;
};

/** Sources of strings that look as the lexicon says. */
export function textSources(patterns: CountedPatterns, lexicon: Lexicon): TextSources {
  const supplies: Supplies = { patterns, lexicon, searchOf: rememberedSearch(patterns) };
  return {
    conflictOf: (shape) => {
      if (isDrawable(shape, supplies)) return undefined;
      return supplies.searchOf(shape).kind === "none" ? emptyText(shape) : undefined;
    },
    sourceOf: (shape, model) => sourceOf(shape, model, supplies),
  };
}

function rememberedSearch(patterns: CountedPatterns): (shape: TextShape) => TextSearch {
  const searches = new Map<string, TextSearch>();
  return (shape) => {
    const { notPatterns, formats, least, most } = shape;
    const key = JSON.stringify([shape.patterns, notPatterns, formats, least, most]);
    const known = searches.get(key) ?? searchText(patterns, shape);
    searches.set(key, known);
    return known;
  };
}

function isDrawable(shape: TextShape, supplies: Supplies): boolean {
  const accepts = acceptor(supplies.patterns, shape);
  return textDrawsOf(shape, supplies).some((draw) => rateOf(draw, accepts) > 0);
}

function sourceOf(shape: TextShape, model: TextModel, supplies: Supplies): TextSource {
  const free = freeDraw(shape, model);
  const isFree =
    shape.patterns.length === 0 && !shape.formats.some((it) => formatWriter(it, supplies.lexicon));
  if (isFree && shape.notPatterns.length + shape.notFormats.length + shape.excluded.length === 0)
    return shape.least > LONGEST_TEXT ? () => undefined : freeSource(free, model);
  const brief: TextDraw = (draws) => free({ ...draws, tokens: 0 });
  const isMeant = model.isTold && shape.formats.every((format) => STRICT_FORMATS.has(format));
  const drawn =
    isFree || isMeant || shape.formats.length === 0
      ? [free, brief, ...textDrawsOf(shape, supplies)]
      : [...textDrawsOf(shape, supplies), free];
  return bestSource(shape, drawn, supplies);
}

/** The first good draw, or otherwise one found with an automaton. */
function bestSource(shape: TextShape, drawn: readonly TextDraw[], supplies: Supplies): TextSource {
  const accepts = acceptor(supplies.patterns, shape);
  const rated = drawn.map((draw) => ({ draw, rate: rateOf(draw, accepts) }));
  const best = rated.find((it) => it.rate >= GOOD);
  // The judge checks every row, so a string that is almost certain to fit is not checked here.
  if (best?.rate === 1) return best.draw;
  const chosen = best?.draw;
  const search = chosen === undefined ? supplies.searchOf(shape) : undefined;
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
