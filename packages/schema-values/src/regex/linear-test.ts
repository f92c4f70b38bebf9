import { automaton } from "./automaton.ts";
import { type TestLimits, type TextTest, textTest } from "./match-regex.ts";
import { nativeReach } from "./native-reach.ts";
import { parseRegex } from "./parse-regex.ts";
import { depthOf, RegexTooComplex, regexGraph } from "./regex-graph.ts";

/** Thrown if matching a string, or checking a value, takes too many steps. */
export class StepLimitError extends Error {
  /** For code that tells this error apart without loading the package. */
  readonly code = "STEP_LIMIT";
}

/** Ajv's replacement for RegExp (its option `code.regExp`). */
export type RegExpEngine = {
  (pattern: string): { readonly test: TextTest };
  readonly code: string;
};

/** Makes Ajv run patterns with the given tests. */
export function regExpEngine(testOf: (pattern: string) => TextTest): RegExpEngine {
  return Object.assign(
    // Ajv tells patterns apart by their text.
    (pattern: string) => ({ test: testOf(pattern), toString: () => `/${pattern}/u` }),
    { code: "safeRegExp" },
  );
}

/** These take up to about 20 ms each. */
const NATIVE_STEPS = 500_000;
const LIMITS: TestLimits = {
  nativeSteps: NATIVE_STEPS,
  lastNativeSteps: NATIVE_STEPS,
  buildSteps: 20_000,
  pathSteps: 1_000_000,
};
/** A budget's step takes as long as this many steps of a test: up to about 250 ns. */
const TEST_STEPS = 10;
/** Length of a string that a pattern with quadratic backtracking can't match within these limits. */
const LONG = 5000;
const MOST_CHARACTERS = 5000;
const TOO_DEEP = "the pattern is nested too deeply";
/** Each takes several milliseconds to look up. */
const MOST_PROPERTIES = 4;
/** At little more than this depth, exploring the graph overflows the stack, which takes tens of milliseconds. */
const MOST_DEPTH = 3500;
/** The number of the automaton's states grows with the number of lookarounds. */
const MOST_LOOKS = 10;

/**
 * Why a valid pattern with the `u` flag can't be matched in time linear in the length of the string,
 * as a clause; undefined if it can.
 */
export function patternProblem(pattern: string): string | undefined {
  if (pattern.length > MOST_CHARACTERS)
    return `the pattern has more than ${MOST_CHARACTERS} characters`;
  if (new Set(pattern.match(/\\[pP]\{[^{}]*\}/g)).size > MOST_PROPERTIES)
    return `the pattern has more than ${MOST_PROPERTIES} different Unicode properties`;
  if (pattern.split(/\(\?<?[=!]/).length > MOST_LOOKS + 1)
    return `the pattern has more than ${MOST_LOOKS} lookarounds`;
  try {
    const graph = regexGraph([parseRegex(pattern, true)]);
    if (depthOf(graph) > MOST_DEPTH) return TOO_DEEP;
    automaton(graph, [false]);
    return undefined;
  } catch (error) {
    if (error instanceof RangeError) return TOO_DEEP;
    if (error instanceof RegexTooComplex) return error.message;
    throw error;
  }
}

/**
 * Why the engine's own RegExp can't match a valid pattern with a string of 5,000 characters in so
 * many steps, as a clause; undefined if it can. By default, only linear matching takes so few.
 */
export function nativeProblem(pattern: string, mostSteps?: number): string | undefined {
  const problem = patternProblem(pattern);
  if (problem !== undefined) return problem;
  const isLinear = nativeReach(parseRegex(pattern, true), mostSteps ?? NATIVE_STEPS) > LONG;
  return isLinear ? undefined : "RegExp can backtrack on it";
}

/**
 * A test for a pattern without a `patternProblem`, in time linear in the length of the string.
 * Throws a StepLimitError for the rare string that leads to too many states, and if the budget's
 * steps are used up.
 */
export function linearTest(pattern: string, budget?: { steps: number }): TextTest {
  const spend = (steps: number): void => {
    if (budget === undefined) return;
    budget.steps -= steps / TEST_STEPS;
    if (budget.steps < 0) throw new RegexTooComplex("the budget's steps are used up");
  };
  let test: TextTest | undefined;
  return (text) => {
    try {
      test ??= textTest(pattern, true, { ...LIMITS, spend });
      return test(text);
    } catch (error) {
      if (!(error instanceof RegexTooComplex) && !(error instanceof RangeError)) throw error;
      throw new StepLimitError(
        `Failed to match the pattern \`${pattern.slice(0, 100)}\` with a string of ${text.length} characters: it takes too many steps. Simplify the pattern.`,
        { cause: error },
      );
    }
  };
}
