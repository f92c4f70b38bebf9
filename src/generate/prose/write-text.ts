import type { SamplingParams } from "../../core/model.ts";
import type { Rng } from "../../core/rng.ts";
import { tokensOfBytes, truncateToTokens } from "../tokens.ts";
import type { LanguageWords } from "../words/words.ts";
import { phrasesOf, SentenceWriter } from "./phrases.ts";

/** The maximum length of an answer, and the strings before the first of which it ends. */
export type TextLimits = Pick<SamplingParams, "maxTokens" | "stop">;

export type TextRequest = TextLimits & {
  readonly language: LanguageWords;
  /** Typical length of an answer; lengths vary from half of it to one and a half times it. */
  readonly typicalTokens: number;
};

const PARAGRAPH_SENTENCES = 4;

/**
 * Writes a few sentences as an answer. With the same draws, a smaller `maxTokens` gives a prefix of
 * the longer text. Empty only if `maxTokens` is below 1 or the text starts with a stop string.
 */
export function writeText(rng: Rng, request: TextRequest): string {
  const { typicalTokens, language, maxTokens = Number.POSITIVE_INFINITY } = request;
  const target = Math.max(1, Math.round(typicalTokens * (0.5 + (rng.next() + rng.next()) / 2)));
  const { openings, space } = phrasesOf(language);
  const writer = new SentenceWriter(rng, language);
  let { text, bytes } = rng.pick(openings);
  for (let count = 1; tokensOfBytes(bytes) <= maxTokens; count++) {
    const next = writer.next();
    // Stops before a sentence that would end further from the target than the text already does.
    if (tokensOfBytes(bytes) + tokensOfBytes(next.bytes) / 2 > target) break;
    text += (count % PARAGRAPH_SENTENCES === 0 ? "\n\n" : space) + next.text;
    bytes += next.bytes + 1;
  }
  return cutToLimits(text, request);
}

/** A string up to the first stop string and the maximum length. */
export function cutToLimits(
  whole: string,
  { maxTokens = Number.POSITIVE_INFINITY, stop = [] }: TextLimits,
): string {
  const ends = stop.filter((it) => it !== "").map((it) => whole.indexOf(it));
  const text = whole.slice(0, Math.min(whole.length, ...ends.filter((at) => at >= 0)));
  const cut = truncateToTokens(text, maxTokens);
  return cut === text ? text : cut.trimEnd();
}
