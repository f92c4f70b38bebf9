import { fullFormats } from "ajv-formats/dist/formats.js";
import type { PatternBook } from "../pattern-book.ts";
import type { TextShape } from "../plan/text-shape.ts";
import { automaton } from "../regex/automaton.ts";
import { type AutomatonSampler, automatonSampler } from "../regex/automaton-sampler.ts";
import { explore } from "../regex/explore.ts";
import { languageOf } from "../regex/language.ts";
import { parseRegex } from "../regex/parse-regex.ts";
import { RegexTooComplex, regexGraph } from "../regex/regex-graph.ts";

/** What became of looking for texts of a shape with an automaton; "none" is a proof. */
export type TextSearch =
  | { readonly kind: "found"; readonly sample: AutomatonSampler }
  | { readonly kind: "none" }
  | { readonly kind: "unknown" };

const UNKNOWN: TextSearch = { kind: "unknown" };

/** Looks for the texts that match all patterns of a shape, none of those not to match, and its length. */
export function searchText(patterns: PatternBook, shape: TextShape): TextSearch {
  const formats = shape.formats.flatMap((format) => sourceOf(format) ?? []);
  const positive = [...shape.patterns.map(patterns.nodeOf), ...formats.map(parseRegex)];
  const negative = shape.notPatterns.map(patterns.nodeOf);
  try {
    const graph = regexGraph([...positive, ...negative]);
    const machine = explore(
      automaton(graph, [...positive.map(() => false), ...negative.map(() => true)]),
    );
    if (machine === undefined) return UNKNOWN;
    const search = automatonSampler(machine, shape.least, shape.most);
    // The expressions of formats ignore case, which these don't: finding nothing proves nothing.
    return search.kind === "tooLong" || (search.kind === "none" && formats.length > 0)
      ? UNKNOWN
      : search;
  } catch (error) {
    if (error instanceof RegexTooComplex) return UNKNOWN;
    throw error;
  }
}

/** All texts that match the patterns of a shape and its length; undefined where they are many. */
export function listTexts(
  patterns: PatternBook,
  shape: TextShape,
  limit: number,
): readonly string[] | undefined {
  if (shape.most === 0) return [""];
  if (shape.patterns.length === 0) return undefined;
  const sources = [...shape.patterns, ...shape.notPatterns];
  try {
    const graph = regexGraph(sources.map(patterns.nodeOf));
    const machine = explore(
      automaton(
        graph,
        sources.map((_, index) => index >= shape.patterns.length),
      ),
    );
    return machine === undefined ? undefined : languageOf(machine, { ...shape, limit });
  } catch (error) {
    if (error instanceof RegexTooComplex) return undefined;
    throw error;
  }
}

const PLAIN: { readonly [format: string]: string } = {
  date: "^20[0-4]\\d-(0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])$",
  "date-time":
    "^20[0-4]\\d-(0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,6})?(Z|[+-](0\\d|1[0-2]):[0-5]\\d)$",
  time: "^([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,6})?(Z|[+-](0\\d|1[0-2]):[0-5]\\d)$",
  uri: "^[a-z][a-z0-9+.-]*:(\\/\\/[a-z0-9.-]+(:\\d{1,4})?)?(\\/[A-Za-z0-9._~-]+)*\\/?(\\?[a-z0-9=&]+)?(#[a-z0-9]+)?$",
  "uri-reference": "^([a-z]+:\\/\\/[a-z0-9.-]+)?(\\/?[A-Za-z0-9._~-]+)(\\/[A-Za-z0-9._~-]+)*\\/?$",
  url: "^https?:\\/\\/[a-z0-9]+(\\.[a-z0-9]+)*\\.[a-z]{2,}(\\/\\S*)?$",
  email: "^[a-z0-9._+-]*[a-z0-9]@([a-z0-9]+\\.)+[a-z]+$",
};

/** An expression for texts of a format, maybe not for all of them. */
function sourceOf(format: string): string | undefined {
  if (Object.hasOwn(PLAIN, format)) return PLAIN[format];
  if (!Object.hasOwn(fullFormats, format)) return undefined;
  const known: unknown = fullFormats[format as keyof typeof fullFormats];
  return known instanceof RegExp ? known.source : undefined;
}
