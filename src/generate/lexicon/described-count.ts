import { type Hints, type ItemCount, nameWords, singularOf } from "schema-values";
import type { Reader } from "../reading/reading.ts";

/** Larger numbers describe something else, such as the length of the input. */
const MOST = 50;
/** Added to a minimum without a maximum. */
const SPARE = 2;

const EXACTLY = "(?:exactly|precisely|genau|exactement|exactamente|esattamente|exatamente)";
const AT_MOST =
  "(?:up to|at most|no more than|not more than|a maximum of|maximum(?: of)?|max\\.?|bis zu|höchstens|maximal|jusqu'à|au plus|hasta|como máximo|fino a|até)";
const AT_LEAST =
  "(?:at least|no fewer than|not less than|a minimum of|minimum(?: of)?|min\\.?|mindestens|au moins|al menos|almeno|pelo menos)";
const LIST = "(?:list|array|set|sequence|collection|liste|lista)";
/** What lists consist of, whatever their name. */
const THINGS: ReadonlySet<string> = new Set(
  "answer bullet category choice element entry example fact finding float hashtag idea insight int integer item keyword label line name number option phrase point question reason sentence step string suggestion tag takeaway term theme topic value word".split(
    " ",
  ),
);

type Patterns = { readonly [kind in "span" | "limit" | "sure" | "start"]: RegExp };

/** Finds how many items a list should have according to its description. */
export class ItemCounter {
  readonly #reader: Reader;
  readonly #patterns: Patterns;

  constructor(reader: Reader) {
    this.#reader = reader;
    const number = `(\\d{1,2}|${[...reader.numbers.keys()].join("|")})`;
    const few = "(\\w{1,20}(?: \\w{1,20}){0,2})";
    this.#patterns = {
      span: new RegExp(`\\b${number} ?(?:to|-|–|—|and|or|bis|und|à|a|y|e) ?${number} ${few}`, "iu"),
      limit: new RegExp(`(?:^|\\W)(?:(${AT_MOST})|(${AT_LEAST})) ${number}\\b(?! ?%)`, "iu"),
      sure: new RegExp(
        `(?:^|\\W)(?:${EXACTLY}|${LIST} (?:of|von|de|di)(?: the| exactly)?(?: top| most important)?|top) ${number}\\b`,
        "iu",
      ),
      start: new RegExp(`^(?:the |a list of |list of |die |les |los |las )?${number} ${few}`, "iu"),
    };
  }

  /** Undefined if the description doesn't say. */
  countOf({ name, description }: Hints): ItemCount | undefined {
    if (description === "") return undefined;
    const { span, limit, sure, start } = this.#patterns;
    const [, from, to, spanned = ""] = span.exec(description) ?? [];
    if (from !== undefined && to !== undefined && countsItems(spanned, name))
      return within(this.#numberOf(from), this.#numberOf(to));
    const [, atMost, , limited] = limit.exec(description) ?? [];
    if (limited !== undefined) {
      const count = this.#numberOf(limited);
      return atMost === undefined
        ? within(count, count + SPARE)
        : within(Math.min(1, count), count);
    }
    const [, first, counted = ""] = start.exec(description) ?? [];
    const exact = sure.exec(description)?.[1] ?? (countsItems(counted, name) ? first : undefined);
    if (exact === undefined) return undefined;
    return within(this.#numberOf(exact), this.#numberOf(exact));
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
