import {
  type Lexicon,
  type NumberModel,
  nameWords,
  type PersonRole,
  type PlaceRole,
  plainFormatWriter,
  squeezed,
  type TextHints,
  type TextModel,
} from "schema-values";
import { isWithin, type TextBounds } from "../prose/write-text.ts";
import { listedLabels } from "../reading/listed-labels.ts";
import * as reader from "../reading/reader.ts";
import { choiceModel } from "./choices.ts";
import { countOfItems, countOfSentences, countOfWords, languageNamed } from "./descriptions.ts";
import { type Look, lookWriter, type TextWriter } from "./looks.ts";
import { likelyRange, suggestedRange } from "./number-range.ts";
import { statedAmount, statedNumber } from "./stated-amounts.ts";
import { LANGUAGES, statedTexts } from "./stated-texts.ts";
import { InputSubject, perSubject } from "./subject.ts";
import { examplesOf, textLook } from "./text-looks.ts";

const ROLES: ReadonlyMap<Look, PersonRole | PlaceRole> = new Map([
  ["{cities}", "city"],
  ["{states}", "state"],
  ["{countries}", "country"],
  ["{countryCodes}", "country"],
  ["{person}", "full"],
  ["{given}", "first"],
  ["{family}", "last"],
  ["{emails}", "email"],
  ["{logins}{1-99}", "login"],
]);
/** A string is prose if it needs at least this many characters and can have this many more. */
const LONG = 60;
/** Most sentences have at most this many words. */
const WORDS_OF_A_SENTENCE = 10;
const ANY: NumberModel = { min: 0, max: 1000, digits: 2 };

const FORMATS = new Map(
  Object.entries(reader.looks.formats).flatMap(([look, names]) =>
    names.split(", ").map((name) => [name, look] as const),
  ),
);
const HOMES = new Map(
  reader.places.flatMap(({ cities, ...country }) =>
    Object.entries(cities).map(([city, state]) => [city, { ...country, state }]),
  ),
);

/** The simulator's lexicon: words from data files, and values that inputs state or suggest. */
export const lexicon: Lexicon = {
  words: reader.formatWords,
  text: textModel,
  number: (hints) => {
    const range = likelyRange(hints);
    const stated = statedNumber(hints, range ?? ANY);
    return stated === undefined ? range : { ...(range ?? ANY), ...stated };
  },
  choice: choiceModel,
  count: countOfItems,
  format: (name) => {
    const plain = plainFormatWriter(name, reader.formatWords);
    const look = FORMATS.get(squeezed(name));
    if (plain !== undefined || look === undefined) return plain;
    return (rng, least, most) =>
      lookWriter(look, { least, most })({ rng, tokens: 0, subject: undefined });
  },
  role: (hints) => ROLES.get(textLook(hints) ?? ""),
  homeOf: (city) => HOMES.get(city),
};

function textModel(hints: TextHints): TextModel {
  const named = textLook(hints);
  const look = LANGUAGES.includes(named ?? "") ? languageLook(hints, named) : named;
  const sentences = countOfSentences(hints.description);
  const words = countOfWords(hints.description);
  const labels = sentences === undefined ? labelsFor(hints, look) : undefined;
  const isOpen = (look ?? labels ?? sentences ?? words) === undefined;
  const amount = isOpen ? amountText(hints) : undefined;
  const stated = amount ?? statedTexts(hints, look);
  const write = startingWith(hints, writerFor({ ...hints, sentences, words }, look));
  return {
    write: inNamedLanguage(write, hints),
    labels,
    isLabel: LABEL_NAME.test(nameWords(hints.name).join(" ")),
    isTold: (look ?? labels ?? suggestedRange(hints)) !== undefined,
    ...(stated && { stated: perSubject(stated), isShared: SHARED.includes(look ?? "") }),
  };
}

const CENT_DIGITS = 2;

