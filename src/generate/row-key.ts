import { canonicalJson } from "../core/json.ts";
import type { Model, SamplingParams } from "../core/model.ts";
import { type Hash128, hash32, type Rng, RngFamily } from "../core/rng.ts";
import { CHUNK, unitsOf } from "./reading/units.ts";

/** The settings that determine a row's random stream, together with its index and input. */
export type RowKeySettings = {
  readonly seed: number;
  readonly model: Pick<Model, "id">;
  readonly systemPrompt?: string;
  readonly samplingParams: SamplingParams;
  readonly randomSeedPerInput: boolean;
};

/**
 * Returns a function that opens a row's random stream. Equal inputs get equal streams, unless each
 * input has its own seed. At temperature 0, decoding is greedy: equal inputs always get equal
 * streams, and the sampling parameters `seed` and `topP` have no effect. `maxTokens` and `stop`
 * have no effect at any temperature: they shorten an output but don't select a different one.
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

/** Number of code units in each step: two for each of the four parts of the hash. */
const STEP = 8;

/** Hashes a string of any length. Reads two code units at once, for speed. */
export function hashText(text: string): Hash128 {
  let [h1, h2, h3, h4] = [1779033703 ^ text.length, 3144134277, 1013904242, 2773480762];
  for (let from = 0; from < text.length; from += CHUNK) {
    const { pairs, length } = unitsOf(text.length <= CHUNK ? text : text.slice(from, from + CHUNK));
    for (let i = 0; i < length; i += STEP) {
      const at = i >> 1;
      h1 = turned(Math.imul(h1 ^ (pairs[at] ?? 0), 597399067));
      h2 = turned(Math.imul(h2 ^ (pairs[at + 1] ?? 0), 2869860233));
      h3 = turned(Math.imul(h3 ^ (pairs[at + 2] ?? 0), 951274213));
      h4 = turned(Math.imul(h4 ^ (pairs[at + 3] ?? 0), 2716044179));
    }
  }
  return { h1, h2, h3, h4 };
}

/** Rotates the high bits, which multiplication mixes best, into the low bits. */
function turned(value: number): number {
  return (value << 15) | (value >>> 17);
}
