import { cellText } from "../../cell-text.ts";
import { decoding, decodingError } from "../parquet-error.ts";
import type { ParquetPart } from "../parquet-part.ts";
import { chunkLeaf } from "./leaf.ts";
import type { OpenPage } from "./open-page.ts";
import { openPages } from "./open-pages.ts";

const BATCH_CELLS = 1024;

/** Characters in a batch; a longer cell makes a longer batch. */
const BATCH_LENGTH = 1024 ** 2;

/**
 * The cells of a flat column. A batch is part of a page, so memory holds a page, and not a row
 * group.
 */
export async function* flatCells(part: ParquetPart): AsyncGenerator<readonly string[]> {
  const [chunk] = part.chunks;
  const leaf = decoding(part.name, () => chunkLeaf(part, chunk));
  if (Number(chunk.num_values) !== part.rowCount) {
    const problem = `it has ${chunk.num_values} rows, but its row group has ${part.rowCount}`;
    throw decodingError(part.name, new Error(problem));
  }
  for await (const page of openPages(part, chunk, leaf)) {
    while (page.left > 0) yield decoding(part.name, () => nextCells(page, leaf.maxDefinition));
  }
}

function nextCells(page: OpenPage, maxDefinition: number): readonly string[] {
  const cells: string[] = [];
  let length = 0;
  while (page.left > 0 && cells.length < BATCH_CELLS && length < BATCH_LENGTH) {
    const text = page.definition() === maxDefinition ? cellText(page.value()) : "";
    cells.push(text);
    length += text.length;
    page.left--;
  }
  return cells;
}
