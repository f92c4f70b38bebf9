import { cached, nameWords } from "schema-values";
import type { NameList } from "../words/words.ts";
import * as reader from "./reader.ts";
import { lastCached, type Stated, wordMask, wordStarts } from "./stated.ts";

/** A property, and rules for dividing an input's values between it and its siblings. */
export type Asking<Value> = {
  readonly name: string;
  /** The name of the property's object, if the name distinguishes similar objects. */
  readonly owner?: string | undefined;
  /** All siblings: a value directly after a sibling's name belongs to that sibling. */
  readonly siblings?: readonly string[] | undefined;
  /** Whether a sibling asks for the same kind of value. */
  isRival(sibling: string): boolean;
  /** Words such as "tax". A value after one belongs to properties with the word in their names. */
  readonly special?: NameList;
  /** Words in names that mean only a kind of value, such as "amount". */
  readonly generic?: NameList;
  /**
   * Whether the property can get any unnamed value. By default, it gets one only if there are as
   * many as properties without a named value, and if its name contains no special word.
   */
  readonly takesAny?: boolean;
  /** Whether an unnamed value can belong to the property; by default, any can. */
  isFree?(value: Value): boolean;
};

const NONE: readonly never[] = [];

/**
 * Prepares a search for a property's values in strings, best first. A value after words of the
 * property's name belongs to the property, unless a sibling's name fits better. If there is no
 * such value, the property may get one that no name precedes.
 */
export function valueFinder<Value>(
  asking: Asking<Value>,
): (values: readonly Stated<Value>[]) => readonly Value[] {
  const { name, owner = "", siblings = [], takesAny = false } = asking;
  const { special, generic, isFree = () => true } = asking;
  const rivals = [...new Set([...siblings.filter((it) => asking.isRival(it)), name])];
  const namings = (names: readonly string[]): readonly Naming[] =>
    names.filter((it) => it !== name).map((it) => namingOf(it, generic));
  const own = namingOf(`${owner} ${name}`.trim(), generic);
  const others = namings(rivals);
  const neighbors = namings(siblings.filter((it) => !rivals.includes(it)));
  const { wanted, isOther, isSpecial } = specialRules(own, special);
  const open = takesAny ? rivals : rivals.filter((it) => !isSpecial(it));
  const [waiting, earlier] = [namings(open), namings(open.slice(0, open.indexOf(name)))];
  return (values) => {
    if (values.length === 0) return NONE;
    const named: (readonly [rank: number, value: Value])[] = [];
    const free: Value[] = [];
    for (const [i, it] of values.entries()) {
      const rank = own.rankAt(i, values);
      if (rank === 0) {
        const isTaken =
          others.some((other) => other.rankAt(i, values) > 0) ||
          neighbors.some((neighbor) => isNear(neighbor.rankAt(i, values)));
        if (!isTaken && isFree(it.value) && !isOther(it)) free.push(it.value);
      } else if (others.every((other) => other.rankAt(i, values) < rank)) {
        const isWanted = takesAny || wanted.every((starts) => placeOf(it, starts) >= 0);
        if (isWanted && !isOther(it, placeOf(it, own.starts) - 1)) named.push([rank, it.value]);
      }
    }
    const best = named.sort(([a], [b]) => b - a).map(([, value]) => value);
    if (takesAny) {
      const skipped = best.length > 0 ? 0 : earlier.filter((it) => !it.hasIn(values)).length;
      return [...best, ...free.slice(skipped)];
    }
    if (best.length > 0 || wanted.length > 0 || free.length === 0) return best;
    const left = 1 + waiting.filter((it) => !it.hasIn(values)).length;
    const skipped = earlier.filter((it) => !it.hasIn(values)).length;
    return free.length === left ? free.slice(skipped, skipped + 1) : NONE;
  };
}

