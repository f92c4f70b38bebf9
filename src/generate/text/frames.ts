import { capitalize } from "../lexicon/capitalize.ts";
import { utf8Length } from "../tokens.ts";

/** A sentence with gaps. */
export type Frame = {
  /** Literal text at even indexes, the letter of a gap at odd indexes. */
  readonly parts: readonly string[];
  /** Number of UTF-8 bytes of the literal text. */
  readonly byteLength: number;
};

/** The words that fill the gaps of a frame: `t` is a topic, `o` the property, `q` a quote. */
export type Filling = {
  readonly topic: () => string;
  readonly property?: string;
  readonly quote?: string;
};

/** A sentence, and its number of UTF-8 bytes: counting a short string takes longer than adding a few numbers. */
export type Sentence = { readonly text: string; readonly byteLength: number };

/** Parses frames, one per line; a letter in braces is a gap. */
export function frames(text: string): readonly Frame[] {
  return text.trim().split("\n").map(frameOf);
}

function frameOf(line: string): Frame {
  const [head = "", ...others] = line.trim().split(/[{}]/);
  const parts = [capitalize(head), ...others];
  const literals = parts.filter((_, index) => index % 2 === 0);
  return { parts, byteLength: Buffer.byteLength(literals.join("")) };
}

/** The frames with one topic, for inputs with a single word: a second topic would repeat the first. */
export function withOneTopic(all: readonly Frame[]): readonly Frame[] {
  return all.filter(
    ({ parts }) => parts.filter((gap, i) => i % 2 === 1 && gap === "t").length === 1,
  );
}

/** A frame with its gaps filled and its first letter capitalized. */
export function fill({ parts, byteLength }: Frame, filling: Filling): Sentence {
  let text = parts[0] ?? "";
  let length = byteLength;
  for (let i = 1; i < parts.length; i += 2) {
    const word = fillGap(parts[i] ?? "", filling);
    const written = text === "" ? capitalize(word) : word;
    text += written + (parts[i + 1] ?? "");
    length += utf8Length(written);
  }
  return { text, byteLength: length };
}

function fillGap(gap: string, { topic, property = "", quote = "" }: Filling): string {
  switch (gap) {
    case "t":
      return topic();
    case "o":
      return property;
    case "q":
      return quote;
    default:
      throw new RangeError(`Expected the gap of a frame to be one of t, o, q, got \`${gap}\`.`);
  }
}
