import { isMultiple } from "../check/check.ts";
import type { SubSchema } from "../source/part.ts";
import { type Bound, boundsOf, numberOf, pointer, TYPES, textOf } from "../source/schema.ts";
import { type Conjunction, type Counts, countsOf, pathsOf } from "./literal.ts";

export type NumberShape = {
  /** The lower bound; -Infinity if there is none. */
  readonly min: number;
  readonly max: number;
  readonly isMinExclusive: boolean;
  readonly isMaxExclusive: boolean;
  readonly divisors: readonly number[];
  /** JSON Pointers of the keywords that set the bounds. */
  readonly paths: readonly string[];
};

const INT32: readonly Bound[] = [
  { name: "format", value: -2_147_483_648, isLower: true, isExclusive: false },
  { name: "format", value: 2_147_483_647, isLower: false, isExclusive: false },
];

export function numberShape({ parts }: Conjunction): NumberShape {
  const bounds = parts.flatMap(({ schema, pointer: path }) => {
    const own = [...boundsOf(schema), ...(textOf(schema, "format") === "int32" ? INT32 : [])];
    return own.map((bound) => ({ ...bound, path: pointer(path, bound.name) }));
  });
  const lower = strictest(bounds.filter((bound) => bound.isLower));
  const upper = strictest(bounds.filter((bound) => !bound.isLower));
  return {
    min: lower?.value ?? -Infinity,
    max: upper?.value ?? Infinity,
    isMinExclusive: lower?.isExclusive ?? false,
    isMaxExclusive: upper?.isExclusive ?? false,
    paths: [lower, upper].flatMap((bound) => bound?.path ?? []),
    divisors: [...new Set(parts.flatMap((part) => numberOf(part.schema, "multipleOf") ?? []))],
  };
}

/**
 * Excludes bounds that JSON parsing may have rounded: 2^63 - 1 becomes 2^63, which clients with
 * 64-bit integers reject. Keeps these bounds if there may be no other numbers.
 */
export function safeNumberShape(flat: Conjunction): NumberShape {
  const shape = numberShape(flat);
  const isRounded = (bound: number) => Number.isInteger(bound) && !Number.isSafeInteger(bound);
  const isMinExclusive = shape.isMinExclusive || isRounded(shape.min);
  const isMaxExclusive = shape.isMaxExclusive || isRounded(shape.max);
  const inner = { ...shape, isMinExclusive, isMaxExclusive };
  const grid = gridOf(inner, flat.types);
  // Without a grid, the divisors are too imprecise to tell which multiples are within the bounds.
  if (grid === undefined) return shape.divisors.length > 0 || isEmptyRange(inner) ? shape : inner;
  const [first, last] = indicesWithin(grid, inner);
  return isEmptyRange(inner) || first > last ? shape : inner;
}

type PlacedBound = Bound & { readonly path: string };

function strictest(bounds: readonly PlacedBound[]): PlacedBound | undefined {
  const [first, ...others] = bounds;
  return others.reduce((best, bound) => {
    if (bound.value === best?.value) return bound.isExclusive ? bound : best;
    const isHigher = bound.value > (best?.value ?? 0);
    return isHigher === bound.isLower ? bound : best;
  }, first);
}

/** The bounds of a shape in words, such as "at least 3 and less than 5". */
export function describeRange(shape: NumberShape): string {
  const { min, max, isMinExclusive, isMaxExclusive } = shape;
  const all = [
    ...(min === -Infinity ? [] : [`${isMinExclusive ? "more than" : "at least"} ${min}`]),
    ...(max === Infinity ? [] : [`${isMaxExclusive ? "less than" : "at most"} ${max}`]),
  ];
  return all.join(" and ");
}

/** The next double from `value` toward `target`; `value` if it equals `target` or isn't finite. */
export function neighborOf(value: number, target: number): number {
  if (!Number.isFinite(value) || value === target) return value;
  if (value === 0) return target > 0 ? Number.MIN_VALUE : -Number.MIN_VALUE;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigInt64(0);
  view.setBigInt64(0, target > value === value > 0 ? bits + 1n : bits - 1n);
  return view.getFloat64(0);
}

/** Whether no double is within the bounds. */
export function isEmptyRange(shape: NumberShape): boolean {
  const first = shape.isMinExclusive ? neighborOf(shape.min, Infinity) : shape.min;
  const last = shape.isMaxExclusive ? neighborOf(shape.max, -Infinity) : shape.max;
  return first > last || first === Infinity || last === -Infinity;
}

/** The numbers k × numerator / denominator (both integers) for all integers k. */
export type Grid = { readonly numerator: number; readonly denominator: number };

