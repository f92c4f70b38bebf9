import { Beginnings, isPartAt } from "../text/beginnings.ts";
import { type Scan, scannedInLowerCase } from "../text/scan.ts";
import { Sign } from "../text/word-runs.ts";
import { wordsFor } from "./related-words.ts";

/** A beginning of words, or several words, and the index of the label that it shows. */
type Clue = { readonly text: string; readonly label: number };

const EAST_ASIAN: RegExp = /[\u3041-\ud7a3]/;
/** Shorter clues are whole words. */
const SHORTEST_STEM = 3;

/** Finds which labels an input is about; prepared once for each list of labels. */
export class LabelIndex {
  readonly #clues = new Beginnings<Clue>();
  /** Clues in scripts without spaces, or with endings on each word. */
  readonly #passages: Clue[] = [];
  readonly #count: number;

  /** Each label is a list of words in lowercase. */
  constructor(labels: readonly (readonly string[])[]) {
    this.#count = labels.length;
    for (const [label, words] of labels.entries()) {
      for (const text of words.flatMap(wordsFor)) {
        if (EAST_ASIAN.test(text)) this.#passages.push({ text, label });
        else if (text.length < SHORTEST_STEM) this.#clues.addWord(text, { text, label });
        else this.#clues.addStem(text, { text, label });
      }
    }
  }

  /** How many words of an input show each label. */
  countIn(text: string): readonly number[] {
    const scan = scannedInLowerCase(text);
    const counts: number[] = [];
    for (let label = 0; label < this.#count; label++) counts.push(0);
    if ((scan.signs & Sign.nonLatin) !== 0)
      for (const { text: passage, label } of this.#passages)
        if (text.includes(passage)) counts[label] = (counts[label] ?? 0) + 1;
    const { starts } = scan;
    const { length } = scan.runs;
    const clues = this.#clues;
    for (let at = 0; at < length; at++)
      if (clues.has(starts[at] ?? 0)) countAt(clues.at(starts[at] ?? 0), scan, { at, counts });
    return counts;
  }
}

function countAt(
  clues: readonly Clue[],
  { lower, runs }: Scan,
  { at, counts }: { readonly at: number; readonly counts: number[] },
): void {
  const start = runs.start(at);
  for (let i = 0; i < clues.length; i++) {
    const clue = clues[i];
    if (clue !== undefined && isPartAt(lower, clue.text, start))
      counts[clue.label] = (counts[clue.label] ?? 0) + 1;
  }
}
