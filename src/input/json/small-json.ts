import { Buffer, isUtf8 } from "node:buffer";
import { type JsonValue, parseJson } from "../../core/json.ts";
import { valueAtPath } from "../../core/json-pointer.ts";
import { MAX_JSON_DEPTH } from "./json-limits.ts";
import { RowSpool, type RowSpoolOptions } from "./row-spool.ts";
import type { ParsedJson } from "./streamed-json.ts";

/**
 * Parses a small body at once, with the result that `StreamedJson` gives. Undefined if the body
 * is malformed or may be nested too deeply: `StreamedJson` then explains the problem.
 */
export function parseSmallJson(
  bytes: Uint8Array,
  rowsAt: readonly string[] | undefined,
  spooling: RowSpoolOptions = {},
): ParsedJson | undefined {
  if (!isUtf8(bytes) || mayBeTooDeep(bytes)) return undefined;
  const { buffer, byteOffset, length } = bytes;
  const value = parseJson(Buffer.from(buffer, byteOffset, length).toString("utf8"));
  if (value === undefined) return undefined;
  const spool = rowsAt && spoolRows(value, rowsAt, spooling);
  return spool ? { value, spool } : { value };
}

/** Moves the items of the array at a path to a spool; undefined if there is no array. */
function spoolRows(
  body: JsonValue,
  path: readonly string[],
  spooling: RowSpoolOptions,
): RowSpool | undefined {
  const rows = valueAtPath(body, path);
  if (!Array.isArray(rows)) return undefined;
  const spool = new RowSpool(spooling);
  for (const row of rows) spool.add(row);
  rows.length = 0;
  for (const row of spool.sample) rows.push(row);
  return spool;
}

function mayBeTooDeep(bytes: Uint8Array): boolean {
  if (bytes.length <= MAX_JSON_DEPTH) return false;
  let opened = 0;
  for (const byte of bytes) if (byte === 0x5b || byte === 0x7b) opened += 1;
  return opened > MAX_JSON_DEPTH;
}
