import type { WordTable } from "../languages/word-table.ts";
import type { Scan } from "./scan.ts";
import type { Spans } from "./spans.ts";
import { Sign } from "./word-runs.ts";

/** Parts of an input in lower case, each exactly as if it were converted on its own. */
export class LowerCase {
  readonly #text: string;
  readonly #lower: string;
  readonly #isPartwise: boolean;

  constructor({ text, lower, signs }: Pick<Scan, "text" | "lower" | "signs">) {
    this.#text = text;
    this.#lower = lower;
    // Only İ gets longer, and only the form of Σ depends on the letters around it.
    this.#isPartwise =
      lower.length === text.length && ((signs & Sign.nonLatin) === 0 || !text.includes("Σ"));
  }

  part(start: number, end: number): string {
    return this.#isPartwise
      ? this.#lower.slice(start, end)
      : this.#text.slice(start, end).toLowerCase();
  }

  /** The index of the first of some parts that is the same as another one; -1 if none is. */
  indexIn(parts: Spans, start: number, end: number): number {
    if (!this.#isPartwise) return this.#slowIndexIn(parts, this.part(start, end));
    const { bounds, length } = parts;
    for (let i = 0; i < length; i++) {
      const from = bounds[2 * i] ?? 0;
      const isAsLong = (bounds[2 * i + 1] ?? 0) - from === end - start;
      if (isAsLong && this.#isSame(from, start, end - start)) return i;
    }
    return -1;
  }

  #slowIndexIn(parts: Spans, part: string): number {
    for (let i = 0; i < parts.length; i++)
      if (this.part(parts.start(i), parts.end(i)) === part) return i;
    return -1;
  }

  #isSame(one: number, other: number, length: number): boolean {
    const lower = this.#lower;
    for (let i = 0; i < length; i++)
      if (lower.charCodeAt(one + i) !== lower.charCodeAt(other + i)) return false;
    return true;
  }

  /** The value of a part in a table. */
  find<Value>(table: WordTable<Value>, start: number, end: number): Value | undefined {
    if (this.#isPartwise) return table.get(this.#lower, start, end);
    const word = this.part(start, end);
    return table.get(word, 0, word.length);
  }
}
