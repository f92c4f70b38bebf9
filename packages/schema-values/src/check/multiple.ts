/**
 * Whether a number is a multiple of another by Ajv's definition: the quotient, as a double, is an
 * integer.
 */
export function isMultiple(value: number, divisor: number): boolean {
  const quotient = value / divisor;
  return Number.isInteger(quotient) && Math.abs(quotient) < 1e21;
}
