import type { Rng } from "../../core/rng.ts";
import type { Pools, SentenceKind } from "../../schema/schemas.ts";
import { capitalize } from "../../schema/schemas.ts";
import { mapLanguages } from "../languages/languages.ts";
import { createPicker, createRound } from "../picker.ts";
import { type Filling, type Frame, fill, type Sentence, withOneTopic } from "./frames.ts";
import type { Topics } from "./topics.ts";

type FramesOfKinds = { readonly [kind in SentenceKind]: readonly Frame[] };

const FRAMES = mapLanguages(
  ({ openings, continuations, advice, questions }): FramesOfKinds => ({
    first: openings,
    further: [...continuations, ...advice],
    advice,
    question: questions,
  }),
);

/** The same for inputs with a single word. */
const FRAMES_OF_ONE = mapLanguages(({ code }): FramesOfKinds => {
  const { first, further, advice, question } = FRAMES[code];
  return {
    first: withOneTopic(first),
    further: withOneTopic(further),
    advice: withOneTopic(advice),
    question: withOneTopic(question),
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
): (kind: SentenceKind) => Sentence {
  if (topics.isForeign && topics.words.length > 0) return () => foreignSentence(rng, topics);
  const words = topics.words.length > 0 ? topics.words : pools.nouns;
  const frames = (words.length === 1 ? FRAMES_OF_ONE : FRAMES)[topics.language];
  const filling: Filling = { topic: createPicker(rng, words) };
  const rounds: { [kind in SentenceKind]?: () => Frame } = {};
  return (kind) => {
    const round = rounds[kind] ?? createRound(rng, frames[kind]);
    rounds[kind] = round;
    return fill(round(), filling);
  };
}

/** Passages from the input, each a few words long, with a pause between them. */
function foreignSentence(rng: Rng, { words, isUnspaced }: Topics): Sentence {
  const passages = Array.from({ length: rng.between(1, 3) }, () => {
    const start = rng.below(words.length);
    return words.slice(start, start + rng.between(2, 5)).join(isUnspaced ? "" : " ");
  });
  const text = capitalize(passages.join(isUnspaced ? "，" : ", ") + (isUnspaced ? "。" : "."));
  return { text, byteLength: Buffer.byteLength(text) };
}
