import type { Rng } from "../../core/rng.ts";
import type { Pools, SentenceKind } from "../../schema/schemas.ts";
import { capitalize } from "../../schema/schemas.ts";
import { mapLanguages } from "../languages/languages.ts";
import { createPicker, createRound } from "../picker.ts";
import { countTokens, truncateToTokens } from "../tokens.ts";
import { type Frame, fill } from "./frames.ts";
import type { Topics } from "./topics.ts";

/** What an answer's text is made of and how long it may become. */
export type TextRequest = {
  readonly topics: Topics;
  readonly pools: Pools;
  /** The length that answers lie around: from half of it to half as much again. */
  readonly typicalTokens: number;
  /** The length that an answer never exceeds; an answer that would is cut off there. */
  readonly maxTokens?: number;
  /** Texts that an answer ends before. */
  readonly stop?: readonly string[];
};

const PARAGRAPH_SENTENCES = 4;

/**
 * Writes sentences in which words of the input return, in its language where that is one of a few, else in English. Where
 * the input is mainly not in Latin letters, the sentences consist of its own words.
 * With the same draws a smaller `maxTokens` gives a start of the longer text; empty only where
 * `maxTokens` is below 1 or a stop text comes first.
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
    // A sentence that would end further from the target than the text already does is one too many.
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

/** The frames that name one topic: another would be the same again where an input has one word. */
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

/** What stands between two sentences about topics. */
export function spaceOf({ isUnspaced, words }: Topics): string {
  return isUnspaced && words.length > 0 ? "" : " ";
}

/** A writer of sentences about topics. */
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

/** Passages of the input, each a few words long, with a pause between them. */
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
