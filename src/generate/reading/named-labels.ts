import { isUnspaced } from "../vocabulary/letters.ts";
import { tokenize } from "../vocabulary/tokenize.ts";
import { CONCEPT_NUMBERS as C } from "../vocabulary/vocabulary.ts";
import type { Reader, Reading } from "./reading.ts";

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

type Label = { readonly index: number; readonly hashes: readonly number[] };

/** Finds which of some labels a string contains as words, whatever their case and separators. */
export class NamedLabels {
  readonly #byHash = new Map<number, Label[]>();
  /** A bit for the last five bits of each first word: a filter that most words of a string fail. */
  #filter = 0;
  readonly #unspaced: { readonly index: number; readonly text: string }[] = [];

  constructor(labels: readonly unknown[], reader: Reader) {
    for (const [index, label] of labels.entries())
      if (typeof label === "string") this.#add(label, index, reader);
  }

  get isEmpty(): boolean {
    return this.#byHash.size + this.#unspaced.length === 0;
  }

  /** The indexes of the labels that the text contains. */
  in(reading: Reading): readonly number[] {
    const found = new Set<number>();
    for (const { index, text } of this.#unspaced) if (reading.text.includes(text)) found.add(index);
    if (this.#filter === 0) return [...found];
    const { tokens } = reading;
    for (let at = 0; at < tokens.length; at++) {
      const hash = tokens.hash(at);
      if ((this.#filter & (1 << (hash & 31))) === 0) continue;
      for (const { index, hashes } of this.#byHash.get(hash) ?? [])
        if (hashes.every((it, i) => it === tokens.hash(at + i))) found.add(index);
    }
    return [...found];
  }

  #add(label: string, index: number, reader: Reader): void {
    if (CATCH_ALLS.has(label.trim().toLowerCase()) || label.length < SHORTEST) return;
    if (isUnspaced(label.charCodeAt(0))) {
      this.#unspaced.push({ index, text: label });
      return;
    }
    const tokens = tokenize(separated(label), reader.vocabulary);
    const places = Array.from({ length: tokens.length }, (_, i) => i);
    const isTelling = places.some((i) => {
      const isLong = tokens.end(i) - tokens.start(i) >= SHORTEST;
      return isLong && !EVERYWHERE.has(reader.vocabulary.anyConceptOf(tokens.entry(i)));
    });
    if (!isTelling || !/\p{L}/u.test(label)) return;
    const hashes = places.map((i) => tokens.hash(i));
    const [first = 0] = hashes;
    this.#byHash.set(first, [...(this.#byHash.get(first) ?? []), { index, hashes }]);
    this.#filter |= 1 << (first & 31);
  }
}

/** The words of a label in camel case with spaces between them. */
function separated(label: string): string {
  return label.replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
}