/** The common multiples of the divisors; undefined without divisors or if doubles are imprecise. */
export function gridOf(shape: NumberShape, types: number): Grid | undefined {
  const isInteger = (types & TYPES.fraction) === 0;
  const steps = [...shape.divisors, ...(isInteger ? [1] : [])];
  if (steps.length === 0) return undefined;
  const denominator = 10 ** Math.max(...steps.map(decimalsOf));
  const units = steps.map((step) => Math.round(step * denominator));
  const numerator = units.reduce((a, b) => (a / commonDivisor(a, b)) * b);
  if (![denominator, ...units, numerator].every(Number.isSafeInteger)) return undefined;
  const shared = commonDivisor(numerator, denominator);
  return { numerator: numerator / shared, denominator: denominator / shared };
}

/** Number of decimal places of a double's shortest representation. */
function decimalsOf(value: number): number {
  const [mantissa = "", exponent = "0"] = String(value).split("e");
  const { length } = mantissa.split(".")[1] ?? "";
  return Math.max(0, length - Number(exponent));
}

/** The greatest common divisor. */
export function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}

/** The number at an index of a grid, as the nearest double. */
export function numberAt(grid: Grid, index: number): number {
  return (index * grid.numerator) / grid.denominator;
}

/** Possible rounding errors of a computed index, in the order to try. */
const ERRORS = [-3, -2, -1, 0, 1, 2, 3];

/** A grid's first and last index within the bounds; infinite for a missing bound. */
export function indicesWithin(grid: Grid, shape: NumberShape): readonly [number, number] {
  const step = grid.numerator / grid.denominator;
  const nearest = (guess: number, direction: 1 | -1): number => {
    if (!Number.isSafeInteger(guess)) return guess;
    const isWithin = direction > 0 ? isAboveMin : isBelowMax;
    const indices = ERRORS.map((error) => guess + error * direction);
    return indices.find((index) => isWithin(numberAt(grid, index), shape)) ?? guess;
  };
  return [nearest(Math.ceil(shape.min / step), 1), nearest(Math.floor(shape.max / step), -1)];
}

function isAboveMin(value: number, { min, isMinExclusive }: NumberShape): boolean {
  return isMinExclusive ? value > min : value >= min;
}

function isBelowMax(value: number, { max, isMaxExclusive }: NumberShape): boolean {
  return isMaxExclusive ? value < max : value <= max;
}

export function fitsNumber(value: number, shape: NumberShape): boolean {
  return (
    Number.isFinite(value) &&
    isAboveMin(value, shape) &&
    isBelowMax(value, shape) &&
    shape.divisors.every((divisor) => isMultiple(value, divisor))
  );
}

export type TextShape = Counts & {
  readonly patterns: readonly string[];
  readonly notPatterns: readonly string[];
  readonly formats: readonly string[];
  readonly notFormats: readonly string[];
  /** Whether some strings that match the patterns and the formats are excluded. */
  readonly isRestricted: boolean;
  readonly contentEncoding: string | undefined;
  readonly contentMediaType: string | undefined;
  /** JSON Pointers of the formats, patterns, and bounds. */
  readonly paths: readonly string[];
};

export function textShape(flat: Conjunction): TextShape {
  const texts = (parts: readonly SubSchema[], name: string): string[] => [
    ...new Set(parts.flatMap((part) => textOf(part.schema, name) ?? [])),
  ];
  return {
    ...countsOf(flat.parts, "minLength", "maxLength"),
    patterns: texts(flat.parts, "pattern"),
    notPatterns: texts(flat.leaves, "pattern"),
    formats: texts(flat.parts, "format"),
    notFormats: texts(flat.leaves, "format"),
    isRestricted: flat.leaves.length > 0,
    contentEncoding: texts(flat.parts, "contentEncoding")[0],
    contentMediaType: texts(flat.parts, "contentMediaType")[0],
    paths: pathsOf([...flat.parts, ...flat.leaves], "format", "pattern", "minLength", "maxLength"),
  };
}

/** Describes a shape, to complete a sentence such as "no string …". */
export function describeText(shape: TextShape): string {
  const { least, most } = shape;
  const all = [
    ...shape.formats.map((format) => `is in the format \`${format}\``),
    ...shape.patterns.map((pattern) => `matches \`${pattern}\``),
    ...shape.notPatterns.map((pattern) => `fails to match \`${pattern}\``),
    ...(least > 0 ? [`has at least ${counted(least, "character")}`] : []),
    ...(most < Infinity ? [`has at most ${counted(most, "character")}`] : []),
  ];
  return all.join(" and ");
}

/** A count with its noun: "1 item", "3 items". */
export function counted(count: number, one: string, many = `${one.replace(/y$/, "ie")}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
