import type { TextShape } from "../../plan/text-shape.ts";
import { automaton, type ExploredAutomaton, explore } from "../../regex/automaton.ts";
import { type AutomatonSampler, automatonSampler } from "../../regex/automaton-sampler.ts";
import { parseRegex } from "../../regex/parse-regex.ts";
import { type Spend, WORK_OF_A_STEP } from "../../regex/pattern-work.ts";
import type { CountedPatterns } from "../../regex/patterns.ts";
import { RegexTooComplex, regexGraph } from "../../regex/regex-graph.ts";
import { usualSourceOf } from "./format-sources.ts";

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
