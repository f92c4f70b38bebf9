import { date, type FormatWords, fitted } from "../formats/pieces.ts";
import type { Rng } from "../rng.ts";
import {
  type Hints,
  type Lexicon,
  type NumberModel,
  nameWords,
  type PersonRole,
} from "./lexicon.ts";

const WORDS =
  "amber anchor arrow basin beacon birch bloom breeze bridge canyon cedar clover cobalt comet copper coral crest delta drift ember falcon fern field flint forest garden glacier granite grove harbor hazel heron hollow island ivory jasper lagoon lantern larch maple marble meadow mesa mist moss nectar north oasis ocean olive onyx orbit orchid otter pebble pine plain prairie quartz rain raven reed ridge river robin sage shore silver slate spark spruce stone summit tide timber trail tundra valley velvet violet walnut willow winter wren".split(
    " ",
  );
const FIRST =
  "Ada Alan Amina Anders Beatriz Chen Clara David Elena Farid Grace Hugo Ines Ivan Jonas Kenji Lena Maya Nora Omar Priya Rosa Samuel Tara Victor Yuki".split(
    " ",
  );
const LAST =
  "Abbott Becker Costa Dubois Evans Fischer Garcia Haddad Ito Jensen Kim Lopez Meyer Novak Okafor Patel Quinn Rossi Silva Tanaka Ueda Vargas Weber Xu Young Zhang".split(
    " ",
  );

const FORMAT_WORDS: FormatWords = {
  words: WORDS,
  emails: FIRST.flatMap((first, i) =>
    [0, 7, 13].map((step) =>
      `${first}.${LAST[(i + step) % LAST.length]}@example.com`.toLowerCase(),
    ),
  ),
  colors: "black blue brown gray green orange purple red white yellow".split(" "),
  titles: WORDS.map(
    (word, i) =>
      `${word.charAt(0).toUpperCase()}${word.slice(1)} ${WORDS[(i * 7 + 3) % WORDS.length]}`,
  ),
  sentences: WORDS.map(
    (word, i) => `The ${word} is close to the ${WORDS[(i * 11 + 5) % WORDS.length]}.`,
  ),
};

type Write = (rng: Rng) => string;

const word: Write = (rng) => rng.pick(WORDS);
const title: Write = (rng) => rng.pick(FORMAT_WORDS.titles);

const ROLES: readonly (readonly [RegExp, PersonRole, Write])[] = [
  [/\b(?:first|given) name$/, "first", (rng) => rng.pick(FIRST)],
  [/\b(?:last|family) name$|\bsurname$/, "last", (rng) => rng.pick(LAST)],
  [/\bfull name$/, "full", (rng) => `${rng.pick(FIRST)} ${rng.pick(LAST)}`],
  [/\be ?mail(?: address)?$/, "email", (rng) => rng.pick(FORMAT_WORDS.emails)],
  [/\b(?:user ?name|login|handle)$/, "login", (rng) => `${word(rng)}${rng.between(1, 99)}`],
];

const TEXTS: readonly (readonly [RegExp, Write])[] = [
  ...ROLES.map(([name, , write]) => [name, write] as const),
  [/\b(?:description|summary|text|comment|reason|message|body|explanation)$/, sentences],
  [/\b(?:title|name|label|subject)$/, title],
  [/\b(?:date|at|on|day)$/, date],
  [/\b(?:url|uri|link|website)$/, (rng) => `https://example.com/${word(rng)}/${word(rng)}`],
  [/\b(?:id|key|code|number)$/, (rng) => `${word(rng).toUpperCase()}-${rng.between(1000, 9999)}`],
];

function sentences(rng: Rng): string {
  const draw = (): string => rng.pick(FORMAT_WORDS.sentences);
  return Array.from({ length: rng.between(1, 3) }, draw).join(" ");
}

const NUMBERS: readonly (readonly [RegExp, NumberModel])[] = [
  [/\b(?:confidence|probability|ratio|score)$/, { min: 0, max: 1, digits: 2 }],
  [/\b(?:percent|percentage)$/, { min: 0, max: 100, digits: 0 }],
  [/\b(?:rating|stars|priority|level)$/, { min: 1, max: 5, digits: 0 }],
  [/\bage$/, { min: 18, max: 90, digits: 0 }],
  [/\byear$/, { min: 1990, max: 2030, digits: 0 }],
  [/\b(?:price|cost|amount|total|subtotal|tax)$/, { min: 1, max: 2000, digits: 2 }],
  [/\b(?:count|quantity|index|number)$/, { min: 0, max: 50, digits: 0 }],
];

function found<Entry extends readonly [RegExp, ...unknown[]]>(
  table: readonly Entry[],
  { name, titles }: Hints,
): Entry | undefined {
  const names = [name, ...titles].map((it) => nameWords(it).join(" "));
  return names.map((it) => table.find(([words]) => words.test(it))).find((it) => it !== undefined);
}

/** The default lexicon: English words. The end of a property's name selects its likely values. */
export const defaultLexicon: Lexicon = {
  words: FORMAT_WORDS,
  text: (hints) => {
    const told = found(TEXTS, hints);
    const isLong = hints.least >= LONG && hints.most - hints.least >= LONG;
    const any: Write = isLong ? sentences : (rng) => `${word(rng)} ${word(rng)}`;
    const write = told?.[1] ?? any;
    return {
      write: ({ rng }) => fitted(write(rng), hints, () => word(rng)),
      isTold: told !== undefined,
    };
  },
  number: (hints) => found(NUMBERS, hints)?.[1],
  role: (hints) => found(ROLES, hints)?.[1],
};

/** A string is prose if it needs at least this many characters and can have this many more. */
const LONG = 60;
