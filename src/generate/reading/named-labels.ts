import { foldedUnit, isUnspaced } from "../vocabulary/letters.ts";
import { tokenize } from "../vocabulary/tokenize.ts";
import { CONCEPT_NUMBERS as C } from "../vocabulary/vocabulary.ts";
import type { InputReading, Reader } from "./reading.ts";

/** Concepts of words that nearly every text contains, so that they name no label. */
const EVERYWHERE: ReadonlySet<number> = new Set([
  ...[C.common, C.not, C.but, C.or, C.no, C.yes, C.into, C.only, C.very, C.numbers, C.item],
  ...[C.name, C.key],
]);
/** Labels for everything else, which texts contain in another sense. */
const CATCH_ALLS: ReadonlySet<string> = new Set(
  "all any default else general ham misc miscellaneous n/a na none normal null other others safe standard unclear uncategorized undefined unknown".split(
    " ",
  ),
);
const SHORTEST = 2;

type Label = {
  readonly index: number;
  readonly forms: readonly string[];
  readonly isUnspaced: boolean;
};

/** Finds which of some labels a string contains as words, whatever their case and separators. */
export class NamedLabels {
  readonly #labels: Label[] = [];

  constructor(labels: readonly unknown[], reader: Reader) {
    for (const [index, label] of labels.entries())
      if (typeof label === "string") this.#add(label, index, reader);
  }

  get isEmpty(): boolean {
    return this.#labels.length === 0;
  }

  /** The indexes of the labels that the text contains. */
  in({ lower }: InputReading): readonly number[] {
    const found: number[] = [];
    for (const { index, forms, isUnspaced } of this.#labels)
      if (forms.some((form) => (isUnspaced ? lower.includes(form) : hasWords(lower, form))))
        found.push(index);
    return found;
  }

  #add(label: string, index: number, reader: Reader): void {
    if (CATCH_ALLS.has(label.trim().toLowerCase()) || label.length < SHORTEST) return;
    if (isUnspaced(label.charCodeAt(0))) {
      this.#labels.push({ index, forms: [label.toLowerCase()], isUnspaced: true });
      return;
    }
    const spaced = separated(label);
    const tokens = tokenize(spaced, reader.vocabulary);
    const places = Array.from({ length: tokens.length }, (_, i) => i);
    const isTelling = places.some((i) => {
      const isLong = tokens.end(i) - tokens.start(i) >= SHORTEST;
      return isLong && !EVERYWHERE.has(reader.vocabulary.anyConceptOf(tokens.entry(i)));
    });
    if (!isTelling || !/\p{L}/u.test(label)) return;
    const words = places.map((i) => spaced.slice(tokens.start(i), tokens.end(i)).toLowerCase());
    const forms = new Set([label.toLowerCase(), ...SEPARATORS.map((it) => words.join(it))]);
    this.#labels.push({ index, forms: [...forms], isUnspaced: false });
  }
}

const SEPARATORS: readonly string[] = [" ", "-", "_", ""];

/** Whether a string contains words, and not only as parts of others. */
function hasWords(text: string, words: string): boolean {
  for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
    const end = at + words.length;
    const isStart = at === 0 || foldedUnit(text.charCodeAt(at - 1)) === 0;
    if (isStart && (end === text.length || foldedUnit(text.charCodeAt(end)) === 0)) return true;
  }
  return false;
}

/** The words of a label in camel case with spaces between them. */
function separated(label: string): string {
  return label.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
}
