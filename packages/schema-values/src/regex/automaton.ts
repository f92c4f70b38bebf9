import { hasChar, WORD_CHARS } from "./char-set.ts";
import { Deriver, FALSE, type FormulaPool, formulaPool, TRUE } from "./derive.ts";
import { type Before, boundariesOf, type RegexGraph } from "./regex-graph.ts";

/**
 * A state of the automaton: what the rest of the string must satisfy, and the state of the
 * lookbehinds.
 */
export type State = {
  readonly formula: number;
  readonly before: Before;
  readonly trackers: readonly number[];
  readonly accepts: boolean;
  /** By character class; filled in on first use. */
  readonly next: (number | undefined)[];
};

/**
 * A deterministic automaton that is built lazily while it runs: derivatives of a formula over the
 * graph. Its running time is linear in the length of the string, whatever the patterns.
 */
export type Automaton = {
  /** The first code point of each class of characters that the patterns treat alike. */
  readonly boundaries: readonly number[];
  readonly states: readonly State[];
  /** The class of a code point, as an index into the boundaries. */
  classOf(codePoint: number): number;
  /** The state after a character of the class. */
  step(state: number, charClass: number): number;
  /** The number of steps that building all states so far took. */
  steps(): number;
  /** Forgets all states except the first, to limit memory. */
  forget(): void;
};

/**
 * An automaton for the strings that match every pattern of the graph, or don't match it if its flag
 * is set.
 */
export function automaton(graph: RegexGraph, negated: readonly boolean[]): Automaton {
  let pool = formulaPool();
  let derive = new Deriver(graph, pool);
  let forgottenSteps = 0;
  const boundaries = boundariesOf(graph);
  const isWord = boundaries.map((low) => graph.usesWords && hasChar(WORD_CHARS, low));
  const states: State[] = [];
  const numbers = new Map<string, number>();
  const intern = (formula: number, before: Before, trackers: readonly number[]): number => {
    const key = `${formula} ${before} ${trackers.join()}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const accepts = derive.accepts(formula, { before, trackers });
    numbers.set(key, states.length);
    return states.push({ formula, before, trackers, accepts, next: [] }) - 1;
  };
  const begin = (): number =>
    intern(entryFormula(graph, pool, negated), "start", graph.trackers.map(pool.leaf));
  begin();
  const ascii = Uint16Array.from({ length: 128 }, (_, code) => lastAtMost(boundaries, code));
  return {
    boundaries,
    states,
    classOf: (codePoint) => ascii[codePoint] ?? lastAtMost(boundaries, codePoint),
    step: (number, charClass) => {
      const state = states[number];
      if (state === undefined) return number;
      const known = state.next[charClass];
      if (known !== undefined) return known;
      const char = boundaries[charClass] ?? 0;
      const trackers = state.trackers.map((tracker) => derive.step(tracker, char, state));
      const formula = derive.step(state.formula, char, state);
      const next = intern(
        formula,
        isWord[charClass] ? "word" : "other",
        formula === FALSE ? [] : trackers,
      );
      state.next[charClass] = next;
      return next;
    },
    steps: () => forgottenSteps + derive.steps(),
    forget: () => {
      forgottenSteps += derive.steps();
      pool = formulaPool();
      derive = new Deriver(graph, pool);
      states.length = 0;
      numbers.clear();
      begin();
    },
  };
}

function entryFormula(graph: RegexGraph, pool: FormulaPool, negated: readonly boolean[]): number {
  return pool.and(
    graph.entries.map((entry, i) => (negated[i] ? pool.not(pool.leaf(entry)) : pool.leaf(entry))),
  );
}

function lastAtMost(boundaries: readonly number[], codePoint: number): number {
  let low = 0;
  let high = boundaries.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((boundaries[middle] ?? 0) <= codePoint) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A fully explored automaton: for each state, the next state for each character class. */
export type ExploredAutomaton = {
  readonly boundaries: readonly number[];
  readonly next: readonly (readonly number[])[];
  readonly accepts: readonly boolean[];
};

const MOST_STATES = 1500;
const MOST_STEPS = 100_000;

/**
 * Explores the whole automaton; undefined if it has more than 1,500 states. `onStep` is called after each step, and may
 * throw.
 */
export function explore(machine: Automaton, onStep: () => void): ExploredAutomaton | undefined {
  const classes = machine.boundaries.map((_, i) => i);
  const next: number[][] = [];
  for (let state = 0; state < machine.states.length; state++) {
    if (machine.states.length > MOST_STATES || state * classes.length > MOST_STEPS)
      return undefined;
    const formula = machine.states[state]?.formula;
    const stays = formula === TRUE || formula === FALSE;
    const row: number[] = [];
    for (const charClass of classes) {
      row.push(stays ? state : machine.step(state, charClass));
      onStep();
    }
    next.push(row);
  }
  return { boundaries: machine.boundaries, next, accepts: machine.states.map((it) => it.accepts) };
}
