import type { RowLimits } from "../../codec/row-limits.ts";
import type { JsonValue } from "../../core/json.ts";
import type { RowSampling } from "../../core/rows/row.ts";
import type { RowFile } from "../row-file.ts";
import { RowPacker } from "../row-packer.ts";

const MAX_SAMPLED_ROWS = 3;
const MAX_INVALID_ROWS = 20;
/** Number of first rows to keep. Then, one invalid row is enough: only one problem is reported. */
const MAX_VALID_ROWS = 2000;

export type RowSpoolOptions = {
  /** Path of the array whose items are rows; undefined if there is none. */
  readonly rowsAt: readonly string[] | undefined;
  /** Default: `strings`, which is enough if the schema accepts every string. */
  readonly sampling?: RowSampling;
  /** Default: no limits. */
  readonly limits?: RowLimits;
  /** Holds rows that are too large for memory. Without this file, all rows stay in memory. */
  readonly rowFile?: RowFile;
};

/** Packs rows as they are parsed, and keeps a short array of them for validation. */
export class RowSpool {
  readonly packer: RowPacker;
  /**
   * If `sampling` is `all`: every item. If `strings`: the first 20 non-strings, and strings among
   * the first 3 items. Otherwise: the first 2,000 items and the first invalid item after them.
   */
  readonly sample: JsonValue[] = [];
  /** For each item of `sample`, its index in the full array. */
  readonly sampledRows: number[] = [];
  readonly #sampling: RowSampling;
  /** Number of items so far that are not strings. */
  #numInvalid = 0;
  #isComplete = false;

  constructor({ sampling = "strings", limits, rowFile }: RowSpoolOptions) {
    this.packer = new RowPacker(limits, rowFile);
    this.#sampling = sampling;
  }

  /** Whether more strings can go straight to the packer, because the sample needs no more. */
  get takesPlainStrings(): boolean {
    return this.#sampling === "strings" && this.packer.length >= MAX_SAMPLED_ROWS;
  }

  /** Adds the next item. Throws a RowLimitError. */
  add(item: JsonValue): void {
    const index = this.packer.length;
    this.packer.append(item);
    if (!this.#isKept(item, index)) return;
    this.sample.push(item);
    this.sampledRows.push(index);
  }

  #isKept(item: JsonValue, index: number): boolean {
    if (this.#sampling === "all") return true;
    if (this.#sampling === "strings")
      return typeof item === "string"
        ? index < MAX_SAMPLED_ROWS
        : this.#numInvalid++ < MAX_INVALID_ROWS;
    if (index < MAX_VALID_ROWS) return true;
    const { mostRows, isValid } = this.#sampling;
    if (index >= mostRows) {
      // Adds placeholders, so that the validator rejects the list because of its length.
      while (this.sample.length <= mostRows) this.sample.push(null);
      this.#isComplete = true;
    }
    if (this.#isComplete || isValid(item)) return false;
    this.#isComplete = true;
    return true;
  }
}
