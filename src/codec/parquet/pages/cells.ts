import type { DecodedArray, SchemaTree } from "hyparquet";
import { cellText } from "../../row-cell.ts";
import { cellTooLong, MAX_CELL_BYTES } from "../../row-limits.ts";
import type { Cells } from "../../table.ts";
import { decoding, decodingError } from "../parquet-error.ts";
import { chunkLeaf, type Leaf, type ParquetPart } from "../parquet-part.ts";
import { type OpenPage, openPages } from "./open-page.ts";

const BATCH_CELLS = 1024;

/** A batch ends with the cell that reaches this number of characters. */
const BATCH_LENGTH = 1024 ** 2;

/** The cells of a flat column. A batch is part of a page, so at most one page is in memory. */
export async function* flatCells(part: ParquetPart): Cells {
  const [chunk] = part.chunks;
  const leaf = chunkLeaf(part, chunk);
  if (Number(chunk.num_values) !== part.rowCount) {
    const problem = `it has ${chunk.num_values} rows, but its row group has ${part.rowCount}`;
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

/** Number of rows to assemble together; small, because each may be large. */
const BATCH_ROWS = 16;

/** Rows of a leaf as stored: the levels of each value, and the values that are not null. */
type Gathered = {
  readonly repetitions: number[];
  readonly definitions: number[];
  readonly values: unknown[];
  rows: number;
  /** Approximate size of the last row. */
  size: number;
};

/** The cells of a nested column as JSON, a few rows at a time. */
export async function* nestedCells(part: ParquetPart): Cells {
  decoding(part.name, () => rejectVariant(part.column));
  const leaves = part.chunks.map((chunk) => new LeafRows(chunkLeaf(part, chunk)));
  for (let done = 0; done < part.rowCount; done += BATCH_ROWS) {
    const most = Math.min(BATCH_ROWS, part.rowCount - done);
    const fields = new Map<string, DecodedArray>();
    for (const leaf of leaves)
      fields.set(leaf.leaf.decoder.pathInSchema.join("."), await leaf.take(most));
    yield decoding(part.name, () => assembled(part, fields, most));
  }
  for (const leaf of leaves) {
    if ((await leaf.take(1)).length > 0)
      throw decodingError(part.name, new Error("it has more rows than its row group"));
  }
}

function assembled(
  { library, column }: ParquetPart,
  fields: Map<string, DecodedArray>,
  rowCount: number,
): readonly string[] {
  for (const rows of fields.values()) {
    if (rows.length !== rowCount) throw new Error("it has fewer rows than its row group");
  }
  library.assembleNested(fields, column, library.parsers);
  const rows = fields.get(column.path.join("."));
  if (rows === undefined) throw new Error("one of its fields is missing");
  return Array.from<unknown, string>(rows, (value) => cellText(value));
}

/** Throws for the type VARIANT: a few bytes of it can represent any number of values. */
function rejectVariant({ element, children }: SchemaTree): void {
  if (element.logical_type?.type === "VARIANT")
    throw new Error("it is a VARIANT, which is not supported");
  for (const child of children) rejectVariant(child);
}

/** Reads a field of a nested column; only one page and a few rows are in memory. */
class LeafRows {
  readonly leaf: Leaf;
  readonly #pages: AsyncGenerator<OpenPage>;
  #page: OpenPage | undefined;
  /** The repetition level of the next value, if it has been read. */
  #repetition: number | undefined;

  constructor(leaf: Leaf) {
    this.leaf = leaf;
    this.#pages = openPages(leaf);
  }

  /**
   * The next rows, with each list as an array; fewer than requested at the end. Throws a
   * FileFormatError, or a RowLimitError for a row that is too large.
   */
  async take(most: number): Promise<DecodedArray> {
    const { part, decoder, maxRepetition, maxDefinition } = this.leaf;
    const gathered: Gathered = { repetitions: [], definitions: [], values: [], rows: 0, size: 0 };
    for (let isFull = false; !isFull; ) {
      const page = await this.#currentPage();
      if (page === undefined) break;
      isFull = decoding(part.name, () => this.#gather(page, gathered, most));
    }
    if (gathered.rows === 0) return [];
    const repetitions = maxRepetition > 0 ? gathered.repetitions : [];
    const definitions = maxDefinition > 0 ? gathered.definitions : [];
    return decoding(part.name, () =>
      part.library.assembleLists([], definitions, repetitions, gathered.values, decoder.schemaPath),
    );
  }

  async #currentPage(): Promise<OpenPage | undefined> {
    while (this.#page === undefined || this.#page.left === 0) {
      const { value, done } = await this.#pages.next();
      if (done === true) return undefined;
      this.#page = value;
    }
    return this.#page;
  }

  /** Adds a page's values; true if the next value begins a row that was not requested. */
  #gather(page: OpenPage, gathered: Gathered, most: number): boolean {
    const { maxRepetition, maxDefinition } = this.leaf;
    for (; page.left > 0; page.left--) {
      const repetition = this.#repetition ?? page.repetition();
      this.#repetition = repetition;
      if (repetition === 0) {
        if (gathered.rows === most) return true;
        gathered.rows++;
        gathered.size = 0;
      }
      this.#repetition = undefined;
      const definition = page.definition();
      if (gathered.rows === 0 || repetition > maxRepetition || definition > maxDefinition)
        throw new Error("a page has impossible levels");
      gathered.repetitions.push(repetition);
      gathered.definitions.push(definition);
      if (definition === maxDefinition) {
        const value = page.value();
        gathered.values.push(value);
        const hasLength = typeof value === "string" || value instanceof Uint8Array;
        gathered.size += hasLength ? value.length : 1;
      }
      // In JSON, even an empty value takes a character and a comma.
      gathered.size += 2;
      if (gathered.size > MAX_CELL_BYTES) throw cellTooLong();
    }
    return false;
  }
}
