import type { FormatWords, FormatWriter } from "../formats/pieces.ts";
import type { JsonValue } from "../json.ts";
import type { Rng } from "../rng.ts";

/** A schema's hints about the meaning of a value. */
export type Hints = {
  /** The name of the property that has the value or an array of such values; empty for the root. */
  readonly name: string;
  /** The object's name, if the property's name alone is ambiguous, like the `name` of a company. */
  readonly owner?: string;
  /**
   * Names of siblings of the same type (number or string), and of all properties of the enclosing
   * objects. Undefined in a list or map, and in an object with many properties.
   */
  readonly siblings?: readonly string[];
  readonly titles: readonly string[];
  /** The value's description; if it has none, the description of its list or map. */
  readonly description: string;
  readonly examples: readonly JsonValue[];
};

/** Number of characters of a name to read; later characters are ignored. */
const LONGEST_NAME = 400;

/** A name's words in lowercase, without accents; the same for `createdAt` and `Created-At`. */
export function nameWords(name: string): readonly string[] {
  return withoutAccents(name.slice(0, LONGEST_NAME))
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/(?<=[A-Z])([A-Z](?!s(?![a-z]))[a-z])/g, " $1")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

function withoutAccents(name: string): string {
  // Hardly any name has accents, and removing them is slow.
  if (!/[^ -~]/.test(name)) return name;
  return name.replaceAll("ß", "ss").replaceAll("œ", "oe").normalize("NFD").replace(/\p{M}/gu, "");
}

/** The approximate singular of a plural name; other words are unchanged. */
export function singularOf(word: string): string {
  if (/ies$/i.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|tus|nus|rus|bus|x|zz|ch|sh)es$/i.test(word)) return word.slice(0, -2);
  return /s$/i.test(word) && !/(?:ss|us|is|^[hw]as|[^ -~]s)$/i.test(word)
    ? word.slice(0, -1)
    : word;
}

/** The subject of a row. A lexicon's own subjects can have additional fields. */
export type Subject = {
  /** The input that the row is made for. */
  readonly text: string;
  /** Variety of likely values, from 0 for none to 2 for the maximum; usually 1. */
  readonly heat: number;
  /** The labels that the job's instructions list, if any. */
  readonly labels?: readonly string[] | undefined;
};

/** Inputs for making a value. */
export type Draws = {
  readonly rng: Rng;
  /** Approximate maximum length of prose, in tokens. */
  readonly tokens: number;
  /** The subject of the row, if known. */
  readonly subject: Subject | undefined;
};

/** Hints about a string: its length in characters, its formats, and its patterns. */
export type TextHints = Hints & {
  readonly least: number;
  readonly most: number;
  readonly formats: readonly string[];
  readonly patterns: readonly string[];
};

/** Hints about a number: its bounds, and whether it has to be an integer. */
export type NumberHints = Hints & {
  readonly min: number;
  readonly max: number;
  readonly isWhole: boolean;
};

/** Typical strings for a property. */
export type TextModel = {
  /** Draws a likely string. */
  write(draws: Draws): string;
  /** The labels to choose from, if the hints list them. */
  readonly labels?: readonly string[] | undefined;
  /** Whether the string is a label. If the subject has labels, the string is one of them. */
  readonly isLabel?: boolean;
  /** Strings that the subject states for the property, the best match first. */
  stated?(subject: Subject): readonly string[];
  /** Whether several objects can have the same stated string, as with currencies. */
  readonly isShared?: boolean;
  /** Whether the hints describe the string; otherwise, the string is arbitrary. */
  readonly isTold: boolean;
};

/** The usual range of a number, and its decimal places. */
export type NumberModel = {
  readonly min: number;
  readonly max: number;
  readonly digits: number;
  /** The number that the subject states; undefined if there is none. */
  stated?(subject: Subject): number | undefined;
  /** A number that the subject suggests, for most rows; undefined if there is none. */
  suggested?(draws: Draws, subject: Subject): number | undefined;
  /** The share of the numbers in the range that fit the subject as well as a suggested one does. */
  readonly fitting?: number;
};

/** The indexes of the values that a subject favors. */
export type Favored = {
  readonly indexes: readonly number[];
  /** Whether the subject states the values literally, so that all other values are wrong. */
  readonly isStated?: boolean;
  /** Whether the subject names each of the values, so that a list contains exactly these values. */
  readonly isNamed?: boolean;
};

/** The values that a subject favors; undefined if it favors none. */
export type ChoiceModel = (subject: Subject) => Favored | undefined;

/** Minimum and maximum number of items in a list, both inclusive. */
export type ItemCount = { readonly least: number; readonly most: number };

/** The parts of a person's identity; they must be consistent. */
export type PersonRole = "full" | "first" | "last" | "email" | "login";

/** The parts of a place; they must be consistent. A country is given by its name or its code. */
export type PlaceRole = "city" | "state" | "country";

/** The country of a city, with its ISO 3166-1 code, and its state or region, if known. */
export type Home = { readonly country: string; readonly code: string; readonly state?: string };

/** Models of likely values; a schema's hints select them when the schema is compiled. */
export type Lexicon = {
  /** The words that strings in standard formats contain. */
  readonly words: FormatWords;
  text(hints: TextHints): TextModel;
  /** Undefined if the hints say nothing about the number. */
  number(hints: NumberHints): NumberModel | undefined;
  /** Undefined if no subject can favor one of the values. */
  choice?(values: readonly JsonValue[], hints: Hints): ChoiceModel | undefined;
  /** The number of items that the hints ask for. */
  count?(hints: Hints): ItemCount | undefined;
  /** A writer for a nonstandard format. */
  format?(name: string): FormatWriter | undefined;
  /** The part of a person's identity or of a place that a string represents. */
  role?(hints: Hints): PersonRole | PlaceRole | undefined;
  /** Undefined for an unknown city. */
  homeOf?(city: string): Home | undefined;
};
