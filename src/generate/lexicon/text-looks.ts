import { type Hints, nameWords } from "schema-values";
import type { DescribedLooks, Words } from "../words/words.ts";
import { phraseOf } from "./description-phrase.ts";
import { exampleLook } from "./examples.ts";
import { isVagueName, type NameTable, nameTable, tellingWords } from "./name-table.ts";
import type { Look } from "./text-writer.ts";

/** Words for containers of data, which say nothing about the data. */
const HOLDERS: ReadonlySet<string> = new Set(
  "attribute basic body cv data detail details extraction header info information input object output payload personal profile properties record request response result resume root row schema".split(
    " ",
  ),
);
/** Words that start the name of a boolean. */
const QUESTIONS: ReadonlySet<string> = new Set("are can did does has is should was".split(" "));
/** A look that is only a name: not a sentence, a code, or an address. */
const NAME: RegExp = /^[A-Za-z' {}]+$/;
const PLAIN_NAME: Look = "{names}";
const PROSE: ReadonlySet<Look> = new Set(["{prose}", "{reply}"]);
const FEW_WORDS = 5;

type Patterns = readonly (readonly [RegExp, Look])[];

/** Finds what a property's strings look like, from what its schema says. */
export class TextLooks {
  readonly #names: NameTable<Look>;
  readonly #notations: Patterns;
  readonly #openings: Patterns;
  readonly #mentions: Patterns;

  constructor({ texts, notations, openings, mentions }: Words["looks"]) {
    this.#names = nameTable(Object.entries(texts));
    this.#notations = patterns(notations);
    this.#openings = patterns(openings);
    this.#mentions = patterns(mentions);
  }

  /** Undefined if the schema says nothing. */
  of(hints: Hints): Look | undefined {
    const { name, owner, titles, description } = hints;
    const named = owner === undefined ? this.#ofName(name) : this.#ofOwned(owner, name);
    const isVague = isVagueName(name) && this.#isVagueOf(owner, name);
    const own = isVague ? undefined : named;
    const notation = matching(this.#notations, description);
    const isOpen = own === undefined || !PROSE.has(own);
    if (notation !== undefined && (isOpen || isBrief(description))) return notation;
    return (
      (isOpen ? exampleLook(hints) : undefined) ??
      this.#refined(name, description) ??
      own ??
      this.#ofTitles(titles.filter((title) => !isVagueName(title))) ??
      this.#described(description, isVague ? named : undefined) ??
      named ??
      this.#ofTitles(titles)
    );
  }

  #ofTitles(titles: readonly string[]): Look | undefined {
    return titles.map((title) => this.#ofName(title)).find((look) => look !== undefined);
  }

  /** A more precise look from the description: "Email address" for `address` gives an email address. */
  #refined(name: string, description: string): Look | undefined {
    const words = nameWords(phraseOf(description));
    const own = nameWords(name);
    const isMore = words.length > own.length && own.every((word) => words.includes(word));
    return isMore && own.length > 0 ? this.#names.ofTail(words, 2) : undefined;
  }

  /** If the name suggests prose or a name, only an unambiguous description counts. */
  #described(description: string, named: Look | undefined): Look | undefined {
    if (description === "") return undefined;
    const isVaguelyProse = named !== undefined && PROSE.has(named);
    const opening = named === undefined ? matching(this.#openings, description) : undefined;
    const phrase = opening ?? this.#ofName(phraseOf(description));
    if (phrase !== undefined && (named === undefined || isVaguelyProse || !PROSE.has(phrase)))
      return phrase;
    return isVaguelyProse ? undefined : matching(this.#mentions, description);
  }

  #ofName(name: string): Look | undefined {
    const words = nameWords(name);
    if (words.length === 0) return undefined;
    const phrase = this.#names.ofTail(words, 2);
    if (phrase !== undefined) return phrase;
    if (words.length > 1 && words.at(-1) === "name") return this.#nameOf(words.slice(0, -1));
    if (words.length > 1 && QUESTIONS.has(words[0] ?? "")) return this.#names.ofTail(["is"]);
    return this.#names.ofTail(words) ?? this.#names.ofTail(tellingWords(name));
  }

  /** The look of a property that depends on its owner, as `name` always does and others sometimes do. */
  #ofOwned(owner: string, name: string): Look | undefined {
    return this.#owned(owner, name) ?? this.#ofName(name);
  }

  #owned(owner: string, name: string): Look | undefined {
    const words = nameWords(owner);
    const [key = ""] = nameWords(name);
    const isVague = words.length === 0 || words.some((word) => HOLDERS.has(word));
    if (key === "name" && !isVague) return this.#nameOf(words);
    return this.#names.ofTail([...words, key], 2);
  }

  /** For a company, a company's name; for something unknown, any name. */
  #nameOf(words: readonly string[]): Look {
    const look = this.#names.ofTail(words);
    return look !== undefined && !PROSE.has(look) && NAME.test(look) ? look : PLAIN_NAME;
  }

  /** Whether the name of a property's owner adds nothing to the property's own name. */
  #isVagueOf(owner: string | undefined, name: string): boolean {
    const look = owner === undefined ? undefined : this.#owned(owner, name);
    return look === undefined || look === PLAIN_NAME;
  }
}

/** Patterns of abbreviations are case-sensitive. */
function patterns(listed: DescribedLooks): Patterns {
  return listed.map(([pattern, look]) => [
    new RegExp(pattern, /[a-z]{3}/.test(pattern) ? "i" : ""),
    look,
  ]);
}

/** Whether a description is too short to mention a notation only by the way. */
function isBrief(description: string): boolean {
  return description.trim().split(/\s/, FEW_WORDS + 1).length <= FEW_WORDS;
}

function matching(table: Patterns, description: string): Look | undefined {
  return description === "" ? undefined : table.find(([words]) => words.test(description))?.[1];
}
