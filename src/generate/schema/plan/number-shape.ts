import { boundsOf } from "../source/bounds.ts";
import type { Dialect } from "../source/dialect.ts";
import { numberOf, textOf } from "../source/schema.ts";
import type { Flat } from "./flatten.ts";

/** What a flat conjunction says of numbers. */
export type NumberShape = {
  /** Inclusive bounds; infinite where there are none. */
  readonly min: number;
  readonly max: number;
  readonly isMinExclusive: boolean;
  readonly isMaxExclusive: boolean;
  readonly divisors: readonly number[];
  readonly formats: readonly string[];
  /** The pointers of the schemas that set the bounds. */
  readonly paths: readonly string[];
};

/** Reads the keywords for numbers. */
export function numberShape(flat: Flat, dialect: Dialect): NumberShape {
  let shape = { min: -Infinity, max: Infinity, isMinExclusive: false, isMaxExclusive: false };
  const paths: string[] = [];
  for (const part of flat.parts) {
    const { min, minExclusive, max, maxExclusive } = boundsOf(part.schema, dialect);
    const before = shape;
    if (min > shape.min) shape = { ...shape, min, isMinExclusive: false };
    if (minExclusive >= shape.min && minExclusive !== -Infinity) {
      shape = { ...shape, min: minExclusive, isMinExclusive: true };
    }
    if (max < shape.max) shape = { ...shape, max, isMaxExclusive: false };
    if (maxExclusive <= shape.max && maxExclusive !== Infinity) {
      shape = { ...shape, max: maxExclusive, isMaxExclusive: true };
    }
    if (before !== shape) paths.push(part.pointer);
  }
  const formats = flat.parts.flatMap((part) => textOf(part.schema, "format") ?? []);
  if (formats.includes("int32")) {
    shape = {
      ...shape,
      min: Math.max(shape.min, -2147483648),
      max: Math.min(shape.max, 2147483647),
    };
  }
  return {
    ...shape,
    divisors: [...new Set(flat.parts.flatMap((part) => numberOf(part.schema, "multipleOf") ?? []))],
    formats,
    paths,
  };
}

/** Whether no number lies within the bounds. */
export function isEmptyRange(shape: NumberShape): boolean {
  return (
    shape.min > shape.max ||
    (shape.min === shape.max && (shape.isMinExclusive || shape.isMaxExclusive))
  );
}
