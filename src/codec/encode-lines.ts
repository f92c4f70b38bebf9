import type { NamedColumn, Row, RowSource } from "../core/rows/row.ts";
import { jsonCell } from "./row-cell.ts";
import { type TextBatches, utf8Chunks } from "./utf8-chunks.ts";

/** Writes a row as a JSON object, keyed by column name. */
export function jsonLine(row: Row, columns: readonly NamedColumn[]): string {
  const cells = columns.map(({ name, column }) => [name, jsonCell(row, column)] as const);
  return JSON.stringify(Object.fromEntries(cells));
}

/** Writes each row as a line in one pass; omits rows for which `textOf` returns undefined. */
export function encodeLines(
  rows: RowSource,
  textOf: (row: Row) => string | undefined,
): AsyncIterable<Uint8Array> {
  const lines = async function* (): TextBatches {
    for await (const batch of rows()) {
      const texts = batch.map(textOf).filter((text) => text !== undefined);
      yield texts.map((text) => `${text}\n`);
    }
  };
  return utf8Chunks(lines());
}