/** Rules for special values, such as an amount after "tax": the list has the words for them. */
function specialRules(own: Naming, list: NameList | undefined) {
  const listed = list === undefined ? [] : reader.looks.lists[list].split(", ");
  const ownWords = new Set(own.words.map((word) => startOf(word).whole));
  // Translations and other forms count: "birth" for "Geburtsdatum", "ordered" for `order_date`.
  const isOwn = (word: string): boolean =>
    isAny(startOf(word).whole, own.starts) ||
    startsOf(word).some(({ whole }) => ownWords.has(whole));
  const others = listed.filter((word) => !isOwn(word));
  const foreign = new Set(others.flatMap((it) => startsOf(it).map(({ whole }) => whole)));
  return {
    /** The starts of each special word in the property's name. All of them must precede a value. */
    wanted: listed.filter((it) => own.words.includes(it)).map((word) => startsOf(word)),
    /** Whether another special word precedes a value; checks only words from index `from` on. */
    isOther: ({ names }: Named, from = 0): boolean =>
      // Only whole words count, because "tax" is special, but "taxi" isn't.
      names.findLastIndex((it) => foreign.has(it)) >= Math.max(0, from),
    isSpecial: (name: string): boolean => nameWords(name).some((word) => listed.includes(word)),
  };
}

type Named = Pick<Stated<unknown>, "names">;

/** Number of words of a name to use; later words are ignored. */
const MOST_WORDS = 8;
const ONE_WORD = 1e4;
const ONE_APART = 100;

/** The words that refer to a property in strings. */
class Naming {
  readonly words: readonly string[];
  readonly starts: readonly Start[];
  readonly #forms: readonly (readonly Start[])[];
  readonly #ranksOf = lastCached((values: readonly Named[]) =>
    values.map((value) => this.#rankOf(value)),
  );

  constructor(name: string, generic: NameList) {
    this.words = nameWords(name).slice(0, MOST_WORDS);
    this.#forms = this.words
      .filter((it) => !reader.isIn("generic", it) && !reader.isIn(generic, it))
      .map((word) => startsOf(word));
    this.starts = this.#forms.flat();
  }

  /**
   * Ranks how well the words before a value name the property: by the number of matching words,
   * then by their distance, then by the number of whole words; 0 if none match.
   */
  rankAt(index: number, values: readonly Named[]): number {
    return this.#ranksOf(values)[index] ?? 0;
  }

  /** Whether words of the name precede one of the values. */
  hasIn(values: readonly Named[]): boolean {
    return values.some((_, i) => this.rankAt(i, values) > 0);
  }

  #rankOf(value: Named): number {
    const place = placeOf(value, this.starts);
    if (place < 0) return 0;
    const count = this.#forms.filter((starts) => placeOf(value, starts) >= 0).length;
    const whole = value.names.filter((name) => this.starts.some((it) => it.whole === name)).length;
    return count * ONE_WORD - (value.names.length - place) * ONE_APART + whole;
  }
}

/** Whether this rank means that the value directly follows a word of the property's name. */
function isNear(rank: number): boolean {
  return rank % ONE_WORD >= ONE_WORD - ONE_APART;
}

const MOST_NAMINGS = 1000;
const namings = new Map<string, Naming>();

/** Cached, because many objects have properties with the same name. */
function namingOf(name: string, generic: NameList = "generic"): Naming {
  if (namings.size > MOST_NAMINGS) namings.clear();
  return cached(namings, `${generic} ${name}`, () => new Naming(name, generic));
}

/** The first letters of a word that names a value: four in `start`, and up to six in `whole`. */
type Start = { readonly start: number; readonly mask: number; readonly whole: number };

/** Number of initial letters that a word must share with a key in the translations. */
const ROOT = 6;

/** The starts of a word and, if it has more than two letters, of its translations. */
function startsOf(word: string): readonly Start[] {
  const singular = word.replace(/(?<=..[^su])e?s$/, "");
  const isLike = ([it]: readonly [string, string]): boolean =>
    it === singular || it.startsWith(word.slice(0, ROOT));
  const [, translated] = (word.length > 2 && reader.translations.find(isLike)) || [];
  return [...new Set([word, singular]), ...(translated?.split(", ") ?? [])].map(startOf);
}

function startOf(word: string): Start {
  const [whole = 0] = wordStarts(word, 0, word.length);
  // Keeps only the lower 32 bits.
  return { start: whole | 0, mask: wordMask(word), whole };
}

/** Index of the last word before a value that starts like one of the given words; -1 if none. */
function placeOf({ names }: Named, starts: readonly Start[]): number {
  return names.findLastIndex((name) => isAny(name, starts));
}

function isAny(name: number, starts: readonly Start[]): boolean {
  return starts.some(({ start, mask }) => (name & mask) === start);
}
