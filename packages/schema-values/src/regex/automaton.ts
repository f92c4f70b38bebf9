import { cached } from "../cached.ts";
import { hasChar, WORD_CHARS } from "./char-set.ts";
import { type Before, END, FALSE, Formulas, type Spend, TRUE } from "./formulas.ts";
import { boundariesOf, type RegexGraph, RegexTooComplex } from "./regex-graph.ts";

/** A state of the automaton, with the formula that the rest of the string must satisfy. */
type State = {
  readonly formula: number;
  readonly before: Before;
  readonly accepts: boolean;
  /** Whether the remaining characters make no difference. */
  readonly isSettled: boolean;
  /** The next states by character class; filled in on first use. */
  readonly next: (number | undefined)[];
};

/** With more states than this, the automaton discards its states before the next string. */
const MOST_STATES = 4000;
const MOST_STATES_OF_A_TEXT = 40_000;

/**
 * A deterministic automaton for strings that match a graph's patterns and none of its negated ones.
 * It is built while it runs, from derivatives of a formula over the graph.
 */
export class Automaton {
  /** The first code point of each class of characters that the patterns treat alike. */
  readonly boundaries: readonly number[];
  readonly states: State[] = [];
  readonly #ascii: Uint16Array;
  readonly #isWord: readonly boolean[];
  readonly #numbers = new Map<string, number>();
  /** Discards all formulas and states, and starts over. */
  readonly #forget: () => void;
  #formulas: Formulas;

  constructor({ nodes, entries }: RegexGraph, negated: readonly boolean[], spend: Spend) {
    this.boundaries = boundariesOf(nodes);
    this.#ascii = Uint16Array.from({ length: 128 }, (_, code) => lastAtMost(this.boundaries, code));
    const usesWords = nodes.some(({ kind }) => kind === "wordBoundary");
    this.#isWord = this.boundaries.map((low) => usesWords && hasChar(WORD_CHARS, low));
    this.#formulas = new Formulas(nodes, spend);
    this.#forget = () => {
      const formulas = new Formulas(nodes, spend);
      const leaves = entries.map((entry) => formulas.leaf(entry));
      const all = leaves.map((leaf, i) => (negated[i] ? formulas.not(leaf) : leaf));
      this.#formulas = formulas;
      this.states.length = 0;
      this.#numbers.clear();
      this.#intern(formulas.join("and", all), "start");
    };
    this.#forget();
  }

  /** Whether the automaton accepts a string. Throws RegexTooComplex if it needs too many states. */
  matches(text: string): boolean {
    if (this.states.length > MOST_STATES) this.#forget();
    let state = this.states[0];
    for (let i = 0; i < text.length && state?.isSettled === false; i++) {
      const code = text.codePointAt(i) ?? 0;
      if (code > 0xffff) i++;
      const charClass = this.#ascii[code] ?? lastAtMost(this.boundaries, code);
      state = this.states[state.next[charClass] ?? this.#build(state, charClass)];
    }
    return state?.accepts === true;
  }

  #build(state: State, charClass: number): number {
    if (this.states.length > MOST_STATES_OF_A_TEXT)
      throw new RegexTooComplex("matching the pattern needs too many states");
    const char = this.boundaries[charClass] ?? 0;
    const formula = this.#formulas.step(state.formula, char, state.before);
    const next = this.#intern(formula, this.#isWord[charClass] ? "word" : "other");
    state.next[charClass] = next;
    return next;
  }

  #intern(formula: number, before: Before): number {
    return cached(this.#numbers, `${formula} ${before}`, () => {
      const accepts = this.#formulas.step(formula, END, before) === TRUE;
      const isSettled = formula === TRUE || formula === FALSE;
      return this.states.push({ formula, before, accepts, isSettled, next: [] }) - 1;
    });
  }

  /** For each state, the next state by character class; undefined if there are too many states. */
  explored(): readonly (readonly number[])[] | undefined {
    const next: number[][] = [];
    // The loop also visits the states that exploring adds.
    for (const [number, state] of this.states.entries()) {
      if (this.states.length > MOST_EXPLORED || number * this.boundaries.length > MOST_STEPS)
        return undefined;
      next.push(
        this.boundaries.map((_, charClass) =>
          state.isSettled ? number : (state.next[charClass] ?? this.#build(state, charClass)),
        ),
      );
    }
    return next;
  }
}

const MOST_EXPLORED = 1500;
const MOST_STEPS = 100_000;

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
