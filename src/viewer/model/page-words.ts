import type { ServiceWords } from "../../control/reports.ts";
import { counted } from "../../core/counted.ts";
import { JOB_STATES, type JobState } from "../../core/job/state.ts";

/** The page's terms for jobs and their states, taken from the served API. */
export type PageWords = ReturnType<typeof wordsOf>;

/** Defaults for an old trace, which doesn't have these terms. */
const UNKNOWN: ServiceWords = {
  noun: "job",
  states: JOB_STATES.map((state) => ({ state, name: state })),
};

/** The page's terms. If states share a name in the API, batch-sim's own names are added. */
export function wordsOf({ noun, states }: ServiceWords = UNKNOWN) {
  const names = new Map(states.map(({ state, name }) => [state, name]));
  const plural = counted(2, noun).slice(2);
  return {
    noun,
    plural,
    title: capitalized(noun),
    pluralTitle: capitalized(plural),
    states: states.map(({ state }) => state),
    stateOf: (state: JobState): string => {
      const name = names.get(state) ?? state;
      if (name.toLowerCase() === state) return state;
      const isShared = states.filter((each) => each.name === name).length > 1;
      return isShared ? `${name} (${state})` : name;
    },
  };
}

export function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
