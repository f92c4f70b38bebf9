import { fullFormats } from "ajv-formats/dist/formats.js";
import type { TextShape } from "../../plan/text-shape.ts";
import { automaton, type ExploredAutomaton, explore } from "../../regex/automaton.ts";
import { type AutomatonSampler, automatonSampler } from "../../regex/automaton-sampler.ts";
import { parseRegex } from "../../regex/parse-regex.ts";
import { type CountedPatterns, type Spend, WORK_OF_A_STEP } from "../../regex/patterns.ts";
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
export function usualSourceOf(format: string): string | undefined {
  if (Object.hasOwn(USUAL, format)) return USUAL[format];
  if (!Object.hasOwn(fullFormats, format)) return undefined;
  const known: unknown = fullFormats[format as keyof typeof fullFormats];
  return known instanceof RegExp ? known.source : undefined;
}

/** The result of searching for strings of a shape with an automaton; "none" is a proof. */
export type TextSearch =
  | { readonly kind: "found"; readonly sample: AutomatonSampler }
  | { readonly kind: "none" }
  | { readonly kind: "unknown" };

const UNKNOWN: TextSearch = { kind: "unknown" };

/**
 * Searches for strings that match all patterns and the length of a shape, and no excluded pattern.
 */
export function searchText(patterns: CountedPatterns, shape: TextShape): TextSearch {
  const formats = shape.formats.flatMap((format) => usualSourceOf(format) ?? []);
  // The work for several patterns at once counts for the first.
  const spend = patterns.work.spendFor(shape.patterns[0] ?? shape.notPatterns[0] ?? "");
  const machine = machineOf(patterns, shape, { formats, spend });
  if (machine === undefined) return UNKNOWN;
  const search = automatonSampler(machine, { least: shape.least, most: shape.most, spend });
  // The expressions cover only typical strings of a format, so finding none proves nothing.
  return search.kind === "tooLong" || (search.kind === "none" && formats.length > 0)
    ? UNKNOWN
    : search;
}

type Searching = { readonly formats: readonly string[]; readonly spend: Spend };

function machineOf(
  patterns: CountedPatterns,
  shape: TextShape,
  { formats, spend }: Searching,
): ExploredAutomaton | undefined {
  const positive = [...shape.patterns.map(patterns.nodeOf), ...formats.map((it) => parseRegex(it))];
  const negative = shape.notPatterns.map(patterns.nodeOf);
  try {
    const graph = regexGraph([...positive, ...negative]);
    spend(graph.nodes.length * WORK_OF_A_STEP);
    const machine = automaton(graph, [...positive.map(() => false), ...negative.map(() => true)]);
    let counted = 0;
    return explore(machine, () => {
      spend((machine.steps() - counted) * WORK_OF_A_STEP);
      counted = machine.steps();
    });
  } catch (error) {
    if (error instanceof RegexTooComplex) return undefined;
    throw error;
  }
}
