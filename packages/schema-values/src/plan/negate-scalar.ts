import type { JsonObject } from "../json.ts";
import { boundsOf } from "../source/bounds.ts";
import type { Dialect } from "../source/dialect.ts";
import { numberOf } from "../source/schema.ts";
import type { Violation } from "./violation.ts";

/** Schemas that each violate a bound on numbers or on a string's length. */
export function violationsOfScalars(schema: JsonObject, dialect: Dialect): Violation[] {
  const out: Violation[] = [];
  const { min, minExclusive, max, maxExclusive } = boundsOf(schema, dialect);
  if (min !== -Infinity) out.push(number(below(min, dialect)));
  if (minExclusive !== -Infinity) out.push(number({ maximum: minExclusive }));
  if (max !== Infinity) out.push(number(above(max, dialect)));
  if (maxExclusive !== Infinity) out.push(number({ minimum: maxExclusive }));
  return [...out, ...countViolations(schema, "string", ["minLength", "maxLength"])];
}

/** Schemas that violate a pair of keywords that limit a count. */
export function countViolations(
  schema: JsonObject,
  type: string,
  names: readonly [string, string],
): Violation[] {
  const least = numberOf(schema, names[0]);
  const most = numberOf(schema, names[1]);
  const out: Violation[] = [];
  if (least !== undefined && least >= 1) out.push({ type, [names[1]]: Math.ceil(least) - 1 });
  if (most !== undefined) out.push({ type, [names[0]]: Math.floor(most) + 1 });
  return out;
}

function number(bounds: Violation): Violation {
  return { type: "number", ...bounds };
}

function below(bound: number, dialect: Dialect): Violation {
  return dialect.hasBooleanBounds
    ? { maximum: bound, exclusiveMaximum: true }
    : { exclusiveMaximum: bound };
}

function above(bound: number, dialect: Dialect): Violation {
  return dialect.hasBooleanBounds
    ? { minimum: bound, exclusiveMinimum: true }
    : { exclusiveMinimum: bound };
}
