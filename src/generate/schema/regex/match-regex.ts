import { type Automaton, automaton } from "./automaton.ts";
import { TRUE } from "./formula-pool.ts";
import { isUnicodePattern, parseRegex } from "./parse-regex.ts";
import { RegexTooComplex, regexGraph } from "./regex-graph.ts";
import { isSafeNatively } from "./regex-safety.ts";

/** Tells whether a text matches, in time that is bounded by a small polynomial of its length. */
export type TextTest = (text: string) => boolean;

const MOST_STATES = 4000;

/**
 * A test for a client's pattern that can't be made to hang. A pattern that provably doesn't
 * backtrack much runs on the engine's own RegExp, every other one on an automaton.
 * Throws a SyntaxError for what is no pattern, RegexTooComplex for what neither can run safely
 * (a back-reference among nested repetitions, say).
 */
export function textTest(pattern: string, unicode: boolean = isUnicodePattern(pattern)): TextTest {
  const root = parseRegex(pattern, unicode);
  if (isSafeNatively(root)) {
    const native = new RegExp(pattern, unicode ? "u" : "");
    return (text) => native.test(text);
  }
  const machine = automaton(regexGraph([root]), [false]);
  return (text) => runAutomaton(machine, text);
}

/** Whether the automaton accepts the text; throws RegexTooComplex where a state is too costly. */
export function runAutomaton(machine: Automaton, text: string): boolean {
  let state = 0;
  if (machine.states.length > MOST_STATES) machine.forget();
  let budget = MOST_STATES * 10;
  for (const char of text) {
    if (machine.states[state]?.formula === TRUE) return true;
    if (budget-- < 0) throw new RegexTooComplex("the text is too long for the pattern");
    state = machine.step(state, machine.classOf(char.codePointAt(0) ?? 0));
  }
  return machine.states[state]?.accepts ?? false;
}
