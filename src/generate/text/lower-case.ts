import type { WordTable } from "../languages/word-table.ts";
import type { Scan } from "./scan.ts";

/** Parts of an input in lower case, each exactly as if it were converted on its own. */
export class LowerCase {
  readonly #text: string;
  readonly #lower: string;
  readonly #isPartwise: boolean;

  constructor({ text, lower }: Pick<Scan, "text" | "lower">) {
    this.#text = text;
    this.#lower = lower;
    // Only İ gets longer, and only the form of Σ depends on the letters around it.
    this.#isPartwise = lower.length === text.length && !text.includes("Σ");
  }

  part(start: number, end: number): string {
    return this.#isPartwise
      ? this.#lower.slice(start, end)
      : this.#text.slice(start, end).toLowerCase();
  }

  /** The value of a part in a table. */
  find<Value>(table: WordTable<Value>, start: number, end: number): Value | undefined {
    if (this.#isPartwise) return table.get(this.#lower, start, end);
    const word = this.part(start, end);
    return table.get(word, 0, word.length);
  }
}
