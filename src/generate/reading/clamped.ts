/** The nearest number within a range. */
export function clamped(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}
