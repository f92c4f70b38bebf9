import type { DecodedArray, SchemaTree } from "hyparquet";
import { cellText } from "../../row-cell.ts";
import { cellTooLong, MAX_CELL_BYTES } from "../../row-limits.ts";
import type { Cells } from "../../table.ts";
import { decoding, decodingError } from "../parquet-error.ts";
import { chunkLeaf, type Leaf, type ParquetPart } from "../parquet-part.ts";
import { type OpenPage, openPages } from "./open-page.ts";

const BATCH_CELLS = 1024;

/** A batch ends with the cell that reaches this total number of characters. */
const BATCH_LENGTH = 1024 ** 2;

/** The cells of a flat column. No batch spans two pages, so at most one page is in memory. */
export async function* flatCells(part: ParquetPart): Cells {
  const [chunk] = part.chunks;
  const leaf = chunkLeaf(part, chunk);
  if (Number(chunk.num_values) !== part.rowCount) {
    const problem = `its number of rows is ${chunk.num_values}, but its row group has ${part.rowCount}`;
    throw decodingError(part.name, new Error(problem));
  }
  for await (const page of openPages(leaf)) {
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

/** Number of rows to assemble together; small, because rows may be large. */
const BATCH_ROWS = 16;

/** The cells of a nested column as JSON, a few rows at a time. */
export async function* nestedCells(part: ParquetPart): Cells {
  decoding(part.name, () => rejectVariant(part.column));
  const leaves = part.chunks.map((chunk) => ({
    path: chunk.path_in_schema.join("."),
    lists: leafRows(chunkLeaf(part, chunk)),
  }));
  for (let left = part.rowCount; left > 0; left -= BATCH_ROWS) {
    const fields = new Map<string, DecodedArray>();
    for (const { path, lists } of leaves) fields.set(path, (await lists.next()).value ?? []);
    yield decoding(part.name, () => assembled(part, fields, Math.min(BATCH_ROWS, left)));
  }
  for (const { lists } of leaves)
    if ((await lists.next()).done !== true) throw decodingError(part.name, excessRows());
}

function assembled(
  { library, column }: ParquetPart,
  fields: Map<string, DecodedArray>,
  rowCount: number,
): readonly string[] {
  const counts = [...fields.values()].map(({ length }) => length);
  if (Math.min(...counts) < rowCount) throw new Error("it has fewer rows than its row group");
  if (Math.max(...counts) > rowCount) throw excessRows();
  library.assembleNested(fields, column, library.parsers);
  const rows = fields.get(column.path.join("."));
  if (rows === undefined) throw new Error("one of its fields is missing");
  return Array.from<unknown, string>(rows, (value) => cellText(value));
}

function excessRows(): Error {
  return new Error("it has more rows than its row group");
}

/** Throws for the type VARIANT, because a few bytes can represent any number of values. */
function rejectVariant({ element, children }: SchemaTree): void {
  if (element.logical_type?.type === "VARIANT")
    throw new Error("its type, VARIANT, is not supported");
  for (const child of children) rejectVariant(child);
}

/**
 * Reads a nested column's field, 16 rows at a time, with lists as arrays. Only one page and these
 * rows are in memory. Throws a FileFormatError, or a RowLimitError for a row that is too large.
 */
async function* leafRows(leaf: Leaf): AsyncGenerator<DecodedArray, undefined> {
  const { part, decoder, maxRepetition, maxDefinition } = leaf;
  // If levels can only be 0, their list stays empty. `values` does not contain nulls.
  let [repetitions, definitions, values]: [number[], number[], unknown[]] = [[], [], []];
  let rowCount = 0;
  let rowSize = 0;
  /** The repetition level of the next value, if it has been read. */
  let next: number | undefined;
  /** Adds a page's values. Returns true if the batch is full and the next value begins a row. */
  const isFullAfter = (page: OpenPage): boolean => {
    for (; page.left > 0; page.left--) {
      const repetition = next ?? page.repetition();
      next = repetition;
      if (repetition === 0) {
        if (rowCount === BATCH_ROWS) return true;
        rowCount++;
        rowSize = 0;
      }
      next = undefined;
      const definition = page.definition();
      if (rowCount === 0 || repetition > maxRepetition || definition > maxDefinition)
        throw new Error("a page has invalid repetition or definition levels");
      if (maxRepetition > 0) repetitions.push(repetition);
      if (maxDefinition > 0) definitions.push(definition);
      if (definition === maxDefinition) rowSize += add(values, page.value());
      // In JSON, every value takes at least one character and a comma.
      rowSize += 2;
      if (rowSize > MAX_CELL_BYTES) throw cellTooLong();
    }
    return false;
  };
  const taken = (): DecodedArray => {
    const { assembleLists } = part.library;
    const rows = assembleLists([], definitions, repetitions, values, decoder.schemaPath);
    [repetitions, definitions, values, rowCount] = [[], [], [], 0];
    return rows;
  };
  for await (const page of openPages(leaf))
    while (decoding(part.name, () => isFullAfter(page))) yield decoding(part.name, taken);
  if (rowCount > 0) yield decoding(part.name, taken);
}

/** Adds a value, and returns its approximate size. */
function add(values: unknown[], value: unknown): number {
  values.push(value);
  return typeof value === "string" || value instanceof Uint8Array ? value.length : 1;
}
