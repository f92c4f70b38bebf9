import type { Contradiction } from "../../plan/atom.ts";
import type { TextProofs } from "../../plan/text-proofs.ts";
import { describeText, type TextShape } from "../../plan/text-shape.ts";
import { anchoredPrefix, exclude } from "../../regex/anchored-prefix.ts";
import type { PatternBook } from "../../regex/pattern-book.ts";
import type { Rng } from "../../rng.ts";
import { formatWriter } from "../../words/format-writer.ts";
import type { MeantText } from "../../words/meant-text.ts";
import type { Pools } from "../../words/pools.ts";
import type { RelatedWriter } from "../../words/related-text.ts";
import type { Subject } from "../../words/subject.ts";
import { fitted } from "./fitted-text.ts";
import { acceptor, type TextAcceptor } from "./text-acceptor.ts";
import { LONGEST_TEXT, rateOf, type TextDraw, textDrawsOf } from "./text-draws.ts";
import { isEmptyShape, listTexts, searchText, type TextSearch } from "./text-search.ts";

/** Makes a string that has the shape; undefined if it failed. */
export type TextSource = (
  rng: Rng,
  tokens: number,
  subject: Subject | undefined,
) => string | undefined;

/** The sources of strings, one for each shape in a schema. */
export type TextSources = TextProofs & {
  /** A source that prefers strings with the given meaning. */
  sourceOf(shape: TextShape, meant: MeantText): TextSource;
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
  readonly patterns: PatternBook;
  readonly pools: Pools;
  searchOf(shape: TextShape): TextSearch;
};

/** Sources that take patterns from a book and words from pools. */
export function textSources(patterns: PatternBook, pools: Pools): TextSources {
  const supplies: Supplies = { patterns, pools, searchOf: rememberedSearch(patterns) };
  return {
    conflictOf: (shape) => {
      if (isDrawable(shape, supplies)) return undefined;
      if (!beginApart(patterns, shape) && supplies.searchOf(shape).kind !== "none")
        return undefined;
      return emptyText(shape);
    },
    proofAgainst: (shape) => {
      if (isDrawable(shape, supplies)) return undefined;
      return isEmptyShape(patterns, shape) ? emptyText(shape) : undefined;
    },
    allOf: (shape, limit) => listTexts(patterns, shape, limit),
    sourceOf: (shape, meant) => sourceOf(shape, meant, supplies),
  };
}

function rememberedSearch(patterns: PatternBook): (shape: TextShape) => TextSearch {
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

function sourceOf(shape: TextShape, meant: MeantText, supplies: Supplies): TextSource {
  const free = freeDraw(shape, meant);
  const isFree =
    shape.patterns.length === 0 && !shape.formats.some((it) => formatWriter(it, supplies.pools));
  if (isFree && shape.notPatterns.length + shape.notFormats.length + shape.excluded.length === 0)
    return shape.least > LONGEST_TEXT ? () => undefined : freeSource(free, meant.related);
  const brief: TextDraw = (rng) => free(rng, 0);
  const isMeant = meant.isTold && shape.formats.every((format) => STRICT_FORMATS.has(format));
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
  const found = search?.kind === "found" ? search.sample : undefined;
  const lucky = rated.filter((it) => it.rate > 0).map((it) => it.draw);
  const draws = [chosen, found, ...lucky].filter((draw) => draw !== undefined);
  return (rng, tokens) => firstAccepted(draws, accepts, { rng, tokens });
}

function freeDraw(shape: TextShape, { write }: MeantText): TextDraw {
  return (rng, tokens) => {
    const text = write(rng, tokens);
    if (text.length >= shape.least && text.length <= shape.most) return text;
    return fitted(text, shape, () => write(rng, tokens));
  };
}

/**
 * Strings about the row's subject, if there is one and they fit; only for shapes without patterns.
 */
function freeSource(free: TextDraw, related: RelatedWriter | undefined): TextSource {
  if (related === undefined) return free;
  return (rng, tokens, subject) => (subject && related(rng, subject, tokens)) ?? free(rng, tokens);
}

/**
 * Whether two patterns start with different words. Checking this is instant, but a search takes
 * milliseconds.
 */
function beginApart(patterns: PatternBook, shape: TextShape): boolean {
  const prefixes = shape.patterns.flatMap((it) => [anchoredPrefix(patterns.nodeOf(it)) ?? []]);
  return prefixes.some((one, i) => prefixes.slice(i + 1).some((other) => exclude(one, other)));
}

function emptyText(shape: TextShape): Contradiction {
  return { reason: `no string ${describeText(shape)}`, paths: shape.paths };
}

function firstAccepted(
  draws: readonly TextDraw[],
  accepts: TextAcceptor,
  { rng, tokens }: { readonly rng: Rng; readonly tokens: number },
): string | undefined {
  for (const draw of draws) {
    for (let i = 0; i < TRIES; i++) {
      const text = draw(rng, tokens);
      if (accepts(text)) return text;
    }
  }
  return undefined;
}
