import { boundsOf, type Dialect } from "../source/dialect.ts";
import { numberOf, pointer, textOf } from "../source/schema.ts";
import type { Conjunction, ObjectPart } from "./literal.ts";

/** The number constraints of a flat conjunction. */
export type NumberShape = {
  /** Inclusive bounds; infinite if there are none. */
  readonly min: number;
  readonly max: number;
  readonly isMinExclusive: boolean;
  readonly isMaxExclusive: boolean;
  readonly divisors: readonly number[];
  readonly formats: readonly string[];
  /** JSON Pointer of the keyword that sets the bound. */
  readonly minPath: string | undefined;
  readonly maxPath: string | undefined;
};

/** Reads the number keywords. */
export function numberShape(flat: Conjunction, dialect: Dialect): NumberShape {
  let shape: Bounds = {
    min: -Infinity,
    max: Infinity,
    isMinExclusive: false,
    isMaxExclusive: false,
    minPath: undefined,
    maxPath: undefined,
  };
  for (const part of flat.parts) shape = narrowed(shape, part, dialect);
  const formats = flat.parts.flatMap((part) => textOf(part.schema, "format") ?? []);
  return {
    ...shape,
    divisors: [...new Set(flat.parts.flatMap((part) => numberOf(part.schema, "multipleOf") ?? []))],
    formats,
  };
}

type Bounds = Omit<NumberShape, "divisors" | "formats">;

function narrowed(before: Bounds, part: ObjectPart, dialect: Dialect): Bounds {
  const { min, minExclusive, max, maxExclusive } = boundsOf(part.schema, dialect);
  const lower = dialect.hasBooleanBounds ? "minimum" : "exclusiveMinimum";
  const upper = dialect.hasBooleanBounds ? "maximum" : "exclusiveMaximum";
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
