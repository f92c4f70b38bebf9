import {
  type Draws,
  daysOf,
  digits,
  hex,
  letters,
  plainFormatWriter,
  timeOfDay,
  two,
} from "schema-values";
import { oncePer } from "../../core/once-per.ts";
import { isWithin, pickWithin, proseWithin, type TextBounds } from "../prose/write-text.ts";
import { OPINIONS } from "../reading/opinion.ts";
import * as reader from "../reading/reader.ts";
import type { LanguageWords } from "../words/words.ts";
import { known, languageFor } from "./subject.ts";

/**
 * A template for strings: text with placeholders in braces. `{cities}` is an item of a list,
 * `{1-240}` a number (`{01-12}` with two digits), `{2024..2025}` a day in those years, `{clock}` a
 * time of day, `{##}` digits, `{xx}` hexadecimal digits, `{AA}` capital letters, and `{@uuid}` a
 * string in a format. `{person}` and similar placeholders depend on the input's language.
 */
export type Look = string;

export type TextWriter = (draws: Draws) => string;

/** Functions that return a language's words for a placeholder, by the placeholder's name. */
const LISTS: {
  readonly [gap: string]: (language: LanguageWords, draws: Draws) => readonly string[];
} = {
  given: ({ local }) => local.given,
  family: ({ local }) => local.family,
  streets: ({ local }) => local.streets,
  towns: ({ local }) => local.towns,
  advice: ({ prose }) => prose.advice,
  question: ({ prose }) => prose.questions,
  title: ({ prose }) => prose.titles,
  strength: ({ prose }) => prose.strengths,
  weakness: ({ prose }) => prose.weaknesses,
  keyword: ({ prose }) => prose.keywords,
  point: ({ prose }) => [...prose.strengths, ...prose.weaknesses],
  reply: ({ prose }, { subject }) => {
    const value = subject === undefined ? 0 : OPINIONS[known(subject).opinion];
    return prose.replies[value === 0 ? "plain" : value > 0 ? "good" : "bad"];
  },
};
/** Functions that return a language's template for a placeholder, by the placeholder's name. */
const LOOKS: { readonly [gap: string]: (language: LanguageWords) => Look } = {
  person: ({ local }) => local.person,
  firm: ({ local }) => local.firm,
  address: ({ local }) => local.address,
};

const ANY_LENGTH: TextBounds = { least: 0, most: Infinity };
const TRIES = 8;

/** Creates a writer of strings from a template. The writer tries to stay within the bounds. */
export function lookWriter(look: Look, bounds: TextBounds): TextWriter {
  const parts = look.split(/[{}]/);
  const [head = "", gap = "", tail = ""] = parts;
  if (parts.length === 3 && head + tail === "") return gapWriter(gap, bounds);
  const gaps = parts.map((part, i) => (i % 2 === 1 ? gapWriter(part, ANY_LENGTH) : undefined));
  return (draws) => {
    for (let tries = 1; ; tries++) {
      let text = head;
      for (let i = 1; i < parts.length; i++) text += gaps[i]?.(draws) ?? parts[i] ?? "";
      if (tries === TRIES || isWithin(text, bounds)) return text;
    }
  };
}

/** Maximum length of a string in a format, unless the schema requires a longer one. */
const LONGEST_IN_FORMAT = 400;

function gapWriter(gap: string, bounds: TextBounds): TextWriter {
  const list = Object.hasOwn(LISTS, gap) ? LISTS[gap] : undefined;
  if (list !== undefined)
    return (draws) => pickWithin(draws.rng, list(languageFor(draws), draws), bounds);
  const look = Object.hasOwn(LOOKS, gap) ? LOOKS[gap] : undefined;
  if (look !== undefined) {
    const writerIn = oncePer((language: LanguageWords) => lookWriter(look(language), ANY_LENGTH));
    return (draws) => writerIn(languageFor(draws))(draws);
  }
  if (gap === "prose") return (draws) => proseWithin(draws, languageFor(draws), bounds);
  if (Object.hasOwn(reader.pools, gap)) {
    const items = fitting(gap, bounds);
    return ({ rng }) => rng.pick(items);
  }
  const format = gap.startsWith("@")
    ? plainFormatWriter(gap.slice(1), reader.formatWords)
    : undefined;
  const most = Math.min(bounds.most, Math.max(bounds.least, LONGEST_IN_FORMAT));
  if (format !== undefined) return ({ rng }) => format(rng, bounds.least, most);
  return patternWriter(gap);
}

function patternWriter(gap: string): TextWriter {
  const [, from = "", dash, to = ""] = /^(\d{1,9})(-|\.\.)(\d{1,9})$/.exec(gap) ?? [];
  const [least, most] = [Number(from), Number(to)];
  if (dash === "..") {
    const days = daysOf(least, most);
    return ({ rng }) => rng.pick(days);
  }
  if (dash === "-" && /^0\d$/.test(from)) return ({ rng }) => two(rng.between(least, most));
  if (dash === "-") return ({ rng }) => String(rng.between(least, most));
  if (gap === "clock") return ({ rng }) => timeOfDay(rng);
  if (/^#+$/.test(gap)) return ({ rng }) => digits(rng, gap.length);
  if (/^x+$/.test(gap)) return ({ rng }) => hex(rng, gap.length);
  if (/^A+$/.test(gap)) return ({ rng }) => letters(rng, gap.length).toUpperCase();
  throw new RangeError(`Expected a known gap in the look, got \`${gap}\`.`);
}

/** Lists with shorter items, used if no item of the original list is short enough. */
const SHORT_FORMS: { readonly [list: string]: string } = {
  countries: "countryCodes",
  currencyNames: "currencies",
  languages: "languageCodes",
  states: "stateCodes",
};

/** A list's items within the bounds, or else those of its short form; all items if none fit. */
function fitting(name: string, bounds: TextBounds): readonly string[] {
  const { pools } = reader;
  const all = pools[name] ?? [];
  const fit = [all, pools[SHORT_FORMS[name] ?? ""] ?? []].map((items) =>
    items.filter((it) => isWithin(it, bounds)),
  );
  return fit.find((items) => items.length > 0) ?? all;
}
