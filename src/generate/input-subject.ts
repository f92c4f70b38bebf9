import { type Rng, UNITS_AT_ONCE } from "../core/rng.ts";
import type { LanguageCode } from "./languages/language.ts";
import { isSpoken } from "./languages/languages.ts";
import { inventedName, type NameKind } from "./languages/people.ts";
import type { Pools } from "./lexicon/pools.ts";
import type {
  InputFacts,
  LabelWords,
  Mention,
  MentionKind,
  Mood,
  Passages,
  SentenceKind,
  Subject,
} from "./lexicon/subject.ts";
import { createRound } from "./picker.ts";
import { replyTo, writeReason } from "./reading/by-mood.ts";
import { currencyIn } from "./reading/currencies.ts";
import { excerptOf } from "./reading/excerpts.ts";
import { StatedValues } from "./reading/given/stated-values.ts";
import { InputReading } from "./reading/input-reading.ts";
import { thingIn } from "./reading/things.ts";
import { titleOf } from "./reading/titles.ts";
import { codeUnitsOf } from "./text/code-units.ts";
import type { Sentence } from "./text/frames.ts";
import { keywordsOf } from "./text/keywords.ts";
import { sentenceWriter, spaceOf } from "./text/sentence-writer.ts";
import { findSingleTopics, findTopics, spokenIn, type Topics } from "./text/topics.ts";

/** Matches a string in which every word is capitalized. */
const NAME = /^\p{Lu}\S*(?: \p{Lu}\S*)*$/u;

/** How a job's rows are written. */
export type Writing = {
  readonly pools: Pools;
  /** How much likely values vary; see `Subject.heat`. */
  readonly heat: number;
  /** The language to write in; undefined for that of the input. */
  readonly language?: LanguageCode | undefined;
  /** The labels that the system prompt lists. */
  readonly labels?: readonly string[] | undefined;
};

const MULTIPLIER = 0x9e3779b1;
const SHIFT = 12;
const SAMPLED_CHARACTERS = 256;

/** A number that differs between most inputs; it needs less time than a hash. */
function mixedCodes(text: string): number {
  let mixed = text.length;
  const units = codeUnitsOf(text.length > UNITS_AT_ONCE ? text.slice(0, UNITS_AT_ONCE) : text);
  const end = Math.min(text.length, SAMPLED_CHARACTERS);
  for (let i = 0; i < end; i++) mixed = Math.imul(mixed ^ (units[i] ?? 0), MULTIPLIER);
  return mixed ^ (mixed >>> 15);
}

/** At this heat, equal inputs get independent values. */
const HIGHEST_HEAT = 2;

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
  #reading: InputReading | undefined;
  #preference: number | undefined;
  #opinion = 0;
  #stated: StatedValues | undefined;
  readonly #writing: Writing;

  constructor(rng: Rng, input: string, writing: Writing) {
    this.#rng = rng;
    this.#input = input;
    this.#writing = writing;
    this.#pools = writing.pools;
  }

  /** The topics of the input, in the language to write. */
  get topics(): Topics {
    this.#topics ??= spokenIn(findTopics(this.#input), this.#writing.language);
    return this.#topics;
  }

  get text(): string {
    return this.#input;
  }

  get heat(): number {
    return this.#writing.heat;
  }

  get labels(): readonly string[] | undefined {
    return this.#writing.labels;
  }

  get language(): string {
    return this.reading.language;
  }

  get mood(): Mood {
    return this.reading.mood;
  }

  get facts(): InputFacts {
    return this.reading.facts;
  }

  private get reading(): InputReading {
    this.#reading ??= new InputReading(this.#input, this.#pools);
    return this.#reading;
  }

  mentionsOf(kinds: ReadonlySet<MentionKind>): readonly Mention[] {
    return this.reading.mentionsOf(kinds);
  }

  countLabels(labels: LabelWords): readonly number[] {
    return this.reading.countLabels(labels);
  }

  nextMention(kinds: ReadonlySet<MentionKind>): Mention | undefined {
    return this.reading.nextMention(kinds);
  }

  get stated(): StatedValues {
    this.#stated ??= new StatedValues(this.#input, () => this.thing());
    return this.#stated;
  }

  quote(): string {
    return this.reading.nextQuote((count) => this.#rng.below(count));
  }

  excerpt(most: number): string | undefined {
    const { language } = this.#writing;
    if (language !== undefined && language !== this.language) return undefined;
    return excerptOf(this.reading, most, this.#rng);
  }

  reply(): string {
    const { reading } = this;
    const topic = (): string => reading.concern ?? this.#firstPlain() ?? this.title();
    return replyTo(reading, this.#rng, topic);
  }

  reason(): string | undefined {
    const { language } = this.#writing;
    if (language !== undefined && language !== this.language) return undefined;
    return writeReason(this.reading, this.#rng);
  }

  get requests(): Passages {
    return this.reading.requests;
  }

  get points(): Passages {
    return this.reading.points;
  }

  invented(kind: NameKind): string | undefined {
    return inventedName(this.#writing.language ?? this.reading.likelyLanguage, kind, this.#rng);
  }

  thing(): string {
    return thingIn(this.reading, this.topics) ?? this.#firstPlain() ?? this.#input;
  }

  /** The first word that expresses no opinion. */
  #firstPlain(): string | undefined {
    const { words } = this;
    return words.find((word) => !this.reading.isOpinion(word)) ?? words[0];
  }

  countOpinions(side: "good" | "bad"): number {
    return this.reading.opinions[side].length;
  }

  nextOpinion(side: "good" | "bad"): string | undefined {
    const clauses = this.reading.opinions[side];
    return clauses.length === 0 ? undefined : clauses[this.#opinion++ % clauses.length];
  }

  get currency(): string | undefined {
    return currencyIn(this.#input);
  }

  title(): string {
    return titleOf(this.reading.titles, this.#rng, this.topics);
  }

  preferred(count: number, purpose: number): number {
    const rng = this.#rng;
    if (rng.chance(this.heat / HIGHEST_HEAT)) return rng.below(count);
    this.#preference ??= mixedCodes(this.#input);
    return (Math.imul(this.#preference ^ purpose, MULTIPLIER) >>> SHIFT) % count;
  }

  inLanguage(language: string): Subject {
    const code = isSpoken(language) ? language : undefined;
    return new InputSubject(this.#rng, this.#input, { ...this.#writing, language: code });
  }

  get isKnown(): boolean {
    return this.topics.words.length > 0;
  }

  get words(): readonly string[] {
    this.#words ??= keywordsOf(this.#topics ?? findSingleTopics(this.#input));
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
    this.#sentence ??= sentenceWriter(this.#rng, {
      topics: this.topics,
      pools: this.#pools,
      heat: this.#writing.heat,
    });
    return this.#sentence(kind).text;
  }

  topic(): string {
    this.#topic ??= createRound(this.#rng, this.words);
    return this.#topic();
  }
}
