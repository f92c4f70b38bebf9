import type { Rng } from "../core/rng.ts";

/** The values of the first tokens are drawn; later tokens get the mean. */
const DRAWN_TOKENS = 64;
const LEAST_PER_TOKEN = 0.01;
const DEFAULT_TEMPERATURE = 1;
const HIGHEST_TEMPERATURE = 2;

/**
 * The sum of the log probabilities of an output's tokens, rounded to 6 decimals. Negative and
 * finite, or 0 without tokens. With the same draws, more tokens or a higher temperature (1
 * by default) make it more negative.
 */
export function cumulativeLogprob(
  rng: Rng,
  tokens: number,
  temperature: number = DEFAULT_TEMPERATURE,
): number {
  if (tokens <= 0) return 0;
  const heat = Math.min(Math.max(temperature, 0), HIGHEST_TEMPERATURE);
  const spread = 0.4 + 1.6 * heat;
  const drawn = Math.min(tokens, DRAWN_TOKENS);
  let sum = 0;
  for (let i = 0; i < drawn; i++) {
    // Most tokens of an output are almost certain and a few are not: cubing a uniform draw favors
    // values near 0.
    const surprise = rng.next();
    sum += LEAST_PER_TOKEN + spread * surprise * surprise * surprise;
  }
  return -Math.round(sum * (tokens / drawn) * 1e6) / 1e6;
}
