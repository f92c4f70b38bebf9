import type { NumberModel } from "../lexicon/lexicon.ts";
import {
  fitsNumber,
  type Grid,
  gridOf,
  indicesWithin,
  type NumberShape,
  neighborOf,
  numberAt,
} from "../plan/number-shape.ts";
import type { Rng } from "../rng.ts";
import { TYPES } from "../source/schema.ts";
import { isSuggested } from "./choose.ts";
import type { Maker } from "./making.ts";

const TRIES = 24;
/** A larger upper bound states what a field can store, not what is likely. */
const LARGE = 1_000_000;
const LARGEST = 9_007_199_254_740_991;
/** If a range has fewer values than this at the usual precision, it gets more digits. */
const FEWEST_STEPS = 4;

/** The default range. */
export const ANY_NUMBER: NumberModel = { min: 0, max: 1000, digits: 2 };

/** Preferences for a number in addition to its shape. */
export type NumberWishes = {
  readonly types: number;
  readonly kind: NumberModel;
  accepts(value: number): boolean;
};

/** A maker of numbers of a shape; prefers likely ones. */
export function numberMaker(shape: NumberShape, wishes: NumberWishes): Maker {
  const draws = drawsOf(shape, wishes);
  const isFraction = (wishes.types & TYPES.integer) === 0;
  const isWhole = (wishes.types & TYPES.fraction) === 0;
  const isGood = (value: number): boolean =>
    fitsNumber(value, shape) &&
    !(Number.isInteger(value) ? isFraction : isWhole) &&
    wishes.accepts(value);
  const { kind } = wishes;
  return (making) => {
    const { rng, subject } = making;
    if (subject !== undefined) {
      const stated = kind.stated?.(subject);
      if (stated !== undefined && isGood(stated)) {
        making.hasStated = true;
        return stated;
      }
      const suggested =
        kind.suggested !== undefined && isSuggested(making)
          ? kind.suggested(making, subject)
          : undefined;
      if (suggested !== undefined && isGood(suggested)) return suggested;
    }
    for (const draw of draws) {
      for (let i = 0; i < TRIES; i++) {
        const value = draw(rng);
        if (isGood(value)) return Object.is(value, -0) ? 0 : value;
      }
    }
    return undefined;
  };
}

type Draw = (rng: Rng) => number;

function drawsOf(shape: NumberShape, wishes: NumberWishes): Draw[] {
  const grid = gridOf(shape, wishes.types);
  const edges = [neighborOf(shape.min, Infinity), neighborOf(shape.max, -Infinity)];
  const edge: Draw = (rng) => rng.pick(edges);
  if (grid !== undefined) return [gridDraw(grid, shape, wishes), edgeDraw(grid, shape), edge];
  const [min, max] = windowOf(shape, wishes.kind);
  const { kind } = wishes;
  const isFine = kind !== ANY_NUMBER && (max - min) * 10 ** kind.digits >= FEWEST_STEPS;
  const digits = isFine ? kind.digits : Math.max(kind.digits, digitsFor(max - min));
  const scale = Number(`1e${digits}`);
  const ends = [shape.min, shape.max, 0, 0.5, 1.5, -1.5].filter(Number.isFinite);
  const raw = kind === ANY_NUMBER ? anyDraw(shape, [min, max]) : between(min, max);
  const divisor = shape.divisors[0];
  const coarse: Draw = (rng) => Math.floor(raw(rng) / (divisor ?? 1)) * (divisor ?? 1);
  const zero: Draw = () => 0;
  if (divisor !== undefined) return [coarse, zero];
  return [(rng) => Math.round(raw(rng) * scale) / scale, raw, (rng) => rng.pick(ends), edge];
}

function between(min: number, max: number): Draw {
  return (rng) => min + (max - min) * rng.next();
}

/** Shares of the rows in which an arbitrary number is large, or negative. */
const SHARE_OF_LARGE = 0.2;
const SHARE_OF_NEGATIVE = 0.1;
const LARGE_NUMBER = 1_000_000;

/** Numbers about which nothing is known: usually small, sometimes large or negative if that is allowed. */
function anyDraw(shape: NumberShape, [min, max]: readonly [number, number]): Draw {
  const hasLarge = shape.max >= LARGE_NUMBER && shape.min <= 0;
  const hasNegative = shape.min <= -max && shape.max >= max;
  const usual = between(min, max);
  return (rng) => {
    const draw = rng.next();
    if (hasNegative && draw < SHARE_OF_NEGATIVE) return -usual(rng);
    if (hasLarge && draw > 1 - SHARE_OF_LARGE) return max * 10 ** (3 * rng.next());
    return usual(rng);
  };
}

function gridDraw(grid: Grid, shape: NumberShape, wishes: NumberWishes): Draw {
  const [min, max] = windowOf(shape, wishes.kind);
  const [first, last] = indicesWithin(grid, { ...shape, min, max });
  const isOpen = shape.min === -Infinity || shape.max === Infinity;
  if (first > last || (first === last && isOpen)) return edgeDraw(grid, shape);
  const span = last - first + 1;
  const inside: Draw = (rng) => numberAt(grid, first + Math.floor(rng.next() * span));
  if (wishes.kind !== ANY_NUMBER || shape.divisors.length > 0) return inside;
  const any = anyDraw(shape, [min, max]);
  return (rng) => Math.round(any(rng));
}

function edgeDraw(grid: Grid, shape: NumberShape): Draw {
  const [first, last] = indicesWithin(grid, shape);
  const from = Number.isFinite(first) ? first : Number.isFinite(last) ? last - 20 : -10;
  const to = Math.min(Number.isFinite(last) ? last : from + 20, from + 20);
  return (rng) => numberAt(grid, rng.between(from, Math.max(from, to)));
}

/** The likely range within the bounds, or otherwise a range near one of the bounds. */
function windowOf(shape: NumberShape, kind: NumberModel): readonly [number, number] {
  const min = Math.max(shape.min, kind.min);
  const max = Math.min(shape.max, kind.max);
  if (min < max && (kind !== ANY_NUMBER || shape.max > LARGE)) return [min, max];
  if (Number.isFinite(shape.min) && Number.isFinite(shape.max)) return [shape.min, shape.max];
  const width = 100 * Math.max(1, ...shape.divisors);
  if (Number.isFinite(shape.min))
    return [shape.min, Math.max(shape.min + width, nextAfter(shape.min))];
  if (Number.isFinite(shape.max))
    return [Math.min(shape.max - width, -nextAfter(-shape.max)), shape.max];
  return [-Math.min(width, LARGEST), Math.min(width, LARGEST)];
}

function nextAfter(value: number): number {
  return value + Math.abs(value) / 1e6;
}

function digitsFor(width: number): number {
  let digits = 0;
  for (let w = width; w < 20 && digits < 15; w *= 10) digits++;
  return width >= 20 || width === 0 ? 0 : digits;
}
