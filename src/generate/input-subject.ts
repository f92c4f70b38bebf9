import type { Rng } from "../core/rng.ts";
import type { Pools, SentenceKind, Subject } from "../schema/schemas.ts";
import { LANGUAGES } from "./languages/languages.ts";
import { createPicker } from "./picker.ts";
import { sentenceWriter, spaceOf } from "./text/text.ts";
import type { Topics } from "./text/topics.ts";

/** An input as the subject of a row; undefined if it has no words. */
export function inputSubject(rng: Rng, topics: Topics, pools: Pools): Subject | undefined {
  return topics.words.length === 0 ? undefined : new InputSubject(rng, topics, pools);
}

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

/** A class with lazy fields, because every row has one and most rows use little of it. */
class InputSubject implements Subject {
  readonly #rng: Rng;
  readonly #topics: Topics;
  readonly #pools: Pools;
  #words: readonly string[] | undefined;
  #names: readonly string[] | undefined;
  #sentence: ((kind: SentenceKind) => string) | undefined;
  #topic: (() => string) | undefined;

  constructor(rng: Rng, topics: Topics, pools: Pools) {
    this.#rng = rng;
    this.#topics = topics;
    this.#pools = pools;
  }

  get words(): readonly string[] {
    this.#words ??= keywordsOf(this.#topics);
    return this.#words;
  }

  get names(): readonly string[] {
    this.#names ??= this.#topics.words.filter((word) => NAME.test(word));
    return this.#names;
  }

  get space(): string {
    return spaceOf(this.#topics);
  }

  sentence(kind: SentenceKind): string {
    this.#sentence ??= sentenceWriter(this.#rng, this.#topics, this.#pools);
    return this.#sentence(kind);
  }

  topic(): string {
    this.#topic ??= createPicker(this.#rng, this.words);
    return this.#topic();
  }
}
