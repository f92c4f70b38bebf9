import type { RowLimits } from "../../codec/row-limits.ts";
import type { JsonValue } from "../../core/json.ts";
import type { RowFile } from "../row-file.ts";
import { RowPacker } from "../row-packer.ts";

const MAX_SAMPLED_ROWS = 3;
const MAX_INVALID_ROWS = 20;

/** A row that is not a string, and its JSON type. */
export type InvalidRow = { readonly index: number; readonly found: JsonType };

type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object";

/** Which rows are kept for validation: a sample if any string is valid, otherwise every row. */
export type RowSampling = "strings" | "all";

/** What a spool accepts, and what it keeps. */
export type RowSpoolOptions = {
  /** Default: a sample, for rows that may be any string. */
  readonly sampling?: RowSampling;
  /** Default: none. */
  readonly limits?: RowLimits;
  /** For rows that take too much memory; without it, all stay there. */
  readonly rowFile?: RowFile;
};

/**
 * Packs the items of the array of rows as they are parsed, and keeps a short array that replaces the long one when the request
 * is validated.
 */
export class RowSpool {
  readonly packer: RowPacker;
  /** Every item; or, if any string is valid, the first 3 items and the first 20 that are not strings. */
  readonly sample: JsonValue[] = [];
  /** For each item of `sample`, its index in the full array. */
  readonly sampledRows: number[] = [];
  /** The first 20 items that are not strings. */
  readonly invalidRows: InvalidRow[] = [];
  readonly #keepsAll: boolean;

  constructor({ sampling = "strings", limits, rowFile }: RowSpoolOptions = {}) {
    this.packer = new RowPacker(limits, rowFile);
    this.#keepsAll = sampling === "all";
  }

  /** Whether strings are only packed from here on. */
  get isPackingOnly(): boolean {
    return !this.#keepsAll && this.packer.length >= MAX_SAMPLED_ROWS;
  }

  /** Adds the next item. Throws a RowLimitError. */
  add(item: JsonValue): void {
    const index = this.packer.length;
    const isText = typeof item === "string";
    if (isText) this.packer.append(item);
    else this.packer.appendJson(item);
    const isNoted = !isText && this.invalidRows.length < MAX_INVALID_ROWS;
    if (isNoted) this.invalidRows.push({ index, found: jsonTypeOf(item) });
    if (!this.#keepsAll && !isNoted && (!isText || index >= MAX_SAMPLED_ROWS)) return;
    this.sample.push(item);
    this.sampledRows.push(index);
  }
}

function jsonTypeOf(item: JsonValue): JsonType {
  if (item === null) return "null";
  if (Array.isArray(item)) return "array";
  const type = typeof item;
  return type === "boolean" || type === "number" || type === "string" ? type : "object";
}
