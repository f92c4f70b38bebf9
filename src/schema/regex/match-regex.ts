import { type Automaton, automaton } from "./automaton.ts";
import { TRUE } from "./formula-pool.ts";
import { nativeReach } from "./native-reach.ts";
import { isUnicodePattern, parseRegex } from "./parse-regex.ts";
import { RegexTooComplex, regexGraph } from "./regex-graph.ts";
import type { RegexNode } from "./regex-node.ts";

/** Tells whether a text matches, in time that is bounded by a small polynomial of its length. */
export type TextTest = (text: string) => boolean;

/** States are forgotten between texts when there are more than this. */
const MOST_STATES = 4000;
/** States that one text may lead to. */
const MOST_STATES_OF_A_TEXT = 40_000;

/**
 * A test for a client's pattern that can't be made to hang. Texts on which the pattern provably doesn't backtrack much run
 * on the engine's own RegExp, every other one on an automaton.
 * Throws a SyntaxError for what is no pattern, RegexTooComplex for what neither can run safely (a back-reference among
 * nested repetitions, say); the test throws that too, where a text is too long for the one and the other can't be made.
 */
export function textTest(pattern: string, unicode: boolean = isUnicodePattern(pattern)): TextTest {
  const root = parseRegex(pattern, unicode);
  const reach = nativeReach(root);
  if (reach === 0) return automatonTest(root);
  const native = new RegExp(pattern, unicode ? "u" : "");
  let slow: TextTest | undefined;
  return (text) => {
    if (text.length <= reach) return native.test(text);
    slow ??= automatonTest(root);
    return slow(text);
  };
}

function automatonTest(root: RegexNode): TextTest {
  const machine = automaton(regexGraph([root]), [false]);
  return (text) => runAutomaton(machine, text);
}

/** Whether the automaton accepts the text; throws RegexTooComplex where a state is too costly. */
export function runAutomaton(machine: Automaton, text: string): boolean {
  let state = 0;
  if (machine.states.length > MOST_STATES) machine.forget();
  for (const char of text) {
    if (machine.states[state]?.formula === TRUE) return true;
    if (machine.states.length > MOST_STATES_OF_A_TEXT)
      throw new RegexTooComplex("the text leads to too many states of the pattern");
    state = machine.step(state, machine.classOf(char.codePointAt(0) ?? 0));
  }
  return machine.states[state]?.accepts ?? false;
}
