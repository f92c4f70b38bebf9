import type { JsonObject } from "../json.ts";
import type { Dialect } from "./dialect.ts";
import { keyword, numberOf } from "./schema.ts";

/** The bounds that a schema sets for numbers; infinite if it sets none. */
export type Bounds = {
  readonly min: number;
  readonly minExclusive: number;
  readonly max: number;
  readonly maxExclusive: number;
};

/** Reads the bounds; draft 04 has boolean flags for the exclusive ones. */
export function boundsOf(schema: JsonObject, dialect: Dialect): Bounds {
  const min = numberOf(schema, "minimum") ?? -Infinity;
  const max = numberOf(schema, "maximum") ?? Infinity;
  if (dialect.hasBooleanBounds) {
    const isMinExclusive = keyword(schema, "exclusiveMinimum") === true;
    const isMaxExclusive = keyword(schema, "exclusiveMaximum") === true;
    return {
      min: isMinExclusive ? -Infinity : min,
      minExclusive: isMinExclusive ? min : -Infinity,
      max: isMaxExclusive ? Infinity : max,
      maxExclusive: isMaxExclusive ? max : Infinity,
    };
  }
  return {
    min,
    minExclusive: numberOf(schema, "exclusiveMinimum") ?? -Infinity,
    max,
    maxExclusive: numberOf(schema, "exclusiveMaximum") ?? Infinity,
  };
}
