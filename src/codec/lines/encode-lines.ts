import type { FileLayout } from "../../core/rows/file-layout.ts";
import { type LineLayout, lineOf } from "../../core/rows/line.ts";
import type { Row, RowSource } from "../../core/rows/row.ts";
import { utf8Chunks } from "../utf8-chunks.ts";

/** One line of JSON for each row, in the form that the layout has for how the row ended. Takes one pass. */
export function encodeLines(
  rows: RowSource,
  { lines }: Pick<FileLayout, "lines">,
): AsyncIterable<Uint8Array> {
  return utf8Chunks(lineTexts(rows, lines));
}

async function* lineTexts(rows: RowSource, layout: LineLayout): AsyncGenerator<Iterable<string>> {
  for await (const batch of rows()) yield linesOf(batch, layout);
}

function* linesOf(batch: readonly Row[], layout: LineLayout): Generator<string> {
  for (const row of batch) {
    const line = lineOf(row, layout);
    if (line !== undefined) yield `${line}\n`;
  }
}
