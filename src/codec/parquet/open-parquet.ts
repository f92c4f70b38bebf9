import type { FileMetaData, SchemaTree } from "hyparquet";
import { missingColumn, requireUniqueNames } from "../column-names.ts";
import type { RandomAccessFile } from "../random-access-file.ts";
import { NO_ROW_LIMITS, type RowLimits, tooManyRows } from "../row-limits.ts";
import type { Table } from "../table.ts";
import { flatCells } from "./pages/flat-cells.ts";
import { nestedCells } from "./pages/nested-cells.ts";
import { decoding } from "./parquet-error.ts";
import { readFooter } from "./parquet-footer.ts";
import { loadParquetLibrary, type ParquetLibrary } from "./parquet-library.ts";
import { type ParquetFile, partsOf } from "./parquet-part.ts";
import { columnType } from "./parquet-type.ts";

/** A Parquet file with any compression, encoding, and row groups. Throws a FileFormatError or a RowLimitError. */
export async function openParquet(
  file: RandomAccessFile,
  limits: RowLimits = NO_ROW_LIMITS,
): Promise<Table> {
  const library = await loadParquetLibrary();
  const metadata = await readFooter(file, library);
  const { schema, columns, numRows } = decoding("its footer", () => describe(metadata, library));
  if (numRows > limits.maxRows) throw tooManyRows(limits, numRows);
  requireUniqueNames(
    "Parquet",
    columns.map((column) => column.name),
  );
  return {
    columns,
    numRows,
    countRows: async () => numRows,
    read: (columnName) => readColumn({ file, library, metadata, schema }, columnName),
  };
}

type Description = Pick<Table, "columns"> & { schema: SchemaTree; numRows: number };

function describe(metadata: FileMetaData, library: ParquetLibrary): Description {
  const schema = library.parquetSchema(metadata);
  const columns = schema.children.map((column) => ({
    name: column.element.name,
    type: columnType(column),
  }));
  const numRows = Number(metadata.num_rows);
  const grouped = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  if (grouped === numRows) return { schema, columns, numRows };
  throw new Error(`its footer says ${numRows} rows, but its row groups have ${grouped}`);
}

async function* readColumn(
  parquet: ParquetFile,
  columnName: string,
): AsyncGenerator<readonly string[]> {
  const columns = parquet.schema.children;
  const column = columns.find(({ element }) => element.name === columnName);
  if (column === undefined) {
    const names = columns.map(({ element }) => element.name);
    throw missingColumn("Parquet", names, columnName);
  }
  const isNested = column.children.length > 0 || column.element.repetition_type === "REPEATED";
  for (const part of partsOf(parquet, column)) {
    if (isNested) yield* nestedCells(part);
    else yield* flatCells(part);
  }
}
