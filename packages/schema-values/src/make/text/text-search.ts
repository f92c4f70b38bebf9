import type { TextShape } from "../../plan/text-shape.ts";
import { automaton, type ExploredAutomaton, explore } from "../../regex/automaton.ts";
import { type AutomatonSampler, automatonSampler } from "../../regex/automaton-sampler.ts";
import { parseRegex } from "../../regex/parse-regex.ts";
import type { Patterns } from "../../regex/patterns.ts";
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
export function searchText(patterns: Patterns, shape: TextShape): TextSearch {
  const formats = shape.formats.flatMap((format) => usualSourceOf(format) ?? []);
  const machine = machineOf(patterns, shape, formats);
  if (machine === undefined) return UNKNOWN;
  const search = automatonSampler(machine, shape.least, shape.most);
  // The expressions cover only typical strings of a format, so finding none proves nothing.
  return search.kind === "tooLong" || (search.kind === "none" && formats.length > 0)
    ? UNKNOWN
    : search;
}

function machineOf(
  patterns: Patterns,
  shape: TextShape,
  formats: readonly string[],
): ExploredAutomaton | undefined {
  const positive = [...shape.patterns.map(patterns.nodeOf), ...formats.map((it) => parseRegex(it))];
  const negative = shape.notPatterns.map(patterns.nodeOf);
  try {
    const graph = regexGraph([...positive, ...negative]);
    return explore(automaton(graph, [...positive.map(() => false), ...negative.map(() => true)]));
  } catch (error) {
    if (error instanceof RegexTooComplex) return undefined;
    throw error;
  }
}
