import { canonicalJson } from "../core/json.ts";
import type { Model, SamplingParams } from "../core/model.ts";
import { hash32, type Rng, RngFamily } from "../core/rng.ts";
import { hashText } from "./text-hash.ts";

/** The settings that a row's stream of draws depends on, besides the row itself. */
export type RowKeySettings = {
  readonly seed: number;
  readonly model: Pick<Model, "id">;
  readonly systemPrompt?: string;
  readonly samplingParams: SamplingParams;
  readonly randomSeedPerInput: boolean;
};

/**
 * Returns the function that opens a row's stream of draws. Equal inputs get equal streams, unless
 * each input has its own seed. At temperature 0 they always do, whatever `seed` and `topP` are, because
 * decoding is greedy.
 * `maxTokens` and `stop` are not part of the key: they shorten an output but don't choose a
 * different one.
 */
export function createRowKey(settings: RowKeySettings): (index: number, input: string) => Rng {
  const { seed, model, systemPrompt, samplingParams } = settings;
  const { temperature, topP, seed: samplingSeed } = samplingParams;
  const isGreedy = temperature === 0;
  const sampling = {
    temperature: temperature ?? null,
    topP: isGreedy ? null : (topP ?? null),
    seed: isGreedy ? null : (samplingSeed ?? null),
  };
  const parts = [
    model.id,
    systemPrompt === undefined ? 0 : 1,
    systemPrompt ?? "",
    canonicalJson(sampling),
  ];
  // Hashed once for all rows, because a system prompt may be long.
  const high = hash32(seed, "row-settings-high", ...parts);
  const low = hash32(seed, "row-settings-low", ...parts);
  const rows = new RngFamily(seed, "row", high, low);
  if (settings.randomSeedPerInput && !isGreedy)
    return (index, input) => rows.rngOfHash(hashText(input), index);
  return (_index, input) => rows.rngOfHash(hashText(input));
}
