import type { NumberModel } from "../lexicon/lexicon.ts";
import type { Way } from "../plan/plan.ts";
import {
  fitsNumber,
  type Grid,
  gridOf,
  indicesWithin,
  type NumberShape,
  neighborOf,
  numberAt,
} from "../plan/scalar-shapes.ts";
import type { Rng } from "../rng.ts";
import { typeOfValue } from "../source/schema.ts";
import { isSuggested } from "./choose.ts";
import { isTaken, type Maker } from "./making.ts";

const TRIES = 24;

/** The range of a number about which there are no hints. */
export const ANY_NUMBER: NumberModel = { min: 0, max: 1000, digits: 2 };

type NumberWay = Extract<Way, { kind: "number" }>;

export function numberMaker(
  way: NumberWay,
  name: string,
  kind: NumberModel,
  accepts: (value: number) => boolean,
): Maker {
  const { shape, types } = way;
  const draws = drawsOf(way, kind);
  const isGood = (value: number): boolean =>
    (typeOfValue(value) & types) !== 0 && fitsNumber(value, shape) && accepts(value);
  return (making) => {
    const { rng, subject } = making;
    if (subject !== undefined) {
      const stated = kind.stated?.(subject);
      if (stated !== undefined && isGood(stated) && !isTaken(stated, name, making)) {
        making.hasStated = true;
        making.claims.push({ value: stated, name, depth: making.depth });
        if (!making.statedNumbers.includes(stated))
          making.statedNumbers = [...making.statedNumbers, stated];
        return stated;
      }
      const isWanted = kind.suggested !== undefined && isSuggested(making, kind.fitting);
      const suggested = isWanted ? kind.suggested?.(making, subject) : undefined;
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
type Range = readonly [min: number, max: number];

/** If the usual number of digits allows fewer values than this, numbers get more digits. */
const FEWEST_STEPS = 4;
const MOST_DIGITS = 15;

/** The draws to try: likely numbers first, then numbers that are more certain to conform. */
function drawsOf({ shape, types }: NumberWay, kind: NumberModel): Draw[] {
  const { min, max } = shape;
  const grid = gridOf(shape, types);
  const range = rangeOf(shape, kind);
  const likely = kind === ANY_NUMBER ? anyDraw(shape, range) : between(range);
  const edges = [min, max, neighborOf(min, Infinity), neighborOf(max, -Infinity)];
  const edge: Draw = (rng) => rng.pick(edges);
  if (grid !== undefined) {
    const isPlain = kind === ANY_NUMBER && shape.divisors.length === 0;
    const [near, spare] = [gridDraw(grid, shape, range), edgeDraw(grid, shape)];
    return [near === undefined ? spare : isPlain ? rounded(likely, 0) : near, spare, edge];
  }
  const [divisor] = shape.divisors;
  if (divisor !== undefined) return [(rng) => Math.floor(likely(rng) / divisor) * divisor, () => 0];
  const width = range[1] - range[0];
  let { digits } = kind;
  while (width > 0 && width * 10 ** digits < FEWEST_STEPS && digits < MOST_DIGITS) digits++;
  const ends = [min, max, 0, 0.5, 1.5, -1.5].filter(Number.isFinite);
  return [rounded(likely, digits), likely, (rng) => rng.pick(ends), edge];
}

function between([min, max]: Range): Draw {
  return (rng) => min + (max - min) * rng.next();
}

function rounded(draw: Draw, digits: number): Draw {
  const scale = 10 ** digits;
  return (rng) => Math.round(draw(rng) * scale) / scale;
}

/** Shares of large and of negative numbers, if there are no hints about a number. */
const SHARE_OF_LARGE = 0.2;
const SHARE_OF_NEGATIVE = 0.1;
/** An upper bound this large is only a storage limit; it says nothing about likely values. */
const LARGE = 1_000_000;

/** Draws a number without hints: usually a small one, sometimes a large or negative one. */
function anyDraw(shape: NumberShape, range: Range): Draw {
  const max = range[1];
  const hasLarge = shape.max >= LARGE && shape.min <= 0;
  const hasNegative = shape.min <= -max && shape.max >= max;
  const usual = between(range);
  return (rng) => {
    const draw = rng.next();
    if (hasNegative && draw < SHARE_OF_NEGATIVE) return -usual(rng);
    if (hasLarge && draw > 1 - SHARE_OF_LARGE) return max * 10 ** (3 * rng.next());
    return usual(rng);
  };
}

/** Draws a grid's numbers from a range; undefined if the range contains too few of them. */
function gridDraw(grid: Grid, shape: NumberShape, [min, max]: Range): Draw | undefined {
  const [first, last] = indicesWithin(grid, { ...shape, min, max });
  const isOpen = shape.min === -Infinity || shape.max === Infinity;
  if (first > last || (first === last && isOpen)) return undefined;
  return (rng) => numberAt(grid, first + Math.floor(rng.next() * (last - first + 1)));
}

/** Draws a grid's numbers near the lower bound or, if there is none, near the upper bound or 0. */
function edgeDraw(grid: Grid, shape: NumberShape): Draw {
  const [first, last] = indicesWithin(grid, shape);
  const from = Number.isFinite(first) ? first : Number.isFinite(last) ? last - 20 : -10;
  const to = Math.min(Number.isFinite(last) ? last : from + 20, from + 20);
  return (rng) => numberAt(grid, rng.between(from, Math.max(from, to)));
}

/** Returns the likely range within the bounds, or else a range that the bounds allow. */
function rangeOf(shape: NumberShape, kind: NumberModel): Range {
  const min = Math.max(shape.min, kind.min);
  const max = Math.min(shape.max, kind.max);
  if (min < max && (kind !== ANY_NUMBER || shape.max > LARGE)) return [min, max];
  const width = 100 * Math.max(1, ...shape.divisors);
  // With only one bound, the range must be wide enough to contain another double.
  const lower = shape.max - width - Math.abs(shape.max) / 1e6;
  const upper = shape.min + width + Math.abs(shape.min) / 1e6;
  if (Number.isFinite(shape.min))
    return [shape.min, Number.isFinite(shape.max) ? shape.max : upper];
  return Number.isFinite(shape.max) ? [lower, shape.max] : [-width, width];
}
