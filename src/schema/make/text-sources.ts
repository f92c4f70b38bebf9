import { type Rng, rngFor } from "../../core/rng.ts";
import { isEqual } from "../check/equal.ts";
import { isInFormat, isKnownFormat } from "../check/formats.ts";
import { lengthOf } from "../check/scalar-checks.ts";
import type { PatternBook } from "../pattern-book.ts";
import type { Conflict } from "../plan/atom.ts";
import { describeText, type TextShape } from "../plan/text-shape.ts";
import { anchoredPrefix, exclude } from "../regex/anchored-prefix.ts";
import { RegexTooComplex } from "../regex/regex-graph.ts";
import { regexSampler } from "../regex/sample-regex.ts";
import type { Subject } from "../subject.ts";
import { formatWriter } from "../words/format-writer.ts";
import { letters } from "../words/pieces.ts";
import type { Pools } from "../words/pools.ts";
import type { RelatedWriter } from "../words/related-text.ts";
import type { MeantText } from "../words/write-text.ts";
import { fitted } from "./fitted-text.ts";
import { isEmptyShape, listTexts, searchText, type TextSearch } from "./text-search.ts";

/** Makes a text that is in the shape, or undefined where it did not succeed. */
export type TextSource = (
  rng: Rng,
  tokens: number,
  subject: Subject | undefined,
) => string | undefined;

/** Where texts come from, for each shape that a schema asks for. */
export type TextSources = {
  /** A proof that there is no such text, if one was found. */
  conflictOf(shape: TextShape): Conflict | undefined;
  /** The same, looking harder, for where nothing was found. */
  proofAgainst(shape: TextShape): Conflict | undefined;
  /** All texts of a shape, maybe with some that aren't in it; undefined where they are more than the limit. */
  allOf(shape: TextShape, limit: number): readonly string[] | undefined;
  /** A source that prefers texts of the meaning. */
  sourceOf(shape: TextShape, meant: MeantText): TextSource;
};

const TRIES = 12;
const PILOTS = 16;
/** A text that fits when it is short may not when it may be long. */
const PILOT_TOKENS = [40, 2000];
const GOOD = 0.6;
/** Texts that have to be longer, in characters, are beyond what a row is for. */
export const LONGEST = 200_000;
/** A pattern that leaves the end open gets one so often. */
const SHARE_OF_TAILS = 0.7;

/** Formats that no text is in by chance: a text about the right thing that is in one is better than any text in it. */
const STRICT_FORMATS: ReadonlySet<string> = new Set(
  "date date-time duration email idn-email ipv4 ipv6 time uri url uuid".split(" "),
);

type Draw = (rng: Rng, tokens: number) => string;

/** Sources that read patterns from a book and words from pools. */
export function textSources(patterns: PatternBook, pools: Pools): TextSources {
  const searches = new Map<string, TextSearch>();
  const searchOf = (shape: TextShape): TextSearch => {
    const key = JSON.stringify([
      shape.patterns,
      shape.notPatterns,
      shape.formats,
      shape.least,
      shape.most,
    ]);
    const known = searches.get(key) ?? searchText(patterns, shape);
    searches.set(key, known);
    return known;
  };
  const drawsOf = (shape: TextShape): Draw[] => [
    ...shape.formats.flatMap((format) => formatDraw(format, shape, pools) ?? []),
    ...shape.patterns.map((pattern) => patternDraw(patterns, pattern, shape)),
    ...(shape.notFormats.length > 0 ? [formlessDraw] : []),
  ];
  return {
    conflictOf: (shape) => {
      const accepts = acceptor(patterns, shape);
      if (drawsOf(shape).some((draw) => rateOf(draw, accepts) > 0)) return undefined;
      if (!beginApart(patterns, shape) && searchOf(shape).kind !== "none") return undefined;
      return emptyText(shape);
    },
    proofAgainst: (shape) => {
      const accepts = acceptor(patterns, shape);
      if (drawsOf(shape).some((draw) => rateOf(draw, accepts) > 0)) return undefined;
      return isEmptyShape(patterns, shape) ? emptyText(shape) : undefined;
    },
    allOf: (shape, limit) => listTexts(patterns, shape, limit),
    sourceOf: (shape, { write: writer, related, isTold }) => {
      const accepts = acceptor(patterns, shape);
      const { least, most } = shape;
      const free: Draw = (rng, tokens) => {
        const text = writer(rng, tokens);
        if (text.length >= least && text.length <= most) return text;
        return fitted(text, shape, () => writer(rng, tokens));
      };
      const brief: Draw = (rng) => free(rng, 0);
      const isFree =
        shape.patterns.length === 0 && !shape.formats.some((it) => formatWriter(it, pools));
      if (
        isFree &&
        shape.notPatterns.length + shape.notFormats.length + shape.excluded.length === 0
      ) {
        return shape.least > LONGEST ? () => undefined : freeSource(free, related);
      }
      const isMeant = isTold && shape.formats.every((format) => STRICT_FORMATS.has(format));
      const drawn =
        isFree || isMeant || shape.formats.length === 0
          ? [free, brief, ...drawsOf(shape)]
          : [...drawsOf(shape), free];
      const rated = drawn.map((draw) => ({ draw, rate: rateOf(draw, accepts) }));
      const best = rated.find((it) => it.rate >= GOOD);
      // The judge sees every row, so a text that is all but sure to fit is not looked at twice.
      if (best?.rate === 1) return best.draw;
      const chosen = best?.draw;
      const search = chosen === undefined ? searchOf(shape) : undefined;
      const found = search?.kind === "found" ? search.sample : undefined;
      const lucky = rated.filter((it) => it.rate > 0).map((it) => it.draw);
      const draws = [chosen, found, ...lucky].filter((draw) => draw !== undefined);
      return (rng, tokens) => firstAccepted(draws, accepts, () => rng, tokens);
    },
  };
}

