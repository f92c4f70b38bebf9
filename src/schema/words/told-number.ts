import type { Rng } from "../../core/rng.ts";
import { TYPES } from "../source/json-type.ts";
import { givenNumberNamed } from "./given-names.ts";
import type { Hints } from "./hints.ts";
import type { NumberKind } from "./number-range.ts";
import { isOpinionScale, opinionScale } from "./opinion-scale.ts";
import type { Subject } from "./subject.ts";
import { toldCount } from "./told-facts.ts";

/** A number that follows from the subject; undefined if it doesn't. */
export type ToldNumber = (subject: Subject, rng: Rng) => number | undefined;

/** How a subject determines a number within a range; undefined if its name doesn't tell. */
export function toldNumber(
  hints: Hints,
  { types, ...kind }: NumberKind & { readonly types: number },
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
  if (!isOpinionScale(hints)) return undefined;
  const digits = (types & TYPES.fraction) === 0 ? 0 : Math.max(kind.digits, kind.max <= 1 ? 2 : 1);
  const scale = opinionScale({ ...kind, digits });
  return ({ mood, heat }, rng) => scale(mood, HALF + (rng.next() - HALF) * Math.min(1, heat));
}

const HALF = 0.5;
