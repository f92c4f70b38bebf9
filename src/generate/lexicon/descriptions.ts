import { type Hints, type ItemCount, nameWords, singularOf } from "schema-values";
import { once } from "../../core/once-per.ts";
import * as reader from "../reading/reader.ts";

/** Words and punctuation after which a description only adds detail. */
const TAIL: RegExp =
  /[,.;:()[\]\n]| - | – | (?:about|regarding|for|in|to|that|which|who|whose|where|when|as|with|by|on|at|from|if|is|are|used|using|given|mentioned|found|extracted|associated|must|should|e\.g\.|im|in der|als|für|mit)(?= )/i;
const ARTICLE: RegExp =
  /^(?:an?|the|this|its|their|der|die|das|ein|eine|le|la|les|une?|el|los|il|lo|o|a|os) /i;
const OF: RegExp =
  / (?:of(?: the| an?| this| its| their)?|des|der|du|de(?: la| los)?|del|della|do|da) /i;
const OWNER: RegExp = /(?:'s|’s|s'|s’)(?= )/g;
/** "Number of rooms" is a count, but "number of the room" is an identifier. */
const COUNT: RegExp = /^(?:total )?(?:number|count) of (?!the |an? )/i;
/** Words that names don't contain: a phrase with one of them is a sentence. */
const NO_NAME: RegExp = / (?:an?|the|your|you|not|it) /i;

/** A description of only a string's form, such as "Starts with 'Hi '". */
const FORM: RegExp = /^(?:begins|ends|starts) with\b/i;

/** A description's subject, such as "company name" for "The name of the company"; "" if none. */
export function phraseOf(description: string): string {
  if (FORM.test(description)) return "";
  const [start = ""] = description.trim().split(TAIL);
  const plain = start.replace(ARTICLE, "").replace(OWNER, "").trim();
  const [head = "", whole = ""] = plain.split(OF);
  const phrase = whole === "" ? head : `${whole} ${COUNT.test(plain) ? "count" : head}`;
  return NO_NAME.test(phrase) ? "" : phrase;
}

/** Words that may be languages. Expects lowercase text, because `\p{L}` with flag `i` is slow. */
const TARGET: RegExp =
  /\b(?:in(?:to)?|auf|ins|en|vers|au|al|para o|naar het) (?:the )?(\p{L}{3,20})(?!\p{L})|(?<!\p{L})(\p{L}{3,20}) translation\b/gu;
const TRANSLATES: RegExp = /translat|übersetz|uebersetz|tradu/i;

/**
 * The code of the language that a property's name or description requests, such as "in English" or
 * "French translation"; undefined if there is none. Translations are in English by default.
 */
export function languageNamed(name: string, text: string): string | undefined {
  const words = name.split(/[^\p{L}]|(?<=\p{Ll})(?=\p{Lu})/u).filter((word) => word !== "");
  const named = [
    ...[...text.toLowerCase().matchAll(TARGET)].map(([, into, of]) => into ?? of ?? ""),
    ...words.filter((word) => word.length > 3),
    ...(words.length > 1 ? words.slice(-1) : []),
  ];
  const code = named.map((word) => reader.languageCode(word)).find((it) => it !== undefined);
  return code ?? (TRANSLATES.test(name) ? "en" : undefined);
}

/** Maximum count; larger numbers describe something else, such as the length of the input. */
const MOST = 50;
const MOST_WORDS = 500;
/** A condition in a description. A number in it is not the number of words to write. */
const CONDITION: RegExp = /\b(?:if|when|whether) [^.;]*/gi;
/** Added to a minimum to get the maximum, if a description states only the minimum. */
const SPARE = 2;
/** Like `SPARE`, but for words: more words than a sentence has, so that whole sentences fit. */
const SPARE_WORDS = 20;
/** Words that can precede a number of items. */
const BEFORE = {
  atMost:
    "up to|at most|no more than|not more than|maximum(?: of)?|max\\.?|bis zu|höchstens|maximal|jusqu'à|au plus|hasta|fino a|até",
  atLeast:
    "at least|no fewer than|not less than|minimum(?: of)?|min\\.?|mindestens|au moins|al menos|almeno|pelo menos",
  exactly:
    "exactly|precisely|genau|exactement|exactamente|esattamente|exatamente|top|(?:list|array|set|liste|lista) (?:of|von|de|di)(?: the)?",
};

/** Excludes units of length: in "100 words", 100 is not a number of sentences. */
const NO_LENGTH: RegExp = /^(?!(?:word|character|char|letter|token|digit)s?$)/;

const countsOf = once(() => {
  const number = `(?<!\\d,)(\\d{1,3}|single|${[...reader.numbers.keys()].join("|")})(?![\\p{L}\\d%])`;
  const { atMost, atLeast, exactly } = BEFORE;
  return new RegExp(
    `(?:(?<!\\p{L})(?:(${atMost})|(${atLeast})|(${exactly})) |^(?:the |die |les |los |las )?|(?<=[ ,(]))${number}(?: ?(?:to|-|–|—|and|or|bis|und|à|a|y|e) ?${number})?((?:[ -][\\p{L}-]{1,20}){0,3})`,
    "gu",
  );
});

export function countOfItems({ name, description }: Hints): ItemCount | undefined {
  const own = new Set(nameWords(name).map(singularOf));
  return countIn(description, (words, isCount) =>
    words.some((word) => isCount && (own.has(word) || reader.isIn("items", word))),
  );
}

export function countOfSentences(description: string): ItemCount | undefined {
  return countIn(description, ([word]) => word === "sentence", NO_LENGTH);
}

export function countOfWords(description: string): ItemCount | undefined {
  const own = description.replace(CONDITION, "");
  return countIn(own, () => true, /^words$/, SPARE_WORDS, MOST_WORDS);
}

function countIn(
  description: string,
  fits: (words: readonly string[], isCount: boolean) => boolean,
  units?: RegExp,
  spare = SPARE,
  limit = MOST,
): ItemCount | undefined {
  const within = (least: number, most: number): ItemCount | undefined =>
    least <= most && most > 0 && most <= limit ? { least, most } : undefined;
  const numberOf = (text: string): number =>
    text === "single" ? 1 : (reader.numbers.get(text) ?? Number(text));
  const lowercase = description.toLowerCase();
  for (const found of lowercase.matchAll(countsOf())) {
    const [whole, atMost, atLeast, exactly, first = "", last, { length } = ""] = found;
    const end = found.index + whole.length;
    // Uses the original case, because capitals separate the words of "lineItems".
    const text = lowercase.length === description.length ? description : lowercase;
    const items = text.slice(end - length, end);
    const words = nameWords(items).map(singularOf);
    if (units?.test(nameWords(items)[0] ?? "") === false) continue;
    const [from, to] = [numberOf(first), numberOf(last ?? first)];
    if (atMost !== undefined) return within(Math.min(1, to), to);
    if (atLeast !== undefined) return within(from, from + spare);
    const isCount = last !== undefined || found.index === 0;
    if (exactly !== undefined || fits(words, isCount)) return within(from, to);
  }
  return undefined;
}
