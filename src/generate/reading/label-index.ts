import { Beginnings } from "./beginnings.ts";
import { wordsFor } from "./related-words.ts";
import { runsOf } from "./text-runs.ts";

/** A beginning of words, or several words, and the index of the label that it shows. */
type Clue = { readonly text: string; readonly label: number };

const KEY_LENGTH = 3;

/** Finds which labels an input is about; prepared once for each list of labels. */
export class LabelIndex {
  readonly #clues = new Map<string, Clue[]>();
  readonly #beginnings: Beginnings;
  readonly #count: number;

  /** Each label is a list of words in lowercase. */
  constructor(labels: readonly (readonly string[])[]) {
    this.#count = labels.length;
    const texts: string[] = [];
    for (const [label, words] of labels.entries()) {
      for (const text of words.flatMap(wordsFor)) {
        const key = text.slice(0, KEY_LENGTH);
        this.#clues.set(key, [...(this.#clues.get(key) ?? []), { text, label }]);
        texts.push(text);
      }
    }
    this.#beginnings = new Beginnings(texts);
  }

  /** How many words of an input in lowercase show each label. */
  countIn(text: string): readonly number[] {
    const counts = Array.from({ length: this.#count }, () => 0);
    const runs = runsOf(text);
    for (let at = 0; at < runs.length; at++) {
      const start = runs.start(at);
      if (!this.#beginnings.mayBegin(text, start, runs.end(at))) continue;
      for (const clue of this.#clues.get(text.slice(start, start + KEY_LENGTH)) ?? [])
        if (text.startsWith(clue.text, start)) counts[clue.label] = (counts[clue.label] ?? 0) + 1;
    }
    return counts;
  }
}
