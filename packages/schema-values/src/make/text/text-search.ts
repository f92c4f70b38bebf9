import { fullFormats } from "ajv-formats/dist/formats.js";
import { isKnownFormat } from "../../check/formats.ts";
import type { TextShape } from "../../plan/text-shape.ts";
import { Automaton } from "../../regex/automaton.ts";
import { automatonSampler, type SamplerSearch } from "../../regex/automaton-sampler.ts";
import { parseRegex } from "../../regex/parse-regex.ts";
import type { CountedPatterns } from "../../regex/patterns.ts";
import { RegexTooComplex, regexGraph } from "../../regex/regex-graph.ts";

/** Expressions for typical strings in a format, not for all of them. */
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

/** An expression for strings in a format, possibly not for all of them. */
function usualSourceOf(format: string): string | undefined {
  if (Object.hasOwn(USUAL, format)) return USUAL[format];
  if (!isKnownFormat(format)) return undefined;
  const known: unknown = fullFormats[format as keyof typeof fullFormats];
  return known instanceof RegExp ? known.source : undefined;
}

/** Searches for strings that match all patterns and the length of a shape, and no `notPatterns`. */
export function searchText(patterns: CountedPatterns, shape: TextShape): SamplerSearch {
  const formats = shape.formats.flatMap((format) => usualSourceOf(format) ?? []);
  // Work on several patterns at once counts toward the first.
  const spend = patterns.spendFor(shape.patterns[0] ?? shape.notPatterns[0] ?? "");
  const positive = [...shape.patterns.map(patterns.nodeOf), ...formats.map((it) => parseRegex(it))];
  const negative = shape.notPatterns.map(patterns.nodeOf);
  const negated = [...positive.map(() => false), ...negative.map(() => true)];
  try {
    const machine = new Automaton(regexGraph([...positive, ...negative]), negated, spend);
    const search = automatonSampler(machine, shape, spend);
    // The expressions cover only a format's typical strings, so finding no string proves nothing.
    return search.kind === "none" && formats.length > 0 ? { kind: "unknown" } : search;
  } catch (error) {
    if (error instanceof RegexTooComplex) return { kind: "unknown" };
    throw error;
  }
}
