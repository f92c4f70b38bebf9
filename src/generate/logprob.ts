import type { Rng } from "../core/rng.ts";

/** The values of the first tokens are drawn; those of the tokens after them have their mean. */
const DRAWN_TOKENS = 64;
const LEAST_PER_TOKEN = 0.01;
const DEFAULT_TEMPERATURE = 1;
const HIGHEST_TEMPERATURE = 2;

/**
 * The sum of the log probabilities of an output's tokens, rounded to 6 decimals. Negative and finite, 0
 * for no tokens; with equal draws every further token makes it more negative, and so does a higher
 * temperature (taken as 1 where it is not given).
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
    // Most tokens of a text are almost certain, a few are not: cubed, a flat draw leans to 0.
    const surprise = rng.next();
    sum += LEAST_PER_TOKEN + spread * surprise * surprise * surprise;
  }
  return -Math.round(sum * (tokens / drawn) * 1e6) / 1e6;
}
