import { type Automaton, automaton } from "./automaton.ts";
import { TRUE } from "./derive.ts";
import { NATIVE_STEPS, nativeReach } from "./native-reach.ts";
import { isUnicodePattern, parseRegex } from "./parse-regex.ts";
import { isPlain, RegexTooComplex, regexGraph, runGraph } from "./regex-graph.ts";
import type { RegexNode } from "./regex-node.ts";

/** Whether a string matches, decided in time bounded by a small polynomial in its length. */
export type TextTest = (text: string) => boolean;

/** States are discarded between strings if there are more than this. */
const MOST_STATES = 4000;
/** Maximum number of states for one string. */
const MOST_STATES_OF_A_TEXT = 40_000;

/** Limits on the work for one string; beyond them, the test throws RegexTooComplex. */
export type TestLimits = {
  /**
   * Maximum number of backtracking steps of the engine's own RegExp, which is the fastest way to match short strings. Its steps
   * can't be counted, only bounded, so a string that might take more runs on an automaton if it can. 20,000 by default.
   */
  readonly nativeSteps?: number;
  /** A larger maximum, for strings that the automaton can't match; 10,000,000 by default. */
  readonly lastNativeSteps?: number;
  /** Maximum number of steps to build states of the automaton; unlimited by default. */
  readonly buildSteps?: number;
  /** A lower maximum that is known only later, if there is one. */
  readonly mostBuild?: () => number;
  /** Maximum number of steps without an automaton, if building its states takes too many; 0 by default. */
  readonly pathSteps?: number;
  /** Counts the work, in steps that take up to about 25 ns. May throw if there are too many. */
  readonly spend?: (steps: number) => void;
};

/** Backtracking is faster than other steps. */
const WORK_OF_A_NATIVE_STEP = 0.4;
/** Steps that one node of a graph takes, and that one state of an automaton takes to build. */
const STEPS_OF_A_NODE = 40;

/**
 * A test for a client's pattern that can't hang. Strings on which the pattern provably doesn't
 * backtrack much run on the engine's own RegExp; all others run on an automaton. Throws a
 * SyntaxError if the pattern is invalid, and RegexTooComplex if neither can run it safely (a
 * backreference inside nested repetitions, for example). The test also throws RegexTooComplex if a
 * string is too long for RegExp and no automaton can be built.
 */
export function textTest(
  pattern: string,
  unicode: boolean = isUnicodePattern(pattern),
  limits: TestLimits = {},
): TextTest {
  const root = parseRegex(pattern, unicode);
  const { nativeSteps = 20_000, lastNativeSteps = NATIVE_STEPS, spend } = limits;
  const reach = nativeReach(root, nativeSteps);
  const lastReach = lastNativeSteps === nativeSteps ? reach : nativeReach(root, lastNativeSteps);
  if (lastReach === 0) return automatonTest(root, limits);
  const native = new RegExp(pattern, unicode ? "u" : "");
  let slow: TextTest | undefined;
  return (text) => {
    if (text.length <= reach) {
      spend?.(nativeStepsFor(text.length, reach, nativeSteps));
      return native.test(text);
    }
    try {
      slow ??= automatonOrNone(root, limits);
      return slow(text);
    } catch (error) {
      if (!(error instanceof RegexTooComplex) || text.length > lastReach) throw error;
      const steps =
        lastReach === Infinity
          ? lastNativeSteps
          : nativeStepsFor(text.length, lastReach, lastNativeSteps);
      spend?.(steps * WORK_OF_A_NATIVE_STEP);
      return native.test(text);
    }
  };
}

/** The test with an automaton; if there can't be one, each string fails with the same RegexTooComplex. */
function automatonOrNone(root: RegexNode, limits: TestLimits): TextTest {
  try {
    return automatonTest(root, limits);
  } catch (error) {
    if (!(error instanceof RegexTooComplex)) throw error;
    return () => {
      throw error;
    };
  }
}

/** Backtracking steps grow with the square of the length, or more, unless even long strings take few. */
function nativeStepsFor(length: number, reach: number, most: number): number {
  if (reach === Infinity) return length;
  const share = length / reach;
  return most * (reach * reach > 2 * most ? share : share * share);
}

function automatonTest(
  root: RegexNode,
  { buildSteps = Infinity, mostBuild = endless, pathSteps = 0, spend = unlimited }: TestLimits,
): TextTest {
  const graph = regexGraph([root]);
  spend(graph.nodes.length * STEPS_OF_A_NODE);
  const machine = automaton(graph, [false]);
  const run = (text: string): boolean => {
    spend(text.length);
    const before = machine.steps();
    try {
      return runAutomaton(machine, text, Math.min(buildSteps, mostBuild()));
    } finally {
      spend((machine.steps() - before) * STEPS_OF_A_NODE);
    }
  };
  if (pathSteps === 0 || !isPlain(graph)) return run;
  return (text) => {
    try {
      return run(text);
    } catch (error) {
      if (!(error instanceof RegexTooComplex) && !(error instanceof RangeError)) throw error;
      machine.forget();
      return runGraph(graph, text, { mostSteps: pathSteps, spend });
    }
  };
}

function unlimited(): void {}

function endless(): number {
  return Infinity;
}

/** Whether the automaton accepts the string. Throws RegexTooComplex if that takes too many steps. */
export function runAutomaton(machine: Automaton, text: string, buildSteps = Infinity): boolean {
  let state = 0;
  if (machine.states.length > MOST_STATES) machine.forget();
  const mostSteps = machine.steps() + buildSteps;
  for (const char of text) {
    if (machine.states[state]?.formula === TRUE) return true;
    if (machine.states.length > MOST_STATES_OF_A_TEXT || machine.steps() > mostSteps)
      throw new RegexTooComplex("the string leads to too many states of the pattern");
    state = machine.step(state, machine.classOf(char.codePointAt(0) ?? 0));
  }
  return machine.states[state]?.accepts ?? false;
}
