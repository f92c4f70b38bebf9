import { hash32, type Rng } from "../../core/rng.ts";
import { mapLanguages } from "../languages/languages.ts";
import { capitalize } from "../lexicon/capitalize.ts";
import type { Pools } from "../lexicon/pools.ts";
import type { SentenceKind } from "../lexicon/subject.ts";
import { createPicker, createRound, type Starts } from "../picker.ts";
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

/** What sentences are about, and how they are written. */
export type SentenceRequest = {
  readonly topics: Topics;
  readonly pools: Pools;
  /** How much the first sentences for a topic vary: from 0, not at all, to 1, the default. */
  readonly heat?: number;
};

/** Returns a writer of sentences about topics. */
export function sentenceWriter(
  rng: Rng,
  { topics, pools, heat = 1 }: SentenceRequest,
): (kind: SentenceKind) => Sentence {
  if (topics.isForeign && topics.words.length > 0) return foreignWriter(rng, topics);
  const words = topics.words.length > 0 ? topics.words : pools.nouns;
  const frames = (words.length === 1 ? FRAMES_OF_ONE : FRAMES)[topics.language];
  const filling: Filling = { topic: createPicker(rng, words) };
  const rounds: { [kind in SentenceKind]?: () => Frame } = {};
  return (kind) => {
    const round =
      rounds[kind] ?? createRound(rng, frames[kind], startsOf(frames[kind], words, heat));
    rounds[kind] = round;
    return fill(round(), filling);
  };
}

/** At a low temperature, equal inputs begin alike, and others begin in other ways. */
function startsOf(
  frames: readonly Frame[],
  words: readonly string[],
  heat: number,
): Starts | undefined {
  if (heat >= 1) return undefined;
  const { length } = frames;
  return {
    from: hash32(0, ...words) % length,
    count: Math.max(1, Math.round(length * heat)),
  };
}

/** Phrases of the input, since answers are not written in its language. */
function foreignWriter(rng: Rng, { phrases, words, isUnspaced }: Topics): () => Sentence {
  const next = createRound(rng, phrases.length > 0 ? phrases : words);
  return () => {
    const text = capitalize(next()) + (isUnspaced ? "。" : ".");
    return { text, byteLength: Buffer.byteLength(text) };
  };
}
