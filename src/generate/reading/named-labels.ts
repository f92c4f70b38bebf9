import { foldedUnit, isUnspaced, READ_CHARACTERS } from "../vocabulary/units.ts";
import { anyConceptOf, CONCEPT_NUMBERS as C } from "../vocabulary/vocabulary.ts";
import type { Reader } from "./reader.ts";

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
/** Longer lists of labels are not looked for. */
const MOST_LABELS = 500;
const SEPARATOR = "[\\s_-]?";

/** Finds which of some labels a string contains as words, whatever their case and separators. All are looked for at once. */
export class NamedLabels {
  /** Indexes of labels by their letters and digits in lowercase. */
  readonly #indexes = new Map<string, number>();
  readonly #any: RegExp | undefined;

  constructor(labels: readonly unknown[], reader: Reader) {
    if (labels.length > MOST_LABELS) return;
    const patterns: string[] = [];
    for (const [index, label] of labels.entries()) {
      const words = typeof label === "string" ? wordsOf(label, reader) : [];
      if (words.length === 0) continue;
      this.#indexes.set(words.join(""), index);
      patterns.push(words.join(SEPARATOR));
    }
    // A longer label comes before the one that it starts with.
    const longestFirst = patterns.sort((a, b) => b.length - a.length);
    if (patterns.length > 0) this.#any = new RegExp(longestFirst.join("|"), "gi");
  }

  get isEmpty(): boolean {
    return this.#any === undefined;
  }

  /** The indexes of the labels that the text contains. */
  in(text: string): readonly number[] {
    const any = this.#any;
    if (any === undefined) return NONE;
    const read = text.length > READ_CHARACTERS ? text.slice(0, READ_CHARACTERS) : text;
    let found: Set<number> | undefined;
    any.lastIndex = 0;
    for (let match = any.exec(read); match !== null; match = any.exec(read)) {
      if (!isWhole(read, match.index, any.lastIndex)) continue;
      const index = this.#indexes.get(match[0].toLowerCase().replace(/[\s_-]/g, ""));
      found ??= new Set();
      if (index !== undefined) found.add(index);
    }
    return found === undefined ? NONE : [...found];
  }
}

const NONE: readonly number[] = [];

/** Whether no word continues before or after a part of a string. */
function isWhole(text: string, start: number, end: number): boolean {
  if (isUnspaced(text.charCodeAt(start))) return true;
  return !isLetter(text, start - 1) && !isLetter(text, end);
}

function isLetter(text: string, at: number): boolean {
  const unit = foldedUnit(text.charCodeAt(at));
  return unit !== 0 && !isUnspaced(unit);
}

/** The words of a label in lowercase; none if texts contain it in another sense. */
function wordsOf(label: string, reader: Reader): readonly string[] {
  if (CATCH_ALLS.has(label.trim().toLowerCase()) || label.length < SHORTEST) return [];
  if (isUnspaced(label.charCodeAt(0))) return /^[\p{L}\p{N}]+$/u.test(label) ? [label] : [];
  // The words of a label in camel case are separate.
  const spaced = label.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
  const { words } = reader.wordsOf(spaced);
  const isTelling = words.some(
    ({ start, end, entry }) => end - start >= SHORTEST && !EVERYWHERE.has(anyConceptOf(entry)),
  );
  if (!isTelling || !/\p{L}/u.test(label)) return [];
  return words.map(({ start, end }) => spaced.slice(start, end).toLowerCase());
}
