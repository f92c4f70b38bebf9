import { isMultiple } from "../check/check.ts";
import { TYPES } from "../source/json-type.ts";
import type { NumberShape } from "./number-shape.ts";

/** The numbers k × numerator / denominator for all integers k; both are integers. */
export type Grid = { readonly numerator: number; readonly denominator: number };

const MOST_DIGITS = 15;

/**
 * The grid of the common multiples of all divisors (and of 1 for integers). Undefined if there is
 * no divisor, or if the grid is too fine or too coarse for doubles.
 */
export function gridOf(shape: NumberShape, types: number): Grid | undefined {
  const isInteger = (types & TYPES.fraction) === 0;
  const steps = [...shape.divisors, ...(isInteger ? [1] : [])];
  if (steps.length === 0) return undefined;
  const decimals = steps.map(decimalOf);
  const scale = Math.max(...decimals.map((decimal) => decimal.scale));
  if (scale > MOST_DIGITS) return undefined;
  const units = decimals.map((decimal) => decimal.digits * 10n ** BigInt(scale - decimal.scale));
  const step = units.reduce(leastCommonMultiple);
  if (step === 0n) return undefined;
  const shared = greatestCommonDivisor(step, 10n ** BigInt(scale));
  const numerator = Number(step / shared);
  if (!Number.isSafeInteger(numerator)) return undefined;
  return { numerator, denominator: Number(10n ** BigInt(scale) / shared) };
}

/** The number at an index of a grid, as the nearest double. */
export function numberAt(grid: Grid, index: number): number {
  return (index * grid.numerator) / grid.denominator;
}

/** Maximum error of a quotient of doubles, in steps. */
const SLACK = 3;

/** The first and last index of a grid within bounds, which may be infinite. */
export function indicesWithin(grid: Grid, shape: NumberShape): readonly [number, number] {
  const step = grid.numerator / grid.denominator;
  const isAbove = (index: number): boolean => !isBelowMin(numberAt(grid, index), shape);
  const isUnder = (index: number): boolean => !isAboveMax(numberAt(grid, index), shape);
  return [
    nearest(Math.ceil(shape.min / step), 1, isAbove),
    nearest(Math.floor(shape.max / step), -1, isUnder),
  ];
}

/** The outermost index near a guess that is within the bounds; `direction` points inward. */
function nearest(guess: number, direction: 1 | -1, isWithin: (index: number) => boolean): number {
  if (!Number.isSafeInteger(guess)) return guess;
  for (let off = -SLACK; off <= SLACK; off++) {
    const index = guess + off * direction;
    if (isWithin(index)) return index;
  }
  return guess;
}

function isBelowMin(value: number, shape: NumberShape): boolean {
  return value < shape.min || (shape.isMinExclusive && value === shape.min);
}

function isAboveMax(value: number, shape: NumberShape): boolean {
  return value > shape.max || (shape.isMaxExclusive && value === shape.max);
}

/** Whether a number is within the bounds and a multiple of every divisor. */
export function fitsNumber(value: number, shape: NumberShape): boolean {
  if (!Number.isFinite(value) || value < shape.min || value > shape.max) return false;
  if (shape.isMinExclusive && value === shape.min) return false;
  if (shape.isMaxExclusive && value === shape.max) return false;
  return shape.divisors.every((divisor) => isMultiple(value, divisor));
}

/** A positive double as its shortest decimal representation: digits × 10^-scale. */
function decimalOf(value: number): { digits: bigint; scale: number } {
  const [mantissa = "0", exponent = "0"] = String(Math.abs(value)).split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale >= 0 ? { digits, scale } : { digits: digits * 10n ** BigInt(-scale), scale: 0 };
}

function leastCommonMultiple(a: bigint, b: bigint): bigint {
  return a === 0n || b === 0n ? 0n : (a / greatestCommonDivisor(a, b)) * b;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : greatestCommonDivisor(b, a % b);
}
