import type { Budget } from "../budget.ts";
import { Automaton } from "./automaton.ts";
import { parseRegex } from "./parse-regex.ts";
import { type TextTest, textTest } from "./patterns.ts";
import { RegexTooComplex, regexGraph } from "./regex-graph.ts";
import { type RegexNode, regexChildrenOf } from "./regex-node.ts";

/** Thrown if matching a string, or checking a value, takes too many steps. */
export class StepLimitError extends Error {
  /** Lets code recognize this error without loading the package. */
  readonly code = "STEP_LIMIT";
}

/** A value for Ajv's option `code.regExp` that makes Ajv run patterns with the given tests. */
export function regExpEngine(testOf: (pattern: string) => TextTest) {
  return Object.assign(
    // Ajv identifies a pattern by the result of `toString`.
    (pattern: string) => ({ test: testOf(pattern), toString: () => `/${pattern}/u` }),
    { code: "safeRegExp" },
  );
}

const MOST_CHARACTERS = 5000;
/** Maximum number of nodes in a pattern's graph, because expanded repetitions take memory. */
const MOST_NODES = 20_000;
/** Maximum number of Unicode properties: each takes several milliseconds to look up. */
const MOST_PROPERTIES = 4;
/** Maximum number of lookaheads: they multiply the automaton's states. */
const MOST_LOOKS = 10;

/** Explains in a clause why a `u` pattern can't be matched in linear time; undefined if it can. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > MOST_CHARACTERS)
    return `the pattern has more than ${MOST_CHARACTERS} characters`;
  if (new Set(pattern.match(/\\[pP]\{[^{}]*\}/g)).size > MOST_PROPERTIES)
    return `the pattern has more than ${MOST_PROPERTIES} different Unicode properties`;
  if (pattern.split(/\(\?[=!]/).length > MOST_LOOKS + 1)
    return `the pattern has more than ${MOST_LOOKS} lookaheads`;
  try {
    const graph = regexGraph([parseRegex(pattern, true)], { most: MOST_NODES });
    new Automaton(graph, [false], () => {}).matches("");
    return undefined;
  } catch (error) {
    if (error instanceof RegexTooComplex) return error.message;
    throw error;
  }
}

/** Maximum work to build states for one string: about 50 ms. */
const MOST_WORK = 2_000_000;
/** Amount of work that takes as long as one budget step: up to about 250 ns. */
const WORK_OF_A_STEP = 10;

/** A linear-time test for a pattern; throws a StepLimitError for too many states or steps. */
export function linearTest(pattern: string, budget: Budget = { steps: Infinity }): TextTest {
  let left = Infinity;
  const spend = (work: number): void => {
    left -= work;
    budget.steps -= work / WORK_OF_A_STEP;
    if (left < 0) throw new RegexTooComplex("matching the pattern needs too many states");
    if (budget.steps < 0) throw new RegexTooComplex("matching the pattern takes too many steps");
  };
  let test: TextTest | undefined;
  return (text) => {
    try {
      test ??= textTest(pattern, spend, true);
      left = MOST_WORK + text.length;
      return test(text);
    } catch (error) {
      if (!(error instanceof RegexTooComplex)) throw error;
      throw new StepLimitError(
        `Failed to match the pattern \`${pattern.slice(0, 100)}\` against a string of ${text.length} characters: matching takes too many steps. Simplify the pattern.`,
        { cause: error },
      );
    }
  };
}

/** Length, in characters, of a string that RegExp must be able to match quickly. */
const LONG = 5000;
/** Maximum number of backtracking steps for a pattern to count as linear. */
const MOST_STEPS = 500_000;
/** A repeated group with a larger maximum is assumed to backtrack too much. */
const SMALL_COUNT = 12;

/** Explains in a clause why RegExp may take more than linear time; undefined if it never does. */
export function nativeProblem(pattern: string): string | undefined {
  const problem = patternProblem(pattern);
  if (problem !== undefined) return problem;
  const root = parseRegex(pattern, true);
  const first = root.kind === "sequence" ? root.items[0] : root;
  // An unanchored search starts again at each position.
  const starts = first?.kind === "start" ? 1 : LONG;
  return waysOf(root) * starts <= MOST_STEPS ? undefined : "RegExp may backtrack on this pattern";
}

/** An upper bound for the number of ways in which a pattern can match a long string. */
function waysOf(node: RegexNode): number {
  const inner = regexChildrenOf(node).map(waysOf);
  if (node.kind === "alternation") return inner.reduce((sum, ways) => sum + ways, 0);
  const ways = inner.reduce((product, each) => product * each, 1);
  if (node.kind !== "repeat") return ways;
  const { item, min, max } = node;
  const counts = max - min + 1;
  if (item.kind === "set") return Math.min(LONG, counts);
  return max <= SMALL_COUNT ? ways ** max * counts : Infinity;
}
