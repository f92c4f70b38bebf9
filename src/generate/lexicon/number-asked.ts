import type { Hints } from "schema-values";
import type { Rng } from "../../core/rng.ts";
import { numberKind } from "./number-kind.ts";
import type { NumberKind } from "./number-range.ts";
import type { Subject } from "./subject.ts";
import { toldNumber } from "./told-number.ts";

const PERCENT: NumberKind = { min: 0, max: 100, digits: 0 };

/** Draws the number that a description asks for: one that fits the subject, or one in its range. */
export function numberAsked(hints: Hints): (rng: Rng, subject: Subject) => number {
  const kind = numberKind(hints) ?? PERCENT;
  const told = toldNumber(hints, { ...kind, isWhole: kind.digits === 0 });
  const factor = 10 ** kind.digits;
  return (rng, subject) =>
    told?.(subject, rng) ??
    Math.round((kind.min + (kind.max - kind.min) * rng.next()) * factor) / factor;
}