/** Finds stated amounts. Formats them like random amounts, unless that would round them. */
function amountText(hints: TextHints): TextModel["stated"] {
  const find = statedAmount(hints);
  if (find === undefined) return undefined;
  const { digits } = suggestedRange(hints) ?? ANY;
  return (subject) => {
    const amount = find(subject);
    if (amount === undefined) return [];
    const forms = [amount.toFixed(digits), amount.toFixed(CENT_DIGITS), String(amount)];
    // An input may state a salary with cents, but a random salary has none.
    return forms.filter((it) => Number(it) === amount).slice(0, 1);
  };
}

/** The template for languages: names or codes, like the property's example if it has one. */
function languageLook(hints: TextHints, named: Look | undefined): Look | undefined {
  const example = examplesOf(hints).find((it) => reader.languageCode(it) !== undefined);
  if (example !== undefined && !/[-_]/.test(example))
    return example.length === CODE_LENGTH ? "{languageCodes}" : "{languages}";
  // A schema with a pattern probably wants codes: language names rarely need a pattern.
  return named === "{languages}" && hints.patterns.length > 0 ? "{languageCodes}" : named;
}

/** Templates for values that are often the same in several objects of a row, such as currencies. */
const SHARED: readonly Look[] = [...LANGUAGES, "{currencies}"];
const CODE_LENGTH = "en".length;

/** Names of properties whose value is one of the labels in a prompt. */
const LABEL_NAME: RegExp =
  /\b(?:answer|category|class|classification|decision|intent|label|output|prediction|response|result|sentiment|topic|type|verdict)$/;

/** Makes a writer use the language that a property's name or description requests, if any. */
function inNamedLanguage(write: TextWriter, hints: TextHints): TextWriter {
  const language = reader.spoken(languageNamed(hints.name, hints.description) ?? "");
  if (language === undefined) return write;
  return (draws) => {
    const { text = "", heat = 1 } = draws.subject ?? {};
    return write({ ...draws, subject: new InputSubject(text, { heat, language }) });
  };
}

/** The labels that a description lists; if it lists none, the usual labels for the template. */
function labelsFor(hints: TextHints, look: Look | undefined): readonly string[] | undefined {
  const list = look?.slice(1, -1) ?? "";
  const isLoose = look === undefined || reader.isIn("labels", list);
  const listed = listedLabels(hints.description, { isLoose });
  const fitting = listed.filter((it) => isWithin(it, hints));
  if (fitting.length > 1) return fitting;
  return reader.isIn("opinionLabels", list) ? reader.pools[list] : undefined;
}

const START: RegExp =
  /\b(?:start|starts|starting|begins|beginning|prefixed) with ['"“`]([^'"”`]{1,20})['"”`]/i;

/** Adds the prefix that a description requests ("starting with 'Re: '") to strings if it fits. */
function startingWith({ description, most }: TextHints, write: TextWriter): TextWriter {
  const [, start = ""] = START.exec(description) ?? [];
  if (start === "") return write;
  return (draws) => {
    const text = write(draws);
    const isFit = !text.startsWith(start) && start.length + text.length <= most;
    return isFit ? start + text : text;
  };
}

/** Creates a writer of prose, of strings from the template, of numbers, or of words. */
function writerFor(hints: TextHints & TextBounds, look: Look | undefined): TextWriter {
  const { least: leastWords = 0, most: mostWords = 0 } = hints.words ?? {};
  const isProse = hints.sentences !== undefined || leastWords >= WORDS_OF_A_SENTENCE;
  if (isProse) return lookWriter("{prose}", hints);
  if (look !== undefined) return lookWriter(look, hints);
  const number = suggestedRange(hints);
  if (number !== undefined) {
    const { min, max, digits } = number;
    return ({ rng }) => (min + (max - min) * rng.next()).toFixed(digits);
  }
  const isWordy = mostWords >= WORDS_OF_A_SENTENCE;
  const isLong = isWordy || (hints.least >= LONG && hints.most >= hints.least + LONG);
  return lookWriter(isLong ? "{prose}" : "{words} {words}", hints);
}
