import type { JsonValue } from "../../core/json.ts";
import { RowPacker } from "../row-packer.ts";

const MAX_SAMPLED_ROWS = 3;
const MAX_INVALID_ROWS = 20;

/** A row that is not a string, and what JSON type it has instead. */
export type InvalidRow = { readonly index: number; readonly found: JsonType };

type JsonType = "null" | "boolean" | "number" | "string" | "array" | "object";

/**
 * Takes the items of the array of rows as they are parsed: packs the strings, and keeps a short
 * array that stands in for the long one where the request is validated.
 */
export class RowSpool {
  readonly packer: RowPacker = new RowPacker();
  /** The first 3 items and the first 20 that are no strings; of objects and arrays, an empty one. */
  readonly sample: JsonValue[] = [];
  /** The index in the full array of each item of `sample`. */
  readonly sampledRows: number[] = [];
  /** The first 20 items that are no strings. */
  readonly invalidRows: InvalidRow[] = [];

  /** Takes the next item; one that is no string counts as an empty row. */
  add(item: JsonValue): void {
    const index = this.packer.length;
    const isText = typeof item === "string";
    this.packer.append(isText ? item : "");
    const isNoted = !isText && this.invalidRows.length < MAX_INVALID_ROWS;
    if (isNoted) this.invalidRows.push({ index, found: jsonTypeOf(item) });
    if (!isNoted && (!isText || index >= MAX_SAMPLED_ROWS)) return;
    this.sample.push(standInFor(item));
    this.sampledRows.push(index);
  }
}

function standInFor(item: JsonValue): JsonValue {
  if (typeof item !== "object" || item === null) return item;
  return Array.isArray(item) ? [] : {};
}

function jsonTypeOf(item: JsonValue): JsonType {
  if (item === null) return "null";
  if (Array.isArray(item)) return "array";
  const type = typeof item;
  return type === "boolean" || type === "number" || type === "string" ? type : "object";
}
