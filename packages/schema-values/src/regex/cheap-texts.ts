import { BudgetError, limitedBudget } from "../budget.ts";
import { type TextTest, textTest } from "./match-regex.ts";
import { patternWork } from "./pattern-work.ts";
import { RegexTooComplex } from "./regex-graph.ts";

/** Whether matching a string against a pattern takes little work, no matter what was matched before. */
export type CheapTexts = (pattern: string, text: string) => boolean;

/** Maximum steps to match one string: about 10 ms for the states, and less for the engine's own RegExp. */
const LIMITS = { nativeSteps: 20_000, buildSteps: 10_000, pathSteps: 0, isFresh: true };

/** Finds out which strings are cheap, until that has taken this many steps; from then on, none is. */
export function cheapTexts(mostSteps: number): CheapTexts {
  const work = patternWork(limitedBudget(mostSteps));
  const tests = new Map<string, TextTest>();
  return (pattern, text) => {
    if (work.left() < 0) return false;
    try {
      const test =
        tests.get(pattern) ??
        textTest(pattern, undefined, { ...LIMITS, spend: work.spendFor(pattern) });
      tests.set(pattern, test);
      test(text);
      return true;
    } catch (error) {
      if (error instanceof BudgetError || error instanceof RegexTooComplex) return false;
      throw error;
    }
  };
}
