import type { Automaton } from "./automaton.ts";
import { FALSE, TRUE } from "./formula-pool.ts";

/** A fully explored automaton: for each state, the next state for each character class. */
export type ExploredAutomaton = {
  readonly boundaries: readonly number[];
  readonly next: readonly (readonly number[])[];
  readonly accepts: readonly boolean[];
};

const MOST_STATES = 1500;
const MOST_STEPS = 100_000;

/** Explores the whole automaton; undefined if it has more than 1,500 states. */
export function explore(machine: Automaton): ExploredAutomaton | undefined {
  const classes = machine.boundaries.map((_, i) => i);
  const next: number[][] = [];
  for (let state = 0; state < machine.states.length; state++) {
    if (machine.states.length > MOST_STATES || state * classes.length > MOST_STEPS)
      return undefined;
    const formula = machine.states[state]?.formula;
    const stays = formula === TRUE || formula === FALSE;
    next.push(classes.map((charClass) => (stays ? state : machine.step(state, charClass))));
  }
  return { boundaries: machine.boundaries, next, accepts: machine.states.map((it) => it.accepts) };
}
