import { Beginnings, isPartAt } from "../text/beginnings.ts";
import { scannedInLowerCase } from "../text/scan.ts";
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
    const counts: number[] = [];
    for (let label = 0; label < this.#count; label++) counts.push(0);
    const { runs, starts, lower, signs } = scannedInLowerCase(text);
    if ((signs & Sign.nonLatin) !== 0)
      for (const clue of this.#passages)
        if (text.includes(clue.text)) counts[clue.label] = (counts[clue.label] ?? 0) + 1;
    const { length } = runs;
    for (let at = 0; at < length; at++) {
      const letters = starts[at] ?? 0;
      if (!this.#clues.has(letters)) continue;
      const clues = this.#clues.at(letters);
      for (let i = 0; i < clues.length; i++) {
        const clue = clues[i];
        if (clue !== undefined && isPartAt(lower, clue.text, runs.start(at)))
          counts[clue.label] = (counts[clue.label] ?? 0) + 1;
      }
    }
    return counts;
  }
}
