import type { InputFacts, Mention, MentionKind, Mood, Pools } from "../../schema/schemas.ts";
import type { Topics } from "../text/topics.ts";
import { factsOf } from "./input-facts.ts";
import { mentionsIn } from "./mentions.ts";
import { moodOf } from "./mood.ts";
import { quotesIn } from "./quotes.ts";
import { wordsFor } from "./related-words.ts";
import { rarerLanguage, scriptLanguage } from "./script-languages.ts";

const SEARCHED_CHARACTERS = 4000;
const SEPARATORS = /[^\p{L}\p{N}']+/gu;

/** What an input says about itself. Each part is found when it is first asked for. */
export class InputReading {
  readonly #text: string;
  readonly #pools: Pools;
  readonly #topics: () => Topics;
  #language: string | undefined;
  #mood: Mood | undefined;
  #facts: InputFacts | undefined;
  #mentions: readonly Mention[] | undefined;
  #quotes: readonly string[] | undefined;
  /** The input in lowercase, with a space before each word. */
  #plain: string | undefined;
  #taken = 0;
  readonly #next = new Map<ReadonlySet<MentionKind>, number>();

  constructor(text: string, topics: () => Topics, pools: Pools) {
    this.#text = text;
    this.#topics = topics;
    this.#pools = pools;
  }

  /** An ISO 639-1 code; English if no other language is recognized. */
  get language(): string {
    this.#language ??= languageOf(this.#text, this.#topics());
    return this.#language;
  }

  get mood(): Mood {
    this.#mood ??= moodOf(this.#text, this.language);
    return this.#mood;
  }

  get facts(): InputFacts {
    this.#facts ??= factsOf(
      this.#text,
      this.mentions.some(({ kind }) => kind === "person"),
    );
    return this.#facts;
  }

  /** What the input mentions, in order. */
  get mentions(): readonly Mention[] {
    this.#mentions ??= mentionsIn(this.#text, this.language, this.#pools);
    return this.#mentions;
  }

  /** Whether a word of the input begins like a word, or like one that means nearly the same. */
  mentionsWord(word: string): boolean {
    this.#plain ??= ` ${this.#text.slice(0, SEARCHED_CHARACTERS).toLowerCase().replace(SEPARATORS, " ")}`;
    const plain = this.#plain;
    return wordsFor(word).some((beginning) => plain.includes(` ${beginning}`));
  }

  /** The next mention of one of these kinds, in a circle; undefined if there is none. */
  nextMention(kinds: ReadonlySet<MentionKind>): Mention | undefined {
    const known = this.mentions.filter(({ kind }) => kinds.has(kind));
    const at = this.#next.get(kinds) ?? 0;
    this.#next.set(kinds, at + 1);
    return known[at % known.length];
  }

  /** The next sentence or clause of the input, in a circle that starts at `first`. */
  nextQuote(first: (count: number) => number): string {
    this.#quotes ??= quotesIn(this.#text);
    if (this.#taken === 0) this.#taken = first(this.#quotes.length);
    return this.#quotes[this.#taken++ % this.#quotes.length] ?? this.#text;
  }
}

function languageOf(text: string, { language, isForeign }: Topics): string {
  if (language !== "en") return language;
  return (isForeign ? scriptLanguage(text) : rarerLanguage(text)) ?? "en";
}
