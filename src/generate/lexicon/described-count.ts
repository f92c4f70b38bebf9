import { type Hints, nameWords, singularOf } from "schema-values";
import { NUMBER_WORDS } from "./number-words.ts";

/** The number of items that a description asks for, both ends inclusive. */
export type DescribedCount = { readonly least: number; readonly most: number };

/** Larger numbers describe something else, such as the length of the input. */
const MOST = 50;
/** Added to a minimum without a maximum. */
const SPARE = 2;

const NUMBER = `(\\d{1,2}|${[...NUMBER_WORDS.keys()].join("|")})`;
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

const SPAN: RegExp = new RegExp(
  `\\b${NUMBER} ?(?:to|-|–|—|and|or|bis|und|à|a|y|e) ?${NUMBER} (\\w+(?: \\w+){0,2})`,
  "iu",
);
const LIMIT: RegExp = new RegExp(
  `(?:^|\\W)(?:(${AT_MOST})|(${AT_LEAST})) ${NUMBER}\\b(?! ?%)`,
  "iu",
);
const SURE: RegExp = new RegExp(
  `(?:^|\\W)(?:${EXACTLY}|${LIST} (?:of|von|de|di)(?: the| exactly)?(?: top| most important)?|top) ${NUMBER}\\b`,
  "iu",
);
const START: RegExp = new RegExp(
  `^(?:the |a list of |list of |die |les |los |las )?${NUMBER} (\\w+(?: \\w+){0,3})`,
  "iu",
);

/** How many items a list should have according to its description; undefined if it doesn't say. */
export function describedCount({ name, description }: Hints): DescribedCount | undefined {
  if (description === "") return undefined;
  const isCounted = (words: string | undefined): boolean => countsItems(words ?? "", name);
  const [, from, to, spanned] = SPAN.exec(description) ?? [];
  if (from !== undefined && to !== undefined && isCounted(spanned))
    return within(numberOf(from), numberOf(to));
  const [, atMost, , limit = ""] = LIMIT.exec(description) ?? [];
  if (limit !== "") {
    const count = numberOf(limit);
    return atMost === undefined ? within(count, count + SPARE) : within(Math.min(1, count), count);
  }
  const [, sure] = SURE.exec(description) ?? [];
  const [, first, counted] = START.exec(description) ?? [];
  const exact = sure ?? (isCounted(counted) ? first : undefined);
  return exact === undefined ? undefined : within(numberOf(exact), numberOf(exact));
}

function within(least: number, most: number): DescribedCount | undefined {
  return least <= most && most > 0 && most <= MOST ? { least, most } : undefined;
}

function numberOf(text: string): number {
  return NUMBER_WORDS.get(text.toLowerCase()) ?? Number(text);
}

/** Whether one of the words after a number names the list's items, or items of any list. */
function countsItems(words: string, name: string): boolean {
  const own = new Set(nameWords(name).map(singularOf));
  return nameWords(words)
    .map(singularOf)
    .some((word) => own.has(word) || THINGS.has(word));
}
