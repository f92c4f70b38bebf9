import type { ColumnMetaData, DecodedArray, SchemaTree } from "hyparquet";
import { cellText } from "../../row-cell.ts";
import { cellTooLong, MAX_CELL_BYTES } from "../../row-limits.ts";
import { decoding, decodingError } from "../parquet-error.ts";
import { chunkLeaf, type Leaf, type ParquetPart } from "../parquet-part.ts";
import { type OpenPage, openPages } from "./open-page.ts";

const BATCH_CELLS = 1024;

/** Characters in a batch; a longer cell makes a longer batch. */
const BATCH_LENGTH = 1024 ** 2;

/** The cells of a flat column. A batch is part of a page, so memory holds only a page. */
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

/**
 * The cells of a nested column as JSON. A row group is assembled at once: its values are few where a worker's heap doesn't limit
 * them.
 */
export async function* nestedCells(part: ParquetPart): AsyncGenerator<readonly string[]> {
  decoding(part.name, () => rejectVariant(part.column));
  const fields = new Map<string, DecodedArray>();
  for (const chunk of part.chunks) {
    const leaf = decoding(part.name, () => chunkLeaf(part, chunk));
    fields.set(leaf.path, await leafRows(part, chunk, leaf));
  }
  const rows = decoding(part.name, () => assembled(part, fields));
  let [cells, length]: [string[], number] = [[], 0];
  for (const row of rows) {
    const text = cellText(row);
    cells.push(text);
    length += text.length;
    if (cells.length < BATCH_CELLS && length < BATCH_LENGTH) continue;
    yield cells;
    [cells, length] = [[], 0];
  }
  if (cells.length > 0) yield cells;
}

function assembled(
  { library, column, rowCount }: ParquetPart,
  fields: Map<string, DecodedArray>,
): DecodedArray {
  for (const { length } of fields.values()) {
    if (length !== rowCount)
      throw new Error(`it has ${length} rows, but its row group has ${rowCount}`);
  }
  library.assembleNested(fields, column, library.parsers);
  const rows = fields.get(column.path.join("."));
  if (rows === undefined) throw new Error("one of its fields is missing");
  return rows;
}

/** A few bytes of the type VARIANT can stand for any number of values. */
function rejectVariant({ element, children }: SchemaTree): void {
  if (element.logical_type?.type === "VARIANT")
    throw new Error("it is a VARIANT, which is not supported");
  for (const child of children) rejectVariant(child);
}

/** The rows of a field of a nested column, in which each list is an array. */
async function leafRows(
  part: ParquetPart,
  chunk: ColumnMetaData,
  leaf: Leaf,
): Promise<DecodedArray> {
  const { library, schemaPath, maxRepetition, maxDefinition } = leaf;
  const [repetitions, definitions]: [number[], number[]] = [[], []];
  const values: unknown[] = [];
  // The size of a row is approximate: in JSON, even an empty value takes a character and a comma.
  let [rows, size] = [0, 0];
  const gather = (page: OpenPage): void => {
    for (; page.left > 0; page.left--) {
      const [repetition, definition] = [page.repetition(), page.definition()];
      if (repetition === 0) [rows, size] = [rows + 1, 0];
      if (rows === 0 || repetition > maxRepetition || definition > maxDefinition)
        throw new Error("a page has impossible levels");
      if (maxRepetition > 0) repetitions.push(repetition);
      if (maxDefinition > 0) definitions.push(definition);
      size += 2;
      if (definition === maxDefinition) {
        const value = page.value();
        values.push(value);
        size += typeof value === "string" || value instanceof Uint8Array ? value.length : 1;
      }
      if (size > MAX_CELL_BYTES) throw cellTooLong();
    }
  };
  for await (const page of openPages(part, chunk, leaf)) decoding(part.name, () => gather(page));
  if (rows === 0) return [];
  return decoding(part.name, () =>
    library.assembleLists([], definitions, repetitions, values, schemaPath),
  );
}
