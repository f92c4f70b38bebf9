import { isMultiple } from "../check/check.ts";
import { boundsOf, keyword, numberOf, pointer, TYPES, textOf } from "../source/schema.ts";
import type { Conjunction, ObjectPart } from "./literal.ts";

/** The number constraints of a flat conjunction. */
export type NumberShape = {
  /** Inclusive bounds; infinite if there are none. */
  readonly min: number;
  readonly max: number;
  readonly isMinExclusive: boolean;
  readonly isMaxExclusive: boolean;
  readonly divisors: readonly number[];
  /** JSON Pointer of the keyword that sets the bound. */
  readonly minPath: string | undefined;
  readonly maxPath: string | undefined;
};

/** Reads the number keywords. */
export function numberShape(flat: Conjunction): NumberShape {
  let shape: Bounds = {
    min: -Infinity,
    max: Infinity,
    isMinExclusive: false,
    isMaxExclusive: false,
    minPath: undefined,
    maxPath: undefined,
  };
  for (const part of flat.parts) shape = narrowed(shape, part);
  return {
    ...shape,
    divisors: [...new Set(flat.parts.flatMap((part) => numberOf(part.schema, "multipleOf") ?? []))],
  };
}

type Bounds = Omit<NumberShape, "divisors">;

function narrowed(before: Bounds, part: ObjectPart): Bounds {
  const { min, minExclusive, max, maxExclusive } = boundsOf(part.schema);
  const lower = keyword(part.schema, "exclusiveMinimum") === true ? "minimum" : "exclusiveMinimum";
  const upper = keyword(part.schema, "exclusiveMaximum") === true ? "maximum" : "exclusiveMaximum";
  let shape = before;
  const at = (name: string): string => pointer(part.pointer, name);
  if (min > shape.min) shape = { ...shape, min, isMinExclusive: false, minPath: at("minimum") };
  if (minExclusive >= shape.min && minExclusive !== -Infinity)
    shape = { ...shape, min: minExclusive, isMinExclusive: true, minPath: at(lower) };
  if (max < shape.max) shape = { ...shape, max, isMaxExclusive: false, maxPath: at("maximum") };
  if (maxExclusive <= shape.max && maxExclusive !== Infinity)
    shape = { ...shape, max: maxExclusive, isMaxExclusive: true, maxPath: at(upper) };
  if (textOf(part.schema, "format") !== "int32") return shape;
  if (shape.min < -INT32 - 1)
    shape = { ...shape, min: -INT32 - 1, isMinExclusive: false, minPath: at("format") };
  if (shape.max > INT32)
    shape = { ...shape, max: INT32, isMaxExclusive: false, maxPath: at("format") };
  return shape;
}

const INT32 = 2_147_483_647;

/** The bounds of a shape in words, such as "at least 3 and less than 5". */
export function describeRange(shape: NumberShape): string {
  const { min, max, isMinExclusive, isMaxExclusive } = shape;
  const all = [
    ...(min === -Infinity ? [] : [`${isMinExclusive ? "more than" : "at least"} ${min}`]),
    ...(max === Infinity ? [] : [`${isMaxExclusive ? "less than" : "at most"} ${max}`]),
  ];
  return all.join(" and ");
}

/** JSON Pointers of the keywords that set the bounds. */
export function rangePaths({ minPath, maxPath }: NumberShape): string[] {
  return [minPath, maxPath].filter((path) => path !== undefined);
}

/** The next double after a number in the direction of another. */
export function neighborOf(value: number, towards: number): number {
  if (!Number.isFinite(value) || value === towards) return value;
  if (value === 0) return towards > 0 ? Number.MIN_VALUE : -Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigInt64(0);
  view.setBigInt64(0, towards > value === value > 0 ? bits + 1n : bits - 1n);
  return view.getFloat64(0);
}

/** Whether no double is within the bounds. */
export function isEmptyRange(shape: NumberShape): boolean {
  const first = shape.isMinExclusive ? neighborOf(shape.min, Infinity) : shape.min;
  const last = shape.isMaxExclusive ? neighborOf(shape.max, -Infinity) : shape.max;
  return first > last || first === Infinity || last === -Infinity;
}

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

/** The number at an index of a grid, as the outermost double. */
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
    outermost(Math.ceil(shape.min / step), 1, isAbove),
    outermost(Math.floor(shape.max / step), -1, isUnder),
  ];
}

/** The outermost index near a guess that is within the bounds; `direction` points inward. */
function outermost(guess: number, direction: 1 | -1, isWithin: (index: number) => boolean): number {
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
