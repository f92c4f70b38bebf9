/** Whether a number is a multiple of another, as Ajv reckons: the quotient, in doubles, is an integer. */
export function isMultiple(value: number, divisor: number): boolean {
  const quotient = value / divisor;
  return Number.isInteger(quotient) && Math.abs(quotient) < 1e21;
}
