import type { Rng } from "../core/rng.ts";

/** Digits after the decimal point, as many as a 32-bit float has. */
const DECIMALS = 1e6;

/** A vector of length 1, up to rounding, in a direction that is drawn. */
export function drawVector(rng: Rng, dimensions: number): number[] {
  const drawn = Array.from({ length: dimensions }, () => rng.next() - rng.next());
  const length = Math.sqrt(drawn.reduce((sum, value) => sum + value * value, 0));
  // Adding zero turns -0 into 0.
  return drawn.map((value) => Math.round((value / length) * DECIMALS) / DECIMALS + 0);
}
