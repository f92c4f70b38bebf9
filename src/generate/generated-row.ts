import { type Rng, rngFor } from "../core/rng.ts";
import type { Row } from "../core/rows/row.ts";
import { countTokens } from "./tokens.ts";

/** Job settings that a row's scores depend on. */
export type ScoreSettings = {
  /** Undefined for the default. */
  readonly temperature: number | undefined;
  readonly hasConfidence: boolean;
};

/**
 * A row whose scores are computed lazily, because most files don't contain them. The scores have
 * their own random stream, so that the number of draws for the output doesn't affect them. Copy
 * such a row with `rowWith`: an object spread would lose the scores.
 */
export class GeneratedRow implements Row {
  readonly input: string;
  readonly output: string;
  readonly edges?: readonly string[];
  readonly #seed: number;
  readonly #settings: ScoreSettings;

  constructor(row: Pick<Row, "input" | "output" | "edges">, seed: number, settings: ScoreSettings) {
    this.input = row.input;
    this.output = row.output;
    if (row.edges !== undefined) this.edges = row.edges;
    this.#seed = seed;
    this.#settings = settings;
  }

  get cumulativeLogprob(): number {
    const rng = rngFor(this.#seed, "logprob");
    return cumulativeLogprob(rng, countTokens(this.output), this.#settings.temperature);
  }

  /** From 0.5 to 1, with 4 decimals; undefined if the model returns no confidence. */
  get confidence(): number | undefined {
    if (!this.#settings.hasConfidence) return undefined;
    return rngFor(this.#seed, "confidence").between(5000, 10_000) / 10_000;
  }
}

/** Maximum number of tokens whose log probabilities are drawn; the other tokens get the mean. */
const DRAWN_TOKENS = 64;
const LEAST_PER_TOKEN = 0.01;
const USUAL_HEAT = 1;
const HIGHEST_HEAT = 2;

/** The temperature, limited to the range from 0 to 2; 1 by default. */
export function heatOf(temperature: number = USUAL_HEAT): number {
  return Math.min(Math.max(temperature, 0), HIGHEST_HEAT);
}

/**
 * Returns the sum of the log probabilities of an output's tokens, rounded to 6 decimals. The sum is
 * negative, or 0 if there are no tokens. For the same random numbers, it is lower with more tokens
 * or a higher temperature (1 by default).
 */
export function cumulativeLogprob(rng: Rng, tokens: number, temperature?: number): number {
  if (tokens <= 0) return 0;
  const spread = 0.4 + 1.6 * heatOf(temperature);
  const drawn = Math.min(tokens, DRAWN_TOKENS);
  let sum = 0;
  for (let i = 0; i < drawn; i++) {
    // Cubing a random number favors values near 0, because models are sure of most tokens.
    const surprise = rng.next();
    sum += LEAST_PER_TOKEN + spread * surprise * surprise * surprise;
  }
  return -Math.round(sum * (tokens / drawn) * 1e6) / 1e6;
}
