import {
  type ItemCount,
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
import { listedLabels } from "../reading/listed-labels.ts";
import type { Reader } from "../reading/reader.ts";
import { askedLanguage } from "./asked-language.ts";
import { choiceModel } from "./choices.ts";
import { ItemCounter } from "./described-count.ts";
import { lookWriter } from "./looks.ts";
import { NumberRanges } from "./number-range.ts";
import { statedTexts } from "./stated-texts.ts";
import { TextLooks } from "./text-looks.ts";
import type { Look, TextBounds, TextWriter } from "./text-writer.ts";
import { toldNumber } from "./told-numbers.ts";

const ROLES: ReadonlyMap<Look, PersonRole | PlaceRole> = new Map([
  ["{cities}", "city"],
  ["{countries}", "country"],
  ["{countryCodes}", "country"],
  ["{person}", "full"],
  ["{given}", "first"],
  ["{family}", "last"],
  ["{emails}", "email"],
  ["{logins}{1-99}", "login"],
]);
/** Looks of labels, so that a list in the description means the labels to use. */
const LABELS: ReadonlySet<Look> = looks(
  "categories continents devices difficulties emotions entityTypes frequencies genders industries intents keyword levels names paymentMethods productCategories relations seasons sentiments sizes statuses teams tones verdicts yesOrNo",
);
/** Looks of labels that depend on the input's sentiment. */
const OPINIONS: ReadonlySet<Look> = looks("sentiments tones verdicts yesOrNo");
/** A string with at least this many characters, and room for more, is prose. */
const LONG = 60;
const ANY: NumberModel = { min: 0, max: 1000, digits: 2 };

/** Creates the simulator's lexicon: words from data, and what inputs state or favor. */
export function createLexicon(reader: Reader): Lexicon {
  const looks = new TextLooks(reader.words.looks);
  const ranges = new NumberRanges(reader.words.looks);
  const counter = new ItemCounter(reader);
  const formats = formatLooks(reader);
  const homes = new Map(reader.words.places.flatMap((it) => it.cities.map((city) => [city, it])));
  return {
    words: reader.formatWords,
    text: (hints) => textModel(hints, { reader, looks, ranges }),
    number: (hints) => {
      const range = ranges.rangeOf(hints);
      const told = toldNumber(hints, range ?? ANY, reader);
      return told === undefined ? range : { ...(range ?? ANY), ...told };
    },
    choice: (values, hints) => choiceModel(values, hints, reader),
    count: (hints) => counter.countOf(hints),
    format: (name) => {
      const plain = plainFormatWriter(name, reader.formatWords);
      const look = formats.get(squeezed(name));
      if (plain !== undefined || look === undefined) return plain;
      return (rng, least, most) =>
        lookWriter(look, reader, { least, most })({ rng, tokens: 0, subject: undefined });
    },
    role: (hints) => ROLES.get(looks.of(hints) ?? ""),
    homeOf: (city) => homes.get(city),
  };
}

function formatLooks({ words }: Reader): ReadonlyMap<string, Look> {
  return new Map(
    Object.entries(words.looks.formats).flatMap(([look, names]) =>
      names.split(", ").map((name): [string, Look] => [name, look]),
    ),
  );
}

type Tools = {
  readonly reader: Reader;
  readonly looks: TextLooks;
  readonly ranges: NumberRanges;
};

function textModel(hints: TextHints, tools: Tools): TextModel {
  const { reader, looks } = tools;
  const named = looks.of(hints);
  // No name of a language matches a pattern for codes.
  const look = named === "{languages}" && hints.patterns.length > 0 ? "{languageCodes}" : named;
  const sentences = sentencesIn(hints.description, reader);
  const labels = sentences === undefined ? labelsFor(hints, look, reader) : undefined;
  const stated = statedTexts(hints, look, reader);
  const write = writerFor({ ...hints, sentences }, look, tools);
  const asked = askedLanguage(hints, reader);
  return {
    write:
      asked === undefined ? write : (draws) => write({ ...draws, subject: asked(draws.subject) }),
    labels,
    isLabel: LABEL_NAME.test(nameWords(hints.name).join(" ")),
    isTold: look !== undefined || labels !== undefined || tools.ranges.of(hints) !== undefined,
    ...(stated && { stated }),
  };
}

/** Names of strings that take one of the labels in a prompt. */
const LABEL_NAME: RegExp =
  /\b(?:answer|category|class|classification|decision|intent|label|output|prediction|response|result|sentiment|topic|type|verdict)$/;

/** The labels that a description lists, or otherwise those that strings with the look are. */
function labelsFor(
  { description, least, most }: TextHints,
  look: Look | undefined,
  { words: { pools } }: Reader,
): readonly string[] | undefined {
  const isLabel = look !== undefined && LABELS.has(look);
  const listed = listedLabels(description, { isLoose: look === undefined || isLabel });
  const fitting = listed.filter(({ length }) => length >= least && length <= most);
  if (fitting.length > 1) return fitting;
  return look !== undefined && OPINIONS.has(look) ? pools[look.slice(1, -1)] : undefined;
}

function looks(names: string): ReadonlySet<Look> {
  return new Set(names.split(" ").map((name) => `{${name}}`));
}

const SENTENCES: RegExp =
  /\b([a-z]{3,6}|[1-9])(?:(?: or | to |-)([a-z]{3,6}|[1-9]))?[ -]sentences?\b/i;

/** The number of sentences that a description asks for, such as "one or two sentences". */
function sentencesIn(description: string, { numbers }: Reader): ItemCount | undefined {
  const [, first, last = first] = SENTENCES.exec(description) ?? [];
  if (first === undefined || last === undefined) return undefined;
  const [least, most] = [first, last].map((word) =>
    /^single$/i.test(word) ? 1 : (numbers.get(word.toLowerCase()) ?? Number(word)),
  );
  return least !== undefined && most !== undefined && least > 0 && least <= most
    ? { least, most }
    : undefined;
}

/** A string with the look; without one, a number if the hints mention one, and otherwise some words. */
function writerFor(
  hints: TextHints & TextBounds,
  look: Look | undefined,
  { reader, ranges }: Tools,
): TextWriter {
  if (hints.sentences !== undefined && look !== "{quote}")
    return lookWriter("{prose}", reader, hints);
  if (look !== undefined) return lookWriter(look, reader, hints);
  const number = ranges.of(hints);
  if (number !== undefined) {
    const { min, max, digits } = number;
    return ({ rng }) => (min + (max - min) * rng.next()).toFixed(digits);
  }
  const isLong = hints.least >= LONG && hints.most >= hints.least + LONG;
  return lookWriter(isLong ? "{prose}" : "{words} {words}", reader, hints);
}
