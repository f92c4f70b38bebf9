import { type Hints, type ItemCount, nameWords, singularOf } from "schema-values";
import type { Reader } from "../reading/reader.ts";

/** Larger numbers describe something else, such as the length of the input. */
const MOST = 50;
/** Added to a minimum without a maximum. */
const SPARE = 2;

/** Words that can precede a number of items; the last of these only if the items follow. */
const BEFORE = {
  atMost:
    "up to|at most|no more than|not more than|maximum(?: of)?|max\\.?|bis zu|höchstens|maximal|jusqu'à|au plus|hasta|fino a|até",
  atLeast:
    "at least|no fewer than|not less than|minimum(?: of)?|min\\.?|mindestens|au moins|al menos|almeno|pelo menos",
  exactly:
    "exactly|precisely|genau|exactement|exactamente|esattamente|exatamente|top|(?:list|array|set|liste|lista) (?:of|von|de|di)(?: the)?",
  start: "^(?:the |die |les |los |las )?",
};
/** Words for the items of lists, regardless of the list's name. */
const THINGS: ReadonlySet<string> = new Set(
  "answer bullet category choice element entry example fact finding float hashtag idea insight int integer item keyword label line name number option phrase point question reason sentence step string suggestion tag takeaway term theme topic value word".split(
    " ",
  ),
);

/** Finds how many items a list should have according to its description. */
export class ItemCounter {
  readonly #reader: Reader;
  readonly #counts: RegExp;

  constructor(reader: Reader) {
    this.#reader = reader;
    const number = `(\\d{1,2}|${[...reader.numbers.keys()].join("|")})(?![\\p{L}\\d%])`;
    const { atMost, atLeast, exactly, start } = BEFORE;
    this.#counts = new RegExp(
      `(?:(?<!\\p{L})(?:(${atMost})|(${atLeast})|(${exactly})) |(?:${start})|(?<=[ ,(]))${number}(?: ?(?:to|-|–|—|and|or|bis|und|à|a|y|e) ?${number})?((?: [\\p{L}-]{1,20}){0,3})`,
      "giu",
    );
  }

  /** Undefined if the description doesn't say. */
  countOf({ name, description }: Hints): ItemCount | undefined {
    for (const found of description.matchAll(this.#counts)) {
      const [, atMost, atLeast, exactly, first = "", last, items = ""] = found;
      const [from, to] = [this.#numberOf(first), this.#numberOf(last ?? first)];
      if (atMost !== undefined) return within(Math.min(1, to), to);
      if (atLeast !== undefined) return within(from, from + SPARE);
      const isCount = exactly !== undefined || last !== undefined || found.index === 0;
      if (exactly !== undefined || (isCount && countsItems(items, name))) return within(from, to);
    }
    return undefined;
  }

  #numberOf(text: string): number {
    return this.#reader.numbers.get(text.toLowerCase()) ?? Number(text);
  }
}

function within(least: number, most: number): ItemCount | undefined {
  return least <= most && most > 0 && most <= MOST ? { least, most } : undefined;
}

/** Whether one of the words after a number names the list's items, or items of any list. */
function countsItems(words: string, name: string): boolean {
  const own = new Set(nameWords(name).map(singularOf));
  return nameWords(words)
    .map(singularOf)
    .some((word) => own.has(word) || THINGS.has(word));
}
