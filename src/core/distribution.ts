import type { Distribution } from "./job/profile.ts";
import type { Rng } from "./rng.ts";

/** The longest duration ever drawn, in milliseconds: ten years of 365 days. */
export const MAX_DURATION_MS = 315_360_000_000;

/** The 95th percentile of the standard normal distribution. */
const Z95 = 1.6448536269514722;

/** A duration drawn from a distribution: whole milliseconds in 0..MAX_DURATION_MS. */
export function drawMs(distribution: Distribution, rng: Rng): number {
  switch (distribution.kind) {
    case "fixed":
      return wholeMs(distribution.ms);
    case "uniform":
      return wholeMs(distribution.minMs + rng.next() * (distribution.maxMs - distribution.minMs));
    case "lognormal": {
      const sigma = Math.log(distribution.p95Ms / distribution.medianMs) / Z95;
      return wholeMs(distribution.medianMs * Math.exp(sigma * drawNormal(rng)));
    }
  }
}

/** A duration that a job can have: whole milliseconds in 0..MAX_DURATION_MS. NaN becomes 0. */
export function wholeMs(ms: number): number {
  if (Number.isNaN(ms)) return 0;
  return Math.round(Math.min(MAX_DURATION_MS, Math.max(0, ms)));
}

/** A draw from the standard normal distribution (Box–Muller). */
function drawNormal(rng: Rng): number {
  // 1 - [0, 1) is (0, 1], which avoids the logarithm of 0.
  const radius = Math.sqrt(-2 * Math.log(1 - rng.next()));
  return radius * Math.cos(2 * Math.PI * rng.next());
}
