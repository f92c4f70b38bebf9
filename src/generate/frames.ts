import type { Rng } from "../core/rng.ts";
import type { Pools } from "./pools.ts";

/** A sentence with gaps: literal text at even places, the letter of a gap at odd ones. */
type Frame = readonly string[];

/** What fills the gaps of a frame: `t` a topic, `o` the property; the rest comes from the pools. */
export type Filling = {
  readonly topic: () => string;
  readonly pools: Pools;
  readonly property?: string;
};

/** Frames from lines of text in which a letter in braces is a gap. */
export function frames(text: string): readonly Frame[] {
  return text
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/[{}]/));
}

/** Sentences that begin an answer; each names a topic. */
export const OPENINGS: readonly Frame[] = frames(`
  The key point about {t} is how closely it depends on {t}.
  In short, {t} comes down to {t}.
  This input is mostly about {t}, with some attention to {t}.
  {t} is the central concern here, and {t} follows from it.
  There are two sides to {t}: the {a} one, and the one that involves {t}.
  At its core, {t} describes the kind of {n} that people rely on {d}.
  {t} stands out, although {t} deserves a closer look.
  Taken together, {t} and {t} point in the same direction.
  {p} would probably summarize it as "{t}, and little else".
  Considering {t}, the answer is {d} positive.
  The main takeaway is that {t} changes how we read {t}.
  Based on the text, {t} matters more than {t}.
`);

/** Sentences that go on with an answer. */
export const CONTINUATIONS: readonly Frame[] = frames(`
  The mention of {t} calls for the more {a} approach.
  It also shows why {t} and {t} belong together.
  By contrast, {t} plays a smaller part.
  Any {n} of this kind needs {k} or more checks before {t} can be trusted.
  {p} of {c} makes a similar case for {t}.
  Compared with the usual {n}, {t} looks {a}.
  That said, {t} remains open to interpretation.
  As a result, {t} should be reviewed {d}.
  Roughly {k}% of the cases involve {t}.
  The wording around {t} is {a}, which leaves room for doubt.
  For {c}, the practical answer was known as "{f}".
  None of this rules out {t}; it only makes the {n} less likely.
  In practice, {t} works best when it is handled {d}.
  One could argue that "{t}" is the {a} part of the question.
  The next step is to compare {t} with the {n}.
  {t} is worth keeping in mind, too.
  Where {t} is unclear, {t} gives the better hint.
  Another example is the {n} that {p} describes.
  Both {t} and the {a} {n} support this reading.
  Over time, {t} tends to outweigh the rest.
  It helps to separate {t} from the {n} behind it.
  This is consistent with what {c} reports about {t}.
  Much of what is said of {t} holds for {t} as well.
  Readers who expect the {a} {n} will notice {t} first.
`);

/** A frame with its gaps filled; its first letter is a capital. */
export function fill(rng: Rng, frame: Frame, filling: Filling): string {
  let text = frame[0] ?? "";
  for (let i = 1; i < frame.length; i += 2) {
    text += fillGap(rng, frame[i] ?? "", filling) + (frame[i + 1] ?? "");
  }
  return capitalize(text);
}

/** A text with a capital as its first letter, in the scripts whose capitals are the same in every version of Unicode. */
export function capitalize(text: string): string {
  return text.charCodeAt(0) < 0x530 ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}

function fillGap(rng: Rng, gap: string, { topic, pools, property = "" }: Filling): string {
  switch (gap) {
    case "t":
      return topic();
    case "o":
      return property;
    case "n":
      return rng.pick(pools.nouns);
    case "a":
      return rng.pick(pools.adjectives);
    case "d":
      return rng.pick(pools.adverbs);
    case "p":
      return rng.pick(pools.people);
    case "c":
      return rng.pick(pools.companies);
    case "f":
      return rng.pick(pools.phrases);
    case "k":
      return `${rng.between(2, 98)}`;
    default:
      throw new RangeError(
        `Expected the gap of a frame to be one of t, o, n, a, d, p, c, f, k, got \`${gap}\`.`,
      );
  }
}
