import { READ_CHARACTERS, type Script, WordRuns, wordRunFinder } from "./word-runs.ts";

/**
 * What a pass over an input finds. There is one object, whose content is replaced by that of the next input: every row has an
 * input, several readings need the same words, and arrays of their own would take longer than finding them.
 */
export class Scan extends WordRuns {
  text = "";
  script: Script = { isForeign: false, isUnspaced: false };
  readonly #find = wordRunFinder(this);
  #lower: string | undefined;

  /** Reads another input. */
  read(text: string): void {
    this.script = this.#find(text.length > READ_CHARACTERS ? text.slice(0, READ_CHARACTERS) : text);
    this.text = text;
    this.#lower = undefined;
  }

  /** The input in lower case. */
  get lower(): string {
    this.#lower ??= this.text.toLowerCase();
    return this.#lower;
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
