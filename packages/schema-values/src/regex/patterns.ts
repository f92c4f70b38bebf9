import { BudgetError, type LimitedBudget, limitedBudget, spendLimited } from "../budget.ts";
import { cached } from "../cached.ts";
import { Automaton } from "./automaton.ts";
import type { Spend } from "./formulas.ts";
import { parseRegex } from "./parse-regex.ts";
import { RegexTooComplex, regexGraph } from "./regex-graph.ts";
import type { RegexNode } from "./regex-node.ts";

export type TextTest = (text: string) => boolean;

const WORK_OF_A_NODE = 40;

/** A linear-time test for a pattern. Creating or running it may throw RegexTooComplex. */
export function textTest(pattern: string, spend: Spend, unicode?: boolean): TextTest {
  const onNode = (): void => spend(WORK_OF_A_NODE);
  const graph = regexGraph([parseRegex(pattern, unicode)], { onNode });
  const machine = new Automaton(graph, [false], spend);
  return (text) => {
    spend(text.length);
    return machine.matches(text);
  };
}

/** Number of units of work per budget step, which takes about 1 μs. */
const WORK_OF_A_STEP = 64;

/** A schema's patterns, each parsed once. Working with them uses steps of the schema's budget. */
export type CountedPatterns = ReturnType<typeof createPatterns>;

export function createPatterns(budget: LimitedBudget) {
  const taken = new Map<string, { steps: number }>();
  const tests = new Map<string, TextTest>();
  const nodes = new Map<string, RegexNode>();
  /** Counts work for one pattern. Throws a BudgetError if the budget is used up. */
  const spendFor = (pattern: string): Spend => {
    const own = cached(taken, pattern, () => ({ steps: 0 }));
    return (work) => {
      const steps = work / WORK_OF_A_STEP;
      own.steps += steps;
      spendLimited(budget, steps);
    };
  };
  /** A cached linear-time test for a pattern. Throws if the pattern can't have one. */
  const testOf = (pattern: string): TextTest =>
    cached(tests, pattern, (it) => textTest(it, spendFor(it)));
  const nodeOf = (pattern: string): RegexNode => cached(nodes, pattern, (it) => parseRegex(it));
  /** The pattern that took the most steps, if all patterns took over half of the budget. */
  const heaviest = (): string | undefined => {
    const sorted = [...taken].sort(([, a], [, b]) => b.steps - a.steps);
    const all = sorted.reduce((sum, [, { steps }]) => sum + steps, 0);
    return all > budget.limit / 2 ? sorted[0]?.[0] : undefined;
  };
  return { testOf, nodeOf, spendFor, heaviest };
}

/** Maximum number of steps to match one string: about 10 ms. */
const MOST_STEPS_OF_A_TEXT = 10_000;

/** A test for strings that are cheap to match; always false after `mostSteps` steps in total. */
export function cheapTexts(mostSteps: number): (pattern: string, text: string) => boolean {
  const all = limitedBudget(mostSteps);
  return (pattern, text) => {
    if (all.steps < 0) return false;
    const own = limitedBudget(MOST_STEPS_OF_A_TEXT);
    try {
      // Each string has its own test, so that earlier strings don't affect the test's limit.
      createPatterns(own).testOf(pattern)(text);
      return true;
    } catch (error) {
      if (error instanceof BudgetError || error instanceof RegexTooComplex) return false;
      throw error;
    } finally {
      all.steps -= MOST_STEPS_OF_A_TEXT - own.steps;
    }
  };
}
