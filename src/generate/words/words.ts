import type { Home } from "schema-values";

/** Meanings that words in the vocabulary can have; all languages share these meanings. */
export const CONCEPTS = [
  ...["common", "not", "but", "very", "greeting", "great", "good", "plain", "mixed"],
  ...["bad", "awful"],
  ...["yes", "no", "or", "numbers", "only", "into", "word", "number", "sentence", "item"],
  ...["keyword", "choose", "name", "key", "star"],
] as const;

export type Concept = (typeof CONCEPTS)[number];

/** A language in which answers are written. */
export type LanguageWords = {
  /** The ISO 639-1 code. */
  readonly code: string;
  /** The language's names and codes, the English name first. */
  readonly names: readonly string[];
  /** The separator between sentences; a space by default. */
  readonly space?: string;
  /** Letters that indicate the language. */
  readonly letters?: string;
  /** Words by concept, separated by spaces. `*` stands for any ending, and `_` for a separator. */
  readonly words: { readonly [concept in Concept]?: string };
  /** Lists of names, and templates for names and addresses that contain items of these lists. */
  readonly local: {
    readonly [list in "given" | "family" | "streets" | "towns"]: readonly string[];
  } & { readonly [look in "person" | "firm" | "address"]: string };
  readonly prose: {
    /** Complete sentences that begin an answer. */
    readonly openings: readonly string[];
    /** Starts of sentences, each of which fits every predicate. */
    readonly subjects: readonly string[];
    readonly predicates: readonly string[];
    /** Complete sentences that give advice. */
    readonly advice: readonly string[];
    readonly questions: readonly string[];
    readonly titles: readonly string[];
    readonly keywords: readonly string[];
    readonly strengths: readonly string[];
    readonly weaknesses: readonly string[];
    /** Replies to the author of an input, by the input's tone. */
    readonly replies: { readonly [tone in "good" | "plain" | "bad"]: readonly string[] };
  };
  /** Sentences for reasoning, and phrases that begin steps. In conclusions, `{a}` is the answer. */
  readonly reasoning: {
    readonly [list in "openings" | "turns" | "conclusions"]: readonly string[];
  };
};

/** Names or units of numbers, separated by commas, and the range of these numbers. */
export type NamedRange = {
  readonly range: Range;
  readonly names: string;
  /** Whether a unit is more informative than the property's name. */
  readonly isFine?: boolean;
};

/** Names of the lists of words that occur in names, descriptions, and labels. */
export const NAME_LISTS = [
  ...["catchAlls", "farDates", "generic", "genericOfMoney", "holders", "items", "kindsOfCode"],
  ...["kindsOfMoney", "labels", "money", "opinionLabels", "opinions", "questions", "roles"],
  ...["scales", "trailing", "vague"],
] as const;

export type NameList = (typeof NAME_LISTS)[number];

/** Patterns of descriptions, each with the template or the range that it suggests. */
type Described<Meaning> = readonly (readonly [pattern: string, meaning: Meaning])[];

/** Minimum, maximum, and number of decimal places. */
export type Range = readonly [number, number, number];

/** Patterns of descriptions with their meanings, by kind. */
export type Descriptions = {
  readonly [kind in "notations" | "openings" | "mentions" | "examples"]: Described<string>;
} & { readonly [kind in "numberNotations" | "numberMentions"]: Described<Range> };

/** Templates and ranges of typical values, by hints in a schema. */
export type Looks = Descriptions & {
  /** Comma-separated property names, by template. */
  readonly texts: { readonly [looks: string]: string };
  readonly formats: { readonly [looks: string]: string };
  readonly numbers: readonly NamedRange[];
  readonly units: readonly NamedRange[];
  readonly lists: { readonly [list in NameList]: string };
  /** Comma-separated translations into other languages, by English word. */
  readonly translations: { readonly [word: string]: string };
};

/** The data from which values and answers are written. */
export type Words = {
  /** English comes first. */
  readonly languages: readonly [LanguageWords, ...LanguageWords[]];
  /** Languages that are recognized in inputs, but in which no answers are written. */
  readonly others: readonly (Pick<LanguageWords, "code" | "names" | "letters"> & {
    /** The range of the script's letters, if the letters show the language. */
    readonly script?: string;
    readonly common?: string;
  })[];
  /** English lists from which short strings are drawn. */
  readonly pools: { readonly [name: string]: readonly string[] };
  readonly places: readonly (Home & {
    /** The state or region of each city. */
    readonly cities: { readonly [city: string]: string };
  })[];
  readonly looks: Looks;
};
