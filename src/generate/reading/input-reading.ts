import type { Pools } from "../lexicon/pools.ts";
import type { InputFacts, LabelWords, Mention, MentionKind, Mood } from "../lexicon/subject.ts";
import { scanned } from "../text/scan.ts";
import { writtenLanguage } from "../text/topics.ts";
import { ratingIn } from "./given-rating.ts";
import { CountedFacts } from "./input-facts.ts";
import { firstConcern, LabelIndex } from "./label-index.ts";
import { nameMentions, patternMentions } from "./mentions.ts";
import { hasOpinion, moodOf } from "./mood.ts";
import { PassageRound } from "./passage-round.ts";
import { pointsIn } from "./points.ts";
import { type Quote, quotesIn, splitClauses } from "./quotes.ts";
import { wordsFor } from "./related-words.ts";
import { requestsIn } from "./requests.ts";
import { rarerLanguage, scriptLanguage } from "./script-languages.ts";
import { type Clause, clausesIn, titleWords } from "./titles.ts";

/** Texts that contain one of these words are in English, or in a language that answers show by themselves. */
const ENGLISH: RegExp = /\b(?:the|and|this|my|with|you|have)\b/i;
const NAMES: ReadonlySet<MentionKind> = new Set(["person", "organization", "place"]);

const indexes = new WeakMap<LabelWords, LabelIndex>();

function indexOf(labels: LabelWords): LabelIndex {
  const known = indexes.get(labels);
  if (known !== undefined) return known;
  const index = new LabelIndex(labels.map((words) => words.flatMap(wordsFor)));
  indexes.set(labels, index);
  return index;
}

/** What an input says about itself. Each part is found when it is first asked for. */
export class InputReading {
  readonly #text: string;
  readonly #pools: Pools;
  #language: string | undefined;
  #mood: Mood | undefined;
  #facts: InputFacts | undefined;
  #names: readonly Mention[] | undefined;
  #quotes: readonly Quote[] | undefined;
  #titles: readonly Clause[] | undefined;
  #taken = 0;
  #opinions: Opinions | undefined;
  #clauses: readonly Clause[] | undefined;
  #requests: PassageRound | undefined;
  #points: PassageRound | undefined;
  #labels: LabelWords | undefined;
  #counts: readonly number[] = NONE;
  /** For each set of kinds that was asked for; there are few. */
  #mentions: Mentions[] | undefined;

  constructor(text: string, pools: Pools) {
    this.#text = text;
    this.#pools = pools;
  }

  get text(): string {
    return this.#text;
  }

  /** An ISO 639-1 code; English if no other language is recognized. */
  get language(): string {
    this.#language ??= anyLanguageOf(this.#text);
    return this.#language;
  }

  get mood(): Mood {
    this.#mood ??= moodOf(this.#text, this.likelyLanguage);
    return this.#mood;
  }

  get facts(): InputFacts {
    this.#facts ??= new CountedFacts(this.#text, () => this.mentionsOf(PEOPLE).length > 0);
    return this.#facts;
  }

  /** What the input mentions of some kinds, in order. */
  mentionsOf(kinds: ReadonlySet<MentionKind>): readonly Mention[] {
    return this.#mentionsOf(kinds).all;
  }

  /** The next mention of one of these kinds, in a circle; undefined if there is none. */
  nextMention(kinds: ReadonlySet<MentionKind>): Mention | undefined {
    const mentions = this.#mentionsOf(kinds);
    const { length } = mentions.all;
    return length === 0 ? undefined : mentions.all[mentions.next++ % length];
  }

  /** See `titleWords`. */
  get titles(): readonly Clause[] {
    this.#titles ??= titleWords(this.clauses);
    return this.#titles;
  }

  /** The clauses of the input that express opinions. */
  get opinions(): Opinions {
    this.#opinions ??= this.#findOpinions();
    return this.#opinions;
  }

  /** The clauses of the input, each as its words. */
  get clauses(): readonly Clause[] {
    this.#clauses ??= clausesIn(this.#text, this.quotes);
    return this.#clauses;
  }

  /** What the sentences of the input ask for. */
  get requests(): PassageRound {
    this.#requests ??= new PassageRound(requestsIn(this.#text, this.sentences));
    return this.#requests;
  }

