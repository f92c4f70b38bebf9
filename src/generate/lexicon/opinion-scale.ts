import type { NumberHints, NumberModel } from "schema-values";
import { OPINIONS } from "../reading/opinion.ts";
import { known } from "./subject.ts";

/** The parts of a scale, from 0 to 1, that are for bad, undecided, and good opinions. */
const PARTS = [
  [0, 0.3],
  [0.4, 0.6],
  [0.7, 1],
] as const;

/** The number on a scale of opinions that a subject suggests. */
export function opinionScale(
  hints: NumberHints,
  model: NumberModel,
): Pick<NumberModel, "suggested"> {
  const min = Number.isFinite(hints.min) ? hints.min : model.min;
  const max = Number.isFinite(hints.max) ? hints.max : model.max;
  const factor = 10 ** (hints.isWhole ? 0 : Math.max(model.digits, max <= 1 ? 2 : 1));
  return {
    suggested: ({ rng }, subject) => {
      const { opinion } = known(subject);
      if (opinion === "none") return undefined;
      const [least, most] = PARTS[1 + Math.sign(OPINIONS[opinion])] ?? [0, 1];
      const share = least + (most - least) * rng.next();
      return Math.round((min + (max - min) * share) * factor) / factor;
    },
  };
}
