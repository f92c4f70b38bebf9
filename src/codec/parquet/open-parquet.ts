import type { FileMetaData, ParquetType, SchemaElement, SchemaTree } from "hyparquet";
import { NO_ROW_LIMITS, type RowLimits, tooManyRows } from "../row-limits.ts";
import {
  type Cells,
  type ColumnType,
  missingColumn,
  requireUniqueNames,
  type Table,
} from "../table.ts";
import { flatCells, nestedCells } from "./pages/cells.ts";
import { decoding } from "./parquet-error.ts";
import { readFooter } from "./parquet-footer.ts";
import { loadParquetLibrary, type ParquetLibrary } from "./parquet-library.ts";
import { readPages } from "./parquet-pages.ts";
import { type ParquetFile, partsOf } from "./parquet-part.ts";

/** A table that can tell whether reading a column takes little work. */
export type ParquetTable = Table & {
  /** Whether a column's page headers show that it is small. Rejects with a FileFormatError. */
  isSmall(columnName: string): Promise<boolean>;
};

/** Maximum size of a column that takes only a few milliseconds to read. */
const SMALL = { decodedBytes: 1024 ** 2, values: 16_384, pages: 64 };

/** Limits the memory and time that a table takes. No real file has nearly this many columns. */
const MAX_COLUMNS = 10_000;

const TEXT_ANNOTATIONS = new Set(["UTF8", "STRING", "ENUM", "JSON", "UUID"]);

/** Opens a Parquet file as a table. Rejects with a FileFormatError or a RowLimitError. */
export async function openParquet(
  file: ParquetFile["file"],
  limits: RowLimits = NO_ROW_LIMITS,
): Promise<ParquetTable> {
  const library = await loadParquetLibrary();
  const metadata = await readFooter(file, library);
  const { schema, columns, numRows } = decoding("its footer", () =>
    describe(metadata, library, file.byteLength - metadata.metadata_length),
  );
  if (numRows > limits.maxRows) throw tooManyRows(limits, numRows);
  const names = columns.map(({ name }) => name);
  requireUniqueNames("Parquet", names);
  const parquet = { file, library, metadata, schema, limits };
  return {
    columns,
    countRows: async () => numRows,
    read: (columnName) => readColumn(parquet, columnName),
    isSmall: (columnName) => isSmall(parquet, columnName),
  };
}

function describe(metadata: FileMetaData, library: ParquetLibrary, dataBytes: number) {
  checkSizes(metadata, dataBytes);
  const schema = library.parquetSchema(metadata);
  const columns = schema.children.map((column) => ({
    name: column.element.name,
    type: columnType(column),
  }));
  const numRows = Number(metadata.num_rows);
  const grouped = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
  if (grouped === numRows) return { schema, columns, numRows };
  throw new Error(`its footer's row count is ${numRows}, but its row groups have ${grouped}`);
}

/** Throws if there are too many columns, or if their declared sizes exceed the file's. */
function checkSizes({ schema, row_groups: groups }: FileMetaData, dataBytes: number): void {
  const columnCount = schema.length - 1;
  if (columnCount > MAX_COLUMNS)
    throw new Error(`it has ${columnCount} columns, more than the limit of ${MAX_COLUMNS}`);
  const chunks = groups.flatMap(({ columns }) =>
    columns.flatMap(({ meta_data }) => meta_data ?? []),
  );
  const sizes = chunks.map((chunk) => Math.max(0, Number(chunk.total_compressed_size ?? 0)));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes > dataBytes)
    throw new Error(`its columns take up ${bytes} bytes, but the file has only ${dataBytes}`);
}

async function isSmall(parquet: ParquetFile, columnName: string): Promise<boolean> {
  let [decodedBytes, values, pages] = [0, 0, 0];
  for (const part of partsOf(parquet, columnOf(parquet, columnName))) {
    for (const chunk of part.chunks) {
      if (Number(chunk.total_compressed_size) > SMALL.decodedBytes) return false;
      for await (const { header, valueCount } of readPages(part, chunk)) {
        decodedBytes += header.uncompressed_page_size;
        values += valueCount;
        pages++;
        if (decodedBytes > SMALL.decodedBytes || values > SMALL.values || pages > SMALL.pages)
          return false;
      }
    }
  }
  return true;
}

async function* readColumn(parquet: ParquetFile, columnName: string): Cells {
  const column = columnOf(parquet, columnName);
  const cellsOf = isNested(column) ? nestedCells : flatCells;
  for (const part of partsOf(parquet, column)) yield* cellsOf(part);
}

function isNested({ children, element }: SchemaTree): boolean {
  return children.length > 0 || element.repetition_type === "REPEATED";
}

function columnOf({ schema }: ParquetFile, columnName: string): SchemaTree {
  const column = schema.children.find(({ element }) => element.name === columnName);
  if (column !== undefined) return column;
  const names = schema.children.map(({ element }) => element.name);
  throw missingColumn("Parquet", names, columnName);
}

function columnType(column: SchemaTree): ColumnType {
  if (isNested(column)) return "other";
  const { element } = column;
  return annotatedType(element) ?? PHYSICAL_TYPES[element.type ?? "BYTE_ARRAY"] ?? "other";
}

/** The type in a column's annotation: `logical_type`, or `converted_type` in older files. */
function annotatedType({ converted_type, logical_type }: SchemaElement): ColumnType | undefined {
  const annotation = logical_type?.type ?? converted_type;
  if (annotation === undefined) return undefined;
  if (TEXT_ANNOTATIONS.has(annotation)) return "string";
  if (annotation === "DECIMAL" || annotation === "FLOAT16") return "number";
  if (annotation === "DATE" || annotation.startsWith("TIMESTAMP")) return "timestamp";
  if (annotation === "INTEGER" || /^U?INT_/.test(annotation)) return "integer";
  return "other";
}

const PHYSICAL_TYPES: { readonly [Type in ParquetType]?: ColumnType } = {
  BOOLEAN: "boolean",
  INT32: "integer",
  INT64: "integer",
  INT96: "timestamp",
  FLOAT: "number",
  DOUBLE: "number",
};
