import { lettersOf } from "./beginnings.ts";
import { codeUnitsOf } from "./code-units.ts";
import { findWordRuns, MOST_RUNS, type Script, WordRuns } from "./word-runs.ts";

/** Later parts of an input are not read. */
export const READ_CHARACTERS = 4000;

/**
 * What a pass over an input finds. There is one object, whose content is replaced by that of the next input: every row has an
 * input, several readings need the same words, and arrays of their own would take longer than finding them.
 */
export class Scan extends WordRuns {
  text = "";
  /** The part of the input that is read. */
  part = "";
  script: Script = { isForeign: false, isUnspaced: false };
  readonly #starts = new Uint16Array(MOST_RUNS);
  #lower: string | undefined;
  #hasStarts = false;

  /** Reads another input. */
  read(text: string): void {
    this.part = text.length > READ_CHARACTERS ? text.slice(0, READ_CHARACTERS) : text;
    this.script = findWordRuns(this.part, this);
    this.text = text;
    this.#lower = undefined;
    this.#hasStarts = false;
  }

  /** The input in lower case. */
  get lower(): string {
    this.#lower ??= this.text.toLowerCase();
    return this.#lower;
  }

  /** The first letters of each word, as `lettersOf` gives them. */
  get starts(): Uint16Array {
    if (!this.#hasStarts) {
      const units = codeUnitsOf(this.part);
      const { runs } = this;
      for (let i = 0; i < runs.length; i++)
        this.#starts[i] = lettersOf(units, runs.start(i), runs.end(i));
      this.#hasStarts = true;
    }
    return this.#starts;
  }
}

const SCAN = new Scan();

/** Reads an input, unless it is the one that was read last. */
export function scanned(text: string): Scan {
  if (text !== SCAN.text) SCAN.read(text);
  return SCAN;
}

/** The same, so that the words have the same places in the input and in lower case: only İ gets longer. */
export function scannedInLowerCase(text: string): Scan {
  const scan = scanned(text);
  return scan.lower.length === text.length ? scan : scanned(scan.lower);
}
