import { LEXICON } from "../languages/lexicon.ts";
import type { Scan } from "./scan.ts";
import type { Spans } from "./spans.ts";
import { Sign } from "./word-runs.ts";

/** Letters whose form in lower case depends on those around them, or whose capital the lexicon can't compare. */
const IRREGULAR: RegExp = /[Σẞ]/;

/** Parts of an input in lower case, each exactly as if it were converted on its own. */
export class LowerCase {
  readonly #scan: Scan;
  readonly #text: string;
  /** Whether only case makes letters differ in one bit. */
  readonly isNarrow: boolean;
  readonly #isPartwise: boolean;

  constructor(scan: Scan) {
    this.#scan = scan;
    this.#text = scan.text;
    this.isNarrow = (scan.signs & Sign.wide) === 0;
    // Only İ gets longer.
    this.#isPartwise =
      this.isNarrow || (scan.lower.length === scan.text.length && !IRREGULAR.test(scan.text));
  }

  #part(start: number, end: number): string {
    return this.#text.slice(start, end).toLowerCase();
  }

  /** The index of the first of some parts that is the same as another one; -1 if none is. */
  indexIn(parts: Spans, start: number, end: number): number {
    if (!this.#isPartwise) return this.#slowIndexIn(parts, this.#part(start, end));
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
      if (this.#part(parts.start(i), parts.end(i)) === part) return i;
    return -1;
  }

  #isSame(one: number, other: number, length: number): boolean {
    const { lower } = this.#scan;
    for (let i = 0; i < length; i++)
      if (lower.charCodeAt(one + i) !== lower.charCodeAt(other + i)) return false;
    return true;
  }

  /** The number of a word in the lexicon; `letters` are its first ones. */
  find(letters: number, start: number, end: number): number {
    return this.#isPartwise
      ? LEXICON.find(letters, start, end)
      : LEXICON.numberOf(this.#part(start, end));
  }
}