/** Texts about the subject of the row, if there is one and they are within the bounds; no pattern has a say here. */
function freeSource(free: Draw, related: RelatedWriter | undefined): TextSource {
  if (related === undefined) return free;
  return (rng, tokens, subject) =>
    (subject === undefined ? undefined : related(rng, subject, tokens)) ?? free(rng, tokens);
}

/** Whether two of the patterns begin with different words: told at once, where a search takes milliseconds. */
function beginApart(patterns: PatternBook, shape: TextShape): boolean {
  const prefixes = shape.patterns.flatMap((it) => [anchoredPrefix(patterns.nodeOf(it)) ?? []]);
  return prefixes.some((one, i) => prefixes.slice(i + 1).some((other) => exclude(one, other)));
}

function emptyText(shape: TextShape): Conflict {
  return { reason: `no text ${describeText(shape)}`, paths: shape.paths };
}

function firstAccepted(
  draws: readonly Draw[],
  accepts: (text: string) => boolean,
  rngOf: () => Rng,
  tokens: number,
): string | undefined {
  for (const draw of draws) {
    for (let i = 0; i < TRIES; i++) {
      const text = draw(rngOf(), tokens);
      if (accepts(text)) return text;
    }
  }
  return undefined;
}

/** Whether a text is in a shape; one that is too long to tell is not taken. */
export function acceptor(patterns: PatternBook, shape: TextShape): (text: string) => boolean {
  const tests = shape.patterns.map(patterns.testOf);
  const notTests = shape.notPatterns.map(patterns.testOf);
  const { least, most, formats, notFormats, excluded } = shape;
  const isMatch = (text: string): boolean =>
    tests.every((test) => test(text)) && !notTests.some((test) => test(text));
  return (text) => {
    const length = lengthOf(text);
    if (length < least || length > most) return false;
    if (!isSure(() => isMatch(text))) return false;
    if (!formats.every((format) => isInFormat(text, format))) return false;
    if (notFormats.some((format) => isInFormat(text, format))) return false;
    return !excluded.some((value) => isEqual(value, text));
  };
}

function isSure(test: () => boolean): boolean {
  try {
    return test();
  } catch (error) {
    if (error instanceof RegexTooComplex) return false;
    throw error;
  }
}

function rateOf(draw: Draw, accepts: (text: string) => boolean): number {
  let count = 0;
  for (let i = 0; i < PILOTS; i++)
    if (accepts(draw(rngFor(1, "pilot", i), PILOT_TOKENS[i % 2] ?? 0))) count++;
  return count / PILOTS;
}

function formatDraw(format: string, shape: TextShape, pools: Pools): Draw | undefined {
  const write = formatWriter(format, pools);
  if (write === undefined || (!isKnownFormat(format) && shape.patterns.length > 0))
    return undefined;
  const least = Math.min(shape.least, LONGEST);
  return (rng) => write(rng, least, shape.most);
}

/** A text that is no expression, no address and no date: in hardly any format. */
const formlessDraw: Draw = (rng) => `(${letters(rng, rng.between(1, 6))} [`;

function patternDraw(patterns: PatternBook, pattern: string, shape: TextShape): Draw {
  const sample = regexSampler(patterns.nodeOf(pattern));
  const least = Math.min(shape.least, LONGEST);
  const most = Math.min(shape.most, Math.max(least * 2, 4000));
  const isOpen = !pattern.endsWith("$");
  return (rng) => {
    const text = sample(rng, least, most);
    if (text.length < least) return text.padEnd(least, "a");
    const more = isOpen && rng.chance(SHARE_OF_TAILS) ? letters(rng, rng.between(1, 6)) : "";
    return text.length + more.length > shape.most ? text : text + more;
  };
}
