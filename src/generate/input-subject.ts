import type { Rng } from "../core/rng.ts";
import type { Pools, SentenceKind, Subject } from "../schema/schemas.ts";
import { LANGUAGES } from "./languages/languages.ts";
import { createPicker } from "./picker.ts";
import type { Sentence } from "./text/frames.ts";
import { sentenceWriter, spaceOf } from "./text/sentence-writer.ts";
import { findTopics, type Topics } from "./text/topics.ts";

/** Matches a string in which every word is capitalized. */
const NAME = /^\p{Lu}\S*(?: \p{Lu}\S*)*$/u;

const FEWEST = 2;

/** Two adjacent words work in a sentence but rarely as a keyword. */
function keywordsOf({ words, language, isForeign }: Topics): readonly string[] {
  const single = words.filter((word) => !word.includes(" "));
  const { keyword } = LANGUAGES[language];
  if (keyword === undefined || isForeign) return single;
  const likely = single.filter((word) => keyword.test(word));
  return likely.length < FEWEST ? single : likely;
}

/**
 * An input as the subject of a row. A class with lazy fields, because every row has one and many schemas use nothing of it:
 * finding the topics of an input takes longer than making a row of five short fields.
 */
export class InputSubject implements Subject {
  readonly #rng: Rng;
  readonly #input: string;
  readonly #pools: Pools;
  #topics: Topics | undefined;
  #words: readonly string[] | undefined;
  #names: readonly string[] | undefined;
  #sentence: ((kind: SentenceKind) => Sentence) | undefined;
  #topic: (() => string) | undefined;

  constructor(rng: Rng, input: string, pools: Pools) {
    this.#rng = rng;
    this.#input = input;
    this.#pools = pools;
  }

  /** The topics of the input. */
  get topics(): Topics {
    this.#topics ??= findTopics(this.#input);
    return this.#topics;
  }

  get isKnown(): boolean {
    return this.topics.words.length > 0;
  }

  get words(): readonly string[] {
    this.#words ??= keywordsOf(this.topics);
    return this.#words;
  }

  get names(): readonly string[] {
    this.#names ??= this.topics.words.filter((word) => NAME.test(word));
    return this.#names;
  }

  get space(): string {
    return spaceOf(this.topics);
  }

  sentence(kind: SentenceKind): string {
    this.#sentence ??= sentenceWriter(this.#rng, this.topics, this.#pools);
    return this.#sentence(kind).text;
  }

  topic(): string {
    this.#topic ??= createPicker(this.#rng, this.words);
    return this.#topic();
  }
}
