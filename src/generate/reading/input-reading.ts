import type {
  InputFacts,
  LabelWords,
  Mention,
  MentionKind,
  Mood,
  Pools,
} from "../../schema/schemas.ts";
import type { Topics } from "../text/topics.ts";
import { factsOf } from "./input-facts.ts";
import { LabelIndex } from "./label-index.ts";
import { nameMentions, patternMentions } from "./mentions.ts";
import { moodOf } from "./mood.ts";
import { quotesIn } from "./quotes.ts";
import { rarerLanguage, scriptLanguage } from "./script-languages.ts";

/** Texts that contain one of these words are in English, or in a language that answers show by themselves. */
const ENGLISH: RegExp = /\b(?:the|and|this|my|with|you|have)\b/i;
const NAMES: ReadonlySet<MentionKind> = new Set(["person", "organization", "place"]);

const indexes = new WeakMap<LabelWords, LabelIndex>();

/** What an input says about itself. Each part is found when it is first asked for. */
export class InputReading {
  readonly #text: string;
  readonly #pools: Pools;
  readonly #topics: () => Topics;
  #language: string | undefined;
  #mood: Mood | undefined;
  #facts: InputFacts | undefined;
  #names: readonly Mention[] | undefined;
  #quotes: readonly string[] | undefined;
  #lower: string | undefined;
  #taken = 0;
  #counts: Map<LabelWords, readonly number[]> | undefined;
  #mentions: Map<ReadonlySet<MentionKind>, Mentions> | undefined;

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
    this.#mood ??= moodOf(this.#text, this.#likelyLanguage());
    return this.#mood;
  }

  get facts(): InputFacts {
    this.#facts ??= factsOf(this.#text, this.mentionsOf(PEOPLE).length > 0);
    return this.#facts;
  }

  /** What the input mentions of some kinds, in order. */
  mentionsOf(kinds: ReadonlySet<MentionKind>): readonly Mention[] {
    return this.#mentionsOf(kinds).all;
  }

  /** The next mention of one of these kinds, in a circle; undefined if there is none. */
  nextMention(kinds: ReadonlySet<MentionKind>): Mention | undefined {
    const mentions = this.#mentionsOf(kinds);
    return mentions.all[mentions.next++ % mentions.all.length];
  }

  /** How many words of the input show each of some labels. */
  countLabels(labels: LabelWords): readonly number[] {
    this.#counts ??= new Map();
    const counts = this.#counts.get(labels) ?? this.#count(labels);
    this.#counts.set(labels, counts);
    return counts;
  }

  /** The next sentence or clause of the input, in a circle that starts at `first`. */
  nextQuote(first: (count: number) => number): string {
    this.#quotes ??= quotesIn(this.#text);
    if (this.#taken === 0) this.#taken = first(this.#quotes.length);
    return this.#quotes[this.#taken++ % this.#quotes.length] ?? this.#text;
  }

  #count(labels: LabelWords): readonly number[] {
    this.#lower ??= this.#text.toLowerCase();
    const index = indexes.get(labels) ?? new LabelIndex(labels);
    indexes.set(labels, index);
    return index.countIn(this.#lower);
  }

  #mentionsOf(kinds: ReadonlySet<MentionKind>): Mentions {
    this.#mentions ??= new Map();
    const known = this.#mentions.get(kinds) ?? { all: this.#find(kinds), next: 0 };
    this.#mentions.set(kinds, known);
    return known;
  }

  #find(kinds: ReadonlySet<MentionKind>): readonly Mention[] {
    const found: Mention[] = [];
    for (const kind of kinds) {
      if (NAMES.has(kind)) found.push(...this.#namesOf(kind));
      else found.push(...patternMentions(this.#text, kind));
    }
    return found.length < 2 ? found : apart(found);
  }

  #namesOf(kind: MentionKind): readonly Mention[] {
    this.#names ??= nameMentions(this.#text, this.#likelyLanguage(), this.#pools);
    return this.#names.filter((mention) => mention.kind === kind);
  }

  /** The language, found in less time for the usual English text. */
  #likelyLanguage(): string {
    return this.#language ?? (ENGLISH.test(this.#text) ? "en" : this.language);
  }
}

const PEOPLE: ReadonlySet<MentionKind> = new Set(["person"]);

/** Mentions of some kinds, and the number that were taken. */
type Mentions = { readonly all: readonly Mention[]; next: number };

/** In order, without those that overlap with an earlier kind. */
function apart(mentions: readonly Mention[]): readonly Mention[] {
  const kept: Mention[] = [];
  for (const mention of mentions) {
    const isFree = kept.every(({ start, end }) => mention.end <= start || mention.start >= end);
    if (isFree) kept.push(mention);
  }
  return kept.sort((a, b) => a.start - b.start);
}

function languageOf(text: string, { language, isForeign }: Topics): string {
  if (language !== "en") return language;
  if (isForeign) return scriptLanguage(text) ?? "en";
  return ENGLISH.test(text) ? "en" : (rarerLanguage(text) ?? "en");
}
