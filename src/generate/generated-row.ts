import { rngFor } from "../core/rng.ts";
import type { Row } from "../core/rows/row.ts";
import { cumulativeLogprob } from "./logprob.ts";
import { countTokens } from "./tokens.ts";

/** The settings of a job that a row's scores depend on. */
export type ScoreSettings = {
  /** Undefined for the default. */
  readonly temperature: number | undefined;
  readonly hasConfidence: boolean;
};

/**
 * A row whose scores are computed when they are read, because most files don't contain them. They have their own draws: the
 * number of draws for the output must not affect them. `rowWith` copies such a row; a spread would lose the scores.
 */
export class GeneratedRow implements Row {
  readonly input: string;
  readonly output: string;
  readonly edges?: readonly string[];
  readonly #seed: number;
  readonly #settings: ScoreSettings;

  constructor(
    { input, output, edges }: Pick<Row, "input" | "output" | "edges">,
    seed: number,
    settings: ScoreSettings,
  ) {
    this.input = input;
    this.output = output;
    if (edges !== undefined) this.edges = edges;
    this.#seed = seed;
    this.#settings = settings;
  }

  get cumulativeLogprob(): number {
    const rng = rngFor(this.#seed, "logprob");
    return cumulativeLogprob(rng, countTokens(this.output), this.#settings.temperature);
  }

  /** From 0.5 to 1, with 4 decimals. */
  get confidence(): number | undefined {
    if (!this.#settings.hasConfidence) return undefined;
    return rngFor(this.#seed, "confidence").between(5000, 10_000) / 10_000;
  }
}
