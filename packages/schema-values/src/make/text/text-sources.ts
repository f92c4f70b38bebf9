import { fullFormats } from "ajv-formats/dist/formats.js";
import { cached } from "../../cached.ts";
import type { Problem } from "../../check/check.ts";
import { isKnownFormat } from "../../check/check-format.ts";
import { formatWriter } from "../../formats/formats.ts";
import { fitted, letters } from "../../formats/pieces.ts";
import type { Draws, Lexicon, TextModel } from "../../lexicon/lexicon.ts";
import { describeText, type TextShape } from "../../plan/scalar-shapes.ts";
import { Automaton } from "../../regex/automaton.ts";
import { automatonSampler, type SamplerSearch } from "../../regex/automaton-sampler.ts";
import { parseRegex } from "../../regex/parse-regex.ts";
import type { CountedPatterns, TextTest } from "../../regex/patterns.ts";
import { RegexTooComplex, regexGraph } from "../../regex/regex-graph.ts";
import { type RegexNode, regexChildrenOf } from "../../regex/regex-node.ts";
import { regexSampler } from "../../regex/sample-regex.ts";
import { rngFor } from "../../rng.ts";
import { words } from "../../source/keywords.ts";

/** Makes a string that probably conforms to a `TextShape`. */
type TextDraw = (draws: Draws) => string;
type Source = (draws: Draws) => string | undefined;

export type TextSources = ReturnType<typeof textSources>;

/** Maximum length of a string in characters; longer strings are too large for a row. */
export const LONGEST_TEXT = 200_000;

/** Formats so strict that only strings written for them conform. */
const STRICT_FORMATS = words("date date-time duration email idn-email ipv4 ipv6 time uri url uuid");

/** Creates sources of strings for the shapes in a schema. */
export function textSources(patterns: CountedPatterns, lexicon: Lexicon) {
  const searches = new Map<string, SamplerSearch>();
  const searchOf = (shape: TextShape): SamplerSearch => {
    const { notPatterns, formats, least, most } = shape;
    const key = JSON.stringify([shape.patterns, notPatterns, formats, least, most]);
    return cached(searches, key, () => searchText(patterns, shape));
  };
  const drawsOf = (shape: TextShape): TextDraw[] => [
    ...shape.formats.flatMap((format) => formatDraw(format, shape, lexicon) ?? []),
    ...shape.patterns.map((pattern) => patternDraw(patterns, pattern, shape)),
    ...(shape.notFormats.length > 0 ? [formlessDraw] : []),
  ];
  return {
    textConflict: (shape: TextShape, accepts: TextTest): Problem | undefined => {
      const isPossible = drawsOf(shape).some((draw) => rateOf(draw, accepts) > 0);
      if (isPossible || searchOf(shape).kind !== "none") return undefined;
      return { reason: `no string ${describeText(shape)}`, paths: shape.paths };
    },
    /** Returns a source of strings that fit the shape, preferably strings from the model. */
    sourceOf: (shape: TextShape, model: TextModel, accepts: TextTest): Source => {
      const free: TextDraw = (draws) => fitted(model.write(draws), shape, () => model.write(draws));
      const isFree =
        shape.patterns.length === 0 && !shape.formats.some((it) => formatWriter(it, lexicon));
      if (isFree && !shape.isRestricted && shape.least > LONGEST_TEXT) return () => undefined;
      // A larger minimum needs a check: an emoji has two code units, but is only one character.
      if (isFree && !shape.isRestricted && shape.least <= 1) return free;
      const brief: TextDraw = (draws) => free({ ...draws, tokens: 0 });
      const isMeant = model.isTold && shape.formats.every((format) => STRICT_FORMATS.has(format));
      const draws = drawsOf(shape);
      const sure = isByConstruction(shape, patterns) ? draws[0] : undefined;
      const isFreeFirst = isFree || isMeant || shape.formats.length === 0;
      const candidates = isFreeFirst ? [free, brief, ...draws] : [...draws, free];
      return bestSource(candidates, sure, { accepts, search: () => searchOf(shape) });
    },
  };
}

function formatDraw(format: string, shape: TextShape, lexicon: Lexicon): TextDraw | undefined {
  const write = formatWriter(format, lexicon);
  if (write === undefined || (!isKnownFormat(format) && shape.patterns.length > 0))
    return undefined;
  const least = Math.min(shape.least, LONGEST_TEXT);
  return ({ rng }) => write(rng, least, shape.most);
}

/** Makes strings that hardly any format allows. */
const formlessDraw: TextDraw = ({ rng }) => `(${letters(rng, rng.between(1, 6))} [`;

/** Number of budget steps for each character of a string drawn from a pattern. */
const WORK_OF_A_CHARACTER = 2;
/** If a pattern doesn't end with `$`, this share of its strings gets more characters at the end. */
const SHARE_OF_TAILS = 0.7;

function patternDraw(patterns: CountedPatterns, pattern: string, shape: TextShape): TextDraw {
  const sample = regexSampler(patterns.nodeOf(pattern));
  const least = Math.min(shape.least, LONGEST_TEXT);
  const most = Math.min(shape.most, Math.max(least * 2, 4000));
  const isOpen = !pattern.endsWith("$");
  const spend = patterns.spendFor(pattern);
  return ({ rng }) => {
    const text = sample(rng, least, most);
    spend(text.length * WORK_OF_A_CHARACTER);
    if (text.length < least) return text.padEnd(least, "a");
    const more = isOpen && rng.chance(SHARE_OF_TAILS) ? letters(rng, rng.between(1, 6)) : "";
    return text.length + more.length > shape.most ? text : text + more;
  };
}

