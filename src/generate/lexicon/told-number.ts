import type { Hints } from "schema-values";
import type { Rng } from "../../core/rng.ts";
import { concernRated, shows } from "./concerns.ts";
import { givenNumberNamed } from "./given-names.ts";
import type { NumberKind } from "./number-range.ts";
import { isOpinionScale, opinionScale } from "./opinion-scale.ts";
import type { LabelWords, Subject } from "./subject.ts";
import { toldCount } from "./told-facts.ts";

/** A number that follows from the subject; undefined if it doesn't. */
export type ToldNumber = (subject: Subject, rng: Rng) => number | undefined;

/** How a subject determines a number within a range; undefined if its name doesn't tell. */
export function toldNumber(
  hints: Hints,
  { isWhole, ...kind }: NumberKind & { readonly isWhole: boolean },
): ToldNumber | undefined {
  const count = toldCount(hints);
  if (count !== undefined) return count;
  const stated = givenNumberNamed(hints);
  if (stated !== undefined) {
    const { given, factor } = stated;
    return (subject) => {
      const value = subject.stated.number(given);
      return value === undefined ? undefined : Math.round(value * factor * 1000) / 1000;
    };
  }
  const concern = concernRated(hints);
  if (concern !== undefined) return ratedConcern(concern, kind);
  if (!isOpinionScale(hints)) return undefined;
  const digits = isWhole ? 0 : Math.max(kind.digits, kind.max <= 1 ? 2 : 1);
  const scale = opinionScale({ ...kind, digits });
  return ({ mood, heat }, rng) => scale(mood, HALF + (rng.next() - HALF) * Math.min(1, heat));
}

/** Whether a number is a count or a value that an input states, not one that it suggests. */
export function isStatedNumber(hints: Hints): boolean {
  return toldCount(hints) !== undefined || givenNumberNamed(hints) !== undefined;
}

const HALF = 0.5;

/** The shares of a scale for inputs that show a concern, and for others. */
const SHOWN = { least: 0.7, most: 0.98 };
const NOT_SHOWN = { least: 0, most: 0.12 };

function ratedConcern(labels: LabelWords, { min, max, digits }: NumberKind): ToldNumber {
  const factor = 10 ** digits;
  return (subject, rng) => {
    const { least, most } = shows(subject, labels) ? SHOWN : NOT_SHOWN;
    const share = least + (most - least) * rng.next();
    return Math.round((min + (max - min) * share) * factor) / factor;
  };
}
