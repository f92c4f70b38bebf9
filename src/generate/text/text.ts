import type { Rng } from "../../core/rng.ts";
import type { Pools } from "../lexicon/pools.ts";
import { countTokens, tokensOfBytes, truncateToTokens } from "../tokens.ts";
import { sentenceWriter, spaceOf } from "./sentence-writer.ts";
import type { Topics } from "./topics.ts";

/** The words and the length limits for an answer's text. */
export type TextRequest = {
  readonly topics: Topics;
  readonly pools: Pools;
  /** See `SentenceRequest`. */
  readonly heat?: number;
  /** Typical length of an answer; lengths vary from half of it to one and a half times it. */
  readonly typicalTokens: number;
  /** Maximum length of an answer; longer answers are cut off there. */
  readonly maxTokens?: number;
  /** Strings before which an answer ends. */
  readonly stop?: readonly string[];
};

const PARAGRAPH_SENTENCES = 4;

/**
 * Writes sentences that repeat words of the input, in the input's language if it is supported and
 * otherwise in English. If the input is mainly in a non-Latin script, the sentences consist of its
 * own words. With the same draws, a smaller `maxTokens` gives a prefix of the longer text. Empty
 * only if `maxTokens` is below 1 or the text starts with a stop string.
 */
export function writeText(rng: Rng, request: TextRequest): string {
  const { typicalTokens, maxTokens = Number.POSITIVE_INFINITY, stop = [] } = request;
  const target = Math.max(1, Math.round(typicalTokens * (0.5 + (rng.next() + rng.next()) / 2)));
  return cutToLimits(writeSentences(rng, request, { target, most: maxTokens }), {
    maxTokens,
    stop,
  });
}

/** A string up to the first stop string and the maximum length. */
export function cutToLimits(
  whole: string,
  { maxTokens = Number.POSITIVE_INFINITY, stop = [] }: Pick<TextRequest, "maxTokens" | "stop">,
): string {
  const text = cutAtStop(whole, stop);
  const isWhole = maxTokens === Number.POSITIVE_INFINITY || countTokens(text) <= maxTokens;
  return isWhole ? text : truncateToTokens(text, maxTokens).trimEnd();
}

function writeSentences(
  rng: Rng,
  request: TextRequest,
  length: { target: number; most: number },
): string {
  const sentence = sentenceWriter(rng, request);
  const space = spaceOf(request.topics);
  const first = sentence("first");
  let { text } = first;
  let tokens = tokensOfBytes(first.byteLength);
  const { phrases } = request.topics;
  const most = phrases.length > 0 ? phrases.length : Number.POSITIVE_INFINITY;
  for (let count = 1; count < most && tokens <= length.most; count++) {
    const next = sentence("further");
    const added = tokensOfBytes(next.byteLength);
    // Stop before a sentence that would end further from the target than the text already does.
    if (tokens + added / 2 > length.target) break;
    text += (count % PARAGRAPH_SENTENCES === 0 ? "\n\n" : space) + next.text;
    tokens += added;
  }
  return text;
}

function cutAtStop(text: string, stop: readonly string[]): string {
  let end = text.length;
  for (const sequence of stop) {
    const at = sequence === "" ? -1 : text.indexOf(sequence);
    if (at >= 0 && at < end) end = at;
  }
  return text.slice(0, end);
}