/** Whether strings that are made for a shape's only pattern or format always conform. */
function isByConstruction(shape: TextShape, { nodeOf }: CountedPatterns): boolean {
  const { formats, patterns, least, most, isRestricted } = shape;
  if (formats.length + patterns.length !== 1 || isRestricted || least > 0 || most < Infinity)
    return false;
  return patterns.every((pattern) => isAnchored(nodeOf(pattern)));
}

/** Whether a pattern has the form `^…$`, with no other assertions, such as `\b`, in between. */
function isAnchored(node: RegexNode): boolean {
  if (node.kind !== "sequence" || node.items[0]?.kind !== "start") return false;
  if (node.items.at(-1)?.kind !== "end") return false;
  return node.items.slice(1, -1).every(isContextFree);
}

function isContextFree(node: RegexNode): boolean {
  const isContext = ["start", "end", "wordBoundary", "look"].includes(node.kind);
  return !isContext && regexChildrenOf(node).every(isContextFree);
}

const PILOTS = 16;
/** Lengths to try, in tokens: a short string may fit although a longer one doesn't. */
const PILOT_TOKENS = [40, 2000];

/** The share of a draw's strings that are accepted, from 0 to 1. */
function rateOf(draw: TextDraw, accepts: TextTest): number {
  let count = 0;
  for (let i = 0; i < PILOTS; i++) {
    const tokens = PILOT_TOKENS[i % 2] ?? 0;
    if (accepts(draw({ rng: rngFor(1, "pilot", i), tokens, subject: undefined }))) count++;
  }
  return count / PILOTS;
}

const TRIES = 12;
const GOOD = 0.6;

/** Draws from the first good candidate or an automaton. Strings from `sure` aren't checked. */
function bestSource(
  candidates: readonly TextDraw[],
  sure: TextDraw | undefined,
  { accepts, search }: { accepts: TextTest; search(): SamplerSearch },
): Source {
  const rated = candidates.map((draw) => ({ draw, rate: rateOf(draw, accepts) }));
  const best = rated.find((it) => it.rate >= GOOD);
  if (best?.rate === 1 && best.draw === sure) return sure;
  const found = best === undefined ? search() : undefined;
  const sampled: TextDraw[] = found?.kind === "found" ? [({ rng }) => found.sample(rng)] : [];
  const lucky = rated.filter((it) => it.rate > 0).map((it) => it.draw);
  const draws = [...(best === undefined ? sampled : [best.draw]), ...lucky];
  return (at) => {
    for (const draw of draws) {
      for (let i = 0; i < TRIES; i++) {
        const text = draw(at);
        if (accepts(text)) return text;
      }
    }
    return undefined;
  };
}

/** Regular expressions for typical strings in each format; they don't match all valid strings. */
const USUAL: { readonly [format: string]: string } = {
  date: "^20[0-4]\\d-(0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])$",
  "date-time":
    "^20[0-4]\\d-(0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,6})?(Z|[+-](0\\d|1[0-2]):[0-5]\\d)$",
  time: "^([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,6})?(Z|[+-](0\\d|1[0-2]):[0-5]\\d)$",
  uri: "^[a-z][a-z0-9+.-]*:(\\/\\/[a-z0-9.-]+(:\\d{1,4})?(\\/[A-Za-z0-9._~-]+)*|(\\/[A-Za-z0-9._~-]+)+|[A-Za-z0-9]+[:@.][A-Za-z0-9.-]+)\\/?(\\?[a-z0-9=&]+)?(#[a-z0-9]*)?$",
  "uri-reference": "^([a-z]+:\\/\\/[a-z0-9.-]+)?(\\/?[A-Za-z0-9._~-]+)(\\/[A-Za-z0-9._~-]+)*\\/?$",
  url: "^https?:\\/\\/[a-z0-9]+(\\.[a-z0-9]+)*\\.[a-z]{2,}(\\/\\S*)?$",
  email: "^[a-z0-9._+-]*[a-z0-9]@([a-z0-9]+\\.)+[a-z]+$",
};

/** A regular expression for some or all strings in a format; undefined if none is known. */
function usualSourceOf(format: string): string | undefined {
  if (Object.hasOwn(USUAL, format)) return USUAL[format];
  if (!isKnownFormat(format)) return undefined;
  const known: unknown = fullFormats[format as keyof typeof fullFormats];
  return known instanceof RegExp ? known.source : undefined;
}

/** Searches for strings of a shape's length that match all its patterns and no `notPatterns`. */
function searchText(patterns: CountedPatterns, shape: TextShape): SamplerSearch {
  const formats = shape.formats.flatMap((format) => usualSourceOf(format) ?? []);
  // Work on several patterns at once counts toward the first pattern's steps.
  const spend = patterns.spendFor(shape.patterns[0] ?? shape.notPatterns[0] ?? "");
  const positive = [...shape.patterns.map(patterns.nodeOf), ...formats.map((it) => parseRegex(it))];
  const negative = shape.notPatterns.map(patterns.nodeOf);
  const negated = [...positive.map(() => false), ...negative.map(() => true)];
  try {
    const machine = new Automaton(regexGraph([...positive, ...negative]), negated, spend);
    const search = automatonSampler(machine, shape, spend);
    // The expressions cover only a format's typical strings, so a failed search proves nothing.
    return search.kind === "none" && formats.length > 0 ? { kind: "unknown" } : search;
  } catch (error) {
    if (error instanceof RegexTooComplex) return { kind: "unknown" };
    throw error;
  }
}
