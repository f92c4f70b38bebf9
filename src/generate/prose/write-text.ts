import type { Draws, ItemCount } from "schema-values";
import type { SamplingParams } from "../../core/model.ts";
import type { Rng } from "../../core/rng.ts";
import { tokensOfBytes, truncateToTokens } from "../tokens.ts";
import type { LanguageWords } from "../words/words.ts";
import { phrasesOf, SentenceWriter } from "./phrases.ts";

/** An answer's maximum length, and the stop strings: the answer ends before the first one. */
export type TextLimits = Pick<SamplingParams, "maxTokens" | "stop">;

export type TextRequest = TextLimits & {
  readonly language: LanguageWords;
  /** An answer's typical length; actual lengths vary from 50% to 150% of it. */
  readonly typicalTokens: number;
};

const PARAGRAPH_SENTENCES = 4;

/**
 * Writes a few sentences as an answer. With the same `rng`, a smaller `maxTokens` gives a prefix of
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
    // Stops if the next sentence would take the length farther from the target.
    if (tokensOfBytes(bytes) + tokensOfBytes(next.bytes) / 2 > target) break;
    text += (count % PARAGRAPH_SENTENCES === 0 ? "\n\n" : space) + next.text;
    bytes += next.bytes + 1;
  }
  return cutToLimits(text, request);
}

/** Cuts a string at the first stop string and at the maximum length. */
export function cutToLimits(
  whole: string,
  { maxTokens = Number.POSITIVE_INFINITY, stop = [] }: TextLimits,
): string {
  const ends = stop.filter((it) => it !== "").map((it) => whole.indexOf(it));
  const text = whole.slice(0, Math.min(whole.length, ...ends.filter((at) => at >= 0)));
  const cut = truncateToTokens(text, maxTokens);
  return cut === text ? text : cut.trimEnd();
}

/** The allowed number of characters, and the requested numbers of sentences and words. */
export type TextBounds = {
  readonly least: number;
  readonly most: number;
  readonly sentences?: ItemCount | undefined;
  readonly words?: ItemCount | undefined;
};

export function isWithin({ length }: string, { least, most }: TextBounds): boolean {
  return length >= least && length <= most;
}

/** Picks a random item within the bounds; if none is, any random item. */
export function pickWithin(rng: Rng, items: readonly string[], bounds: TextBounds): string {
  const item = rng.pick(items);
  if (isWithin(item, bounds)) return item;
  const fit = items.filter((it) => isWithin(it, bounds));
  return fit.length > 0 ? rng.pick(fit) : item;
}

/** Approximate number of tokens in a sentence. */
const SENTENCE_TOKENS = 14;
const MOST_SENTENCES = 40;

/** Writes sentences that fit `tokens` and the bounds; a keyword if every sentence is too long. */
export function proseWithin(
  { rng, tokens }: Draws,
  language: LanguageWords,
  { least, most, sentences, words }: TextBounds,
): string {
  const isLong = (it: string): boolean =>
    it.length > most || (words !== undefined && numWordsOf(it) > words.most);
  const { space } = phrasesOf(language);
  const leastWords = space === "" ? 0 : (words?.least ?? 0);
  const isShort = (it: string): boolean =>
    it.length < least || (leastWords > 0 && numWordsOf(it) < leastWords);
  const writer = new SentenceWriter(rng, language);
  const room = Math.min(MOST_SENTENCES, Math.floor(tokens / SENTENCE_TOKENS));
  const wanted =
    sentences === undefined
      ? room <= 1
        ? 1
        : rng.between(1, room)
      : rng.between(sentences.least, sentences.most);
  let { text } = writer.state();
  for (let tries = 0; isLong(text) && tries < MOST_SENTENCES; tries++) ({ text } = writer.state());
  if (isLong(text)) return pickWithin(rng, language.prose.keywords, { least, most });
  for (let count = 1; count < wanted || isShort(text); count++) {
    const next = space + writer.state().text;
    if (isLong(text + next)) break;
    text += next;
  }
  return text;
}

function numWordsOf(text: string): number {
  return text.split(" ").length;
}