  /** The clauses of the input that say something by themselves. */
  get points(): PassageRound {
    this.#points ??= new PassageRound(
      pointsIn(this.isUnspaced ? this.sentences : this.clauses.map((words) => words.join(" "))),
    );
    return this.#points;
  }

  /** What a customer writes about, such as a refund. */
  get concern(): string | undefined {
    return firstConcern(this.#text);
  }

  /** Whether a word of the input expresses an opinion, also one that is neither good nor bad. */
  isOpinion(word: string): boolean {
    return hasOpinion(word, this.likelyLanguage);
  }

  /** The parts of a passage between the marks that end clauses. */
  clausesOf(passage: Quote): readonly string[] {
    return splitClauses(this.#text, passage);
  }

  /** Whether it has no spaces between words, like Chinese and Japanese. */
  get isUnspaced(): boolean {
    return scanned(this.#text).script.isUnspaced;
  }

  /** The sentences of the input, or the clauses of long ones. */
  get quotes(): readonly Quote[] {
    this.#quotes ??= quotesIn(this.#text);
    return this.#quotes;
  }

  /** The same without their places. */
  get sentences(): readonly string[] {
    return this.quotes.map(({ text }) => text);
  }

  /** How many words of the input show each of some labels. The items of a list ask for the same ones one after another. */
  countLabels(labels: LabelWords): readonly number[] {
    if (labels !== this.#labels) this.#counts = indexOf(labels).countIn(this.#text);
    this.#labels = labels;
    return this.#counts;
  }

  /** The next sentence or clause of the input, in a circle that starts at `first`. */
  nextQuote(first: (count: number) => number): string {
    const { quotes } = this;
    if (this.#taken === 0) this.#taken = first(quotes.length);
    return quotes[this.#taken++ % quotes.length]?.text ?? this.#text;
  }

  #findOpinions(): Opinions {
    const opinions: { readonly [side in keyof Opinions]: string[] } = { good: [], bad: [] };
    const language = this.likelyLanguage;
    for (const words of this.clauses) {
      const clause = words.join(" ");
      if (ratingIn(clause) !== undefined) continue;
      const { value } = moodOf(clause, language);
      if (value > 0) opinions.good.push(clause);
      else if (value < 0) opinions.bad.push(clause);
    }
    return opinions;
  }

  #mentionsOf(kinds: ReadonlySet<MentionKind>): Mentions {
    this.#mentions ??= [];
    for (const known of this.#mentions) if (known.kinds === kinds) return known;
    const mentions = { kinds, all: this.#find(kinds), next: 0 };
    this.#mentions.push(mentions);
    return mentions;
  }

  #find(kinds: ReadonlySet<MentionKind>): readonly Mention[] {
    let found: readonly Mention[] = NONE;
    for (const kind of kinds) {
      const more = NAMES.has(kind) ? this.#namesOf(kind) : patternMentions(this.#text, kind);
      if (more.length > 0) found = found.length === 0 ? more : [...found, ...more];
    }
    return found.length < 2 ? found : apart(found);
  }

  #namesOf(kind: MentionKind): readonly Mention[] {
    this.#names ??= nameMentions(this.#text, () => this.likelyLanguage, this.#pools);
    return this.#names.length === 0 ? NONE : this.#names.filter((mention) => mention.kind === kind);
  }

  /** The language, found in less time for the usual English text. */
  get likelyLanguage(): string {
    return this.#language ?? (ENGLISH.test(this.#text) ? "en" : this.language);
  }
}

/** Clauses that express opinions. */
type Opinions = { readonly good: readonly string[]; readonly bad: readonly string[] };

const PEOPLE: ReadonlySet<MentionKind> = new Set(["person"]);

/** Mentions of some kinds, and the number that were taken. */
type Mentions = {
  readonly kinds: ReadonlySet<MentionKind>;
  readonly all: readonly Mention[];
  next: number;
};

const NONE: readonly never[] = [];

/** In order, without those that overlap with an earlier kind. */
function apart(mentions: readonly Mention[]): readonly Mention[] {
  const kept: Mention[] = [];
  for (const mention of mentions) {
    const isFree = kept.every(({ start, end }) => mention.end <= start || mention.start >= end);
    if (isFree) kept.push(mention);
  }
  return kept.sort((a, b) => a.start - b.start);
}

function anyLanguageOf(text: string): string {
  const language = writtenLanguage(text);
  if (language !== "en") return language;
  if (scanned(text).script.isForeign) return scriptLanguage(text) ?? "en";
  return ENGLISH.test(text) ? "en" : (rarerLanguage(text) ?? "en");
}
