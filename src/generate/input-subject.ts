import type { Rng } from "../core/rng.ts";
import { createPicker } from "./picker.ts";
import type { Pools } from "./pools.ts";
import type { Subject } from "./schema/subject.ts";
import { sentenceWriter, spaceOf } from "./text.ts";
import type { Topics } from "./topics.ts";

/** An input as the subject of a row; undefined where it has no words. */
export function inputSubject(rng: Rng, topics: Topics, pools: Pools): Subject | undefined {
  return topics.words.length === 0 ? undefined : new InputSubject(rng, topics, pools);
}

/** All its words begin with a capital. */
const NAME = /^\p{Lu}\S*(?: \p{Lu}\S*)*$/u;

/** A class, because every row has one and most rows use little of it. */
class InputSubject implements Subject {
  readonly #rng: Rng;
  readonly #topics: Topics;
  readonly #pools: Pools;
  #words: readonly string[] | undefined;
  #names: readonly string[] | undefined;
  #sentence: ((isFirst: boolean) => string) | undefined;
  #topic: (() => string) | undefined;

  constructor(rng: Rng, topics: Topics, pools: Pools) {
    this.#rng = rng;
    this.#topics = topics;
    this.#pools = pools;
  }

  get words(): readonly string[] {
    // Two words that stand side by side are good for a sentence, but seldom a keyword.
    this.#words ??= this.#topics.words.filter((word) => !word.includes(" "));
    return this.#words;
  }

  get names(): readonly string[] {
    this.#names ??= this.#topics.words.filter((word) => NAME.test(word));
    return this.#names;
  }

  get space(): string {
    return spaceOf(this.#topics);
  }

  sentence(isFirst: boolean): string {
    this.#sentence ??= sentenceWriter(this.#rng, this.#topics, this.#pools);
    return this.#sentence(isFirst);
  }

  topic(): string {
    this.#topic ??= createPicker(this.#rng, this.words);
    return this.#topic();
  }
}
