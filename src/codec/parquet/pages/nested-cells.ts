import type { DecodedArray, SchemaTree } from "hyparquet";
import { cellText } from "../../cell-text.ts";
import { decoding, decodingError } from "../parquet-error.ts";
import type { ParquetPart } from "../parquet-part.ts";
import { LeafRows } from "./leaf-rows.ts";

/** Rows that are assembled together; each may be large. */
const BATCH_ROWS = 16;

/** The cells of a nested column as JSON, a few rows at a time. */
export async function* nestedCells(part: ParquetPart): AsyncGenerator<readonly string[]> {
  decoding(part.name, () => rejectVariant(part.column));
  const leaves = part.chunks.map((chunk) => new LeafRows(part, chunk));
  for (let done = 0; done < part.rowCount; done += BATCH_ROWS) {
    const most = Math.min(BATCH_ROWS, part.rowCount - done);
    const fields = new Map<string, DecodedArray>();
    for (const leaf of leaves) fields.set(leaf.leaf.path, await leaf.take(most));
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

/** A few bytes of the type VARIANT can stand for any number of values. */
function rejectVariant({ element, children }: SchemaTree): void {
  if (element.logical_type?.type === "VARIANT")
    throw new Error("it is a VARIANT, which is not supported");
  for (const child of children) rejectVariant(child);
}
