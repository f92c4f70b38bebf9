import { canonicalJson } from "../core/json.ts";
import type { Model, SamplingParams } from "../core/model.ts";
import { hash32, type Rng, rngFor } from "../core/rng.ts";

/** What a row's stream of draws depends on, besides the row. */
export type RowKeySettings = {
  /** The sandbox's seed. */
  readonly seed: number;
  readonly model: Pick<Model, "id">;
  readonly systemPrompt?: string;
  readonly samplingParams: SamplingParams;
  readonly randomSeedPerInput: boolean;
};

/**
 * Returns the function that opens a row's stream of draws. Equal inputs get equal streams, unless
 * each input has a seed of its own; at temperature 0 they do in any case, as decoding is greedy there.
 * `maxTokens` and `stop` are no part of the key: they cut an output short, they don't choose another.
 */
export function createRowKey(settings: RowKeySettings): (index: number, input: string) => Rng {
  const { seed, model, systemPrompt, samplingParams } = settings;
  const { temperature, topP, seed: samplingSeed } = samplingParams;
  const sampling = {
    temperature: temperature ?? null,
    topP: topP ?? null,
    seed: samplingSeed ?? null,
  };
  const parts = [
    model.id,
    systemPrompt === undefined ? 0 : 1,
    systemPrompt ?? "",
    canonicalJson(sampling),
  ];
  // Hashed once for all rows: a system prompt may be long.
  const high = hash32(seed, "row-settings-high", ...parts);
  const low = hash32(seed, "row-settings-low", ...parts);
  if (settings.randomSeedPerInput && temperature !== 0) {
    return (index, input) => rngFor(seed, "row", high, low, input, index);
  }
  return (_index, input) => rngFor(seed, "row", high, low, input);
}
