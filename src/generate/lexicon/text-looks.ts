import { type Hints, nameWords } from "schema-values";
import type { Reader } from "../reading/reader.ts";
import { phraseOf } from "./descriptions.ts";
import { exampleLook } from "./examples.ts";
import { isVagueName, type NameTable, nameTable, tellingWords } from "./names.ts";
import type { Look } from "./text-writer.ts";

/** A look that is only a name: not a sentence, a code, or an address. */
const NAME: RegExp = /^[A-Za-z' {}]+$/;
const PLAIN_NAME: Look = "{names}";
const FEW_WORDS = 5;

function isProse(look: Look | undefined): boolean {
  return look === "{prose}" || look === "{reply}";
}

/** Words that show that a description is about a place, and not about a position within a thing. */
const PLACE: RegExp =
  /\b(?:address|airport|area|branch|building|business|city|cities|country|event|geographic|home|lives?|location|meeting|office|place|region|site|state|station|store|town|travel|venue|village|where|work)\b/i;

/** Determines the look of a property's strings from its schema. */
export class TextLooks {
  readonly #reader: Reader;
  readonly #names: NameTable<Look>;

  constructor(reader: Reader) {
    this.#reader = reader;
    this.#names = nameTable(Object.entries(reader.words.looks.texts));
  }

  /** The look; undefined if the schema has no hints. */
  of(hints: Hints): Look | undefined {
    const { name, owner = "", titles, description } = hints;
    const owned = owner === "" ? undefined : this.#owned(owner, name);
    const named = owned ?? this.#ofName(name);
    const isVague =
      isVagueName(name, this.#reader) && (owned === undefined || owned === PLAIN_NAME);
    const isElsewhere = /location$/i.test(name) && description !== "" && !PLACE.test(description);
    const own = isVague || isElsewhere ? undefined : named;
    const notation = this.#reader.described("notations", description);
    const isOpen = !isProse(own);
    // A short description mentions a notation only if it applies.
    const isBrief = description.trim().split(/\s/, FEW_WORDS + 1).length <= FEW_WORDS;
    if (notation !== undefined && (isOpen || isBrief)) return notation;
    return (
      (isOpen ? exampleLook(hints, this.#reader) : undefined) ??
      this.#refined(name, description) ??
      own ??
      this.#ofTitles(titles.filter((title) => !isVagueName(title, this.#reader))) ??
      this.#described(description, isVague ? named : undefined) ??
      (isElsewhere ? undefined : named) ??
      this.#ofTitles(titles)
    );
  }

  #ofTitles(titles: readonly string[]): Look | undefined {
    return titles.map((title) => this.#ofName(title)).find((look) => look !== undefined);
  }

  /** A more precise look from the description, such as "Email address" for `address`. */
  #refined(name: string, description: string): Look | undefined {
    const words = nameWords(phraseOf(description));
    const own = nameWords(name);
    const isMore = words.length > own.length && own.every((word) => words.includes(word));
    return isMore && own.length > 0 ? this.#names(words, 2) : undefined;
  }

  /** The look that a description suggests, if it is at least as clear as the name's look. */
  #described(description: string, named: Look | undefined): Look | undefined {
    if (description === "") return undefined;
    const phrase =
      (named === undefined ? this.#reader.described("openings", description) : undefined) ??
      this.#ofName(phraseOf(description));
    if (phrase !== undefined && (named === undefined || isProse(named) || !isProse(phrase)))
      return phrase;
    return isProse(named) ? undefined : this.#reader.described("mentions", description);
  }

  #ofName(name: string): Look | undefined {
    const words = nameWords(name);
    if (words.length < 2) return this.#names(words);
    const phrase = this.#names(words, 2);
    if (phrase !== undefined) return phrase;
    if (words.at(-1) === "name") return this.#nameOf(words.slice(0, -1));
    if (this.#reader.isIn("questions", words[0] ?? "")) return this.#names(["is"]);
    return this.#names(words) ?? this.#names(tellingWords(name, this.#reader));
  }

  /** The look of a property whose meaning depends on its owner, such as `name`. */
  #owned(owner: string, name: string): Look | undefined {
    const words = nameWords(owner);
    const [key = ""] = nameWords(name);
    const isVague = words.length === 0 || words.some((word) => this.#reader.isIn("holders", word));
    return key === "name" && !isVague ? this.#nameOf(words) : this.#names([...words, key], 2);
  }

  /** The look of an owner's name, such as a company name; a plain name for an unknown owner. */
  #nameOf(words: readonly string[]): Look {
    const look = this.#names(words);
    return look !== undefined && !isProse(look) && NAME.test(look) ? look : PLAIN_NAME;
  }
}
