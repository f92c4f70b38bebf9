import type { Rng } from "../../core/rng.ts";
import type { Pools, SentenceKind } from "../../schema/schemas.ts";
import { capitalize } from "../../schema/schemas.ts";
import { mapLanguages } from "../languages/languages.ts";
import { createPicker, createRound } from "../picker.ts";
import { countTokens, truncateToTokens } from "../tokens.ts";
import { type Frame, fill } from "./frames.ts";
import type { Topics } from "./topics.ts";

/** The words and the length limits for an answer's text. */
export type TextRequest = {
  readonly topics: Topics;
  readonly pools: Pools;
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
  const text = cutAtStop(writeSentences(rng, request, { target, most: maxTokens }), stop);
  return countTokens(text) > maxTokens ? truncateToTokens(text, maxTokens).trimEnd() : text;
}

function writeSentences(
  rng: Rng,
  { topics, pools }: TextRequest,
  length: { target: number; most: number },
): string {
  const sentence = sentenceWriter(rng, topics, pools);
  const space = spaceOf(topics);
  let text = sentence("first");
  let tokens = countTokens(text);
  for (let count = 1; tokens <= length.most; count++) {
    const next = sentence("further");
    const added = countTokens(next);
    // Stop before a sentence that would end further from the target than the text already does.
    if (tokens + added / 2 > length.target) break;
    text += (count % PARAGRAPH_SENTENCES === 0 ? "\n\n" : space) + next;
    tokens += added;
  }
  return text;
}

type FramesOfKinds = { readonly [kind in SentenceKind]: readonly Frame[] };

const FRAMES = mapLanguages(
  ({ openings, continuations, advice, questions }): FramesOfKinds => ({
    first: openings,
    further: [...continuations, ...advice],
    advice,
    question: questions,
  }),
);

/**
 * The frames with one topic, for inputs with a single word: a second topic would repeat the first.
 */
const FRAMES_OF_ONE = mapLanguages(({ code }): FramesOfKinds => {
  const { first, further, advice, question } = FRAMES[code];
  const ofOne = (all: readonly Frame[]): readonly Frame[] =>
    all.filter((frame) => frame.filter((gap, i) => i % 2 === 1 && gap === "t").length === 1);
  return {
    first: ofOne(first),
    further: ofOne(further),
    advice: ofOne(advice),
    question: ofOne(question),
  };
});

/** The separator between two sentences about topics. */
export function spaceOf({ isUnspaced, words }: Topics): string {
  return isUnspaced && words.length > 0 ? "" : " ";
}

/** Returns a writer of sentences about topics. */
export function sentenceWriter(
  rng: Rng,
  topics: Topics,
  pools: Pools,
): (kind: SentenceKind) => string {
  if (topics.isForeign && topics.words.length > 0) return () => writeForeignSentence(rng, topics);
  const words = topics.words.length > 0 ? topics.words : pools.nouns;
  const filling = { topic: createPicker(rng, words), pools };
  const frames = (words.length === 1 ? FRAMES_OF_ONE : FRAMES)[topics.language];
  const frameOf = {
    first: createRound(rng, frames.first),
    further: createRound(rng, frames.further),
    advice: createRound(rng, frames.advice),
    question: createRound(rng, frames.question),
  };
  return (kind) => fill(rng, frameOf[kind](), filling);
}

/** Passages from the input, each a few words long, with a pause between them. */
function writeForeignSentence(rng: Rng, { words, isUnspaced }: Topics): string {
  const passages = Array.from({ length: rng.between(1, 3) }, () => {
    const start = rng.below(words.length);
    return words.slice(start, start + rng.between(2, 5)).join(isUnspaced ? "" : " ");
  });
  return capitalize(passages.join(isUnspaced ? "，" : ", ") + (isUnspaced ? "。" : "."));
}

function cutAtStop(text: string, stop: readonly string[]): string {
  let end = text.length;
  for (const sequence of stop) {
    const at = sequence === "" ? -1 : text.indexOf(sequence);
    if (at >= 0 && at < end) end = at;
  }
  return text.slice(0, end);
}
