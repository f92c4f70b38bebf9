import type { ColumnMetaData, FileMetaData, RowGroup, SchemaTree } from "hyparquet";
import type { readPage } from "hyparquet/src/column.js";
import type { RowLimits } from "../row-limits.ts";
import type { RandomAccessFile } from "../table.ts";
import { decoding } from "./parquet-error.ts";
import type { ParquetLibrary } from "./parquet-library.ts";

export type ParquetFile = {
  readonly file: Pick<RandomAccessFile, "byteLength" | "slice">;
  readonly library: ParquetLibrary;
  readonly metadata: FileMetaData;
  readonly schema: SchemaTree;
  readonly limits: RowLimits;
};

/** A top-level column within one row group of a Parquet file. */
export type ParquetPart = ParquetFile & {
  /** Number of bytes that may still be decoded for the column, including pages without rows. */
  readonly budget: { left: number };
  readonly column: SchemaTree;
  /** A flat column has one chunk; a nested column has one chunk for each leaf. */
  readonly chunks: readonly [ColumnMetaData, ...ColumnMetaData[]];
  readonly rowCount: number;
  /** The part's name in messages, such as "column `inputs` of row group 1". */
  readonly name: string;
};

/** Maximum number of decoded bytes per character: a one-digit number can take eight bytes. */
const BYTES_A_CHARACTER = 8;

/** The column's part of each non-empty row group. Throws a FileFormatError if one is missing. */
export function partsOf(parquet: ParquetFile, column: SchemaTree): readonly ParquetPart[] {
  const budget = { left: parquet.limits.maxDecodedBytes * BYTES_A_CHARACTER };
  return parquet.metadata.row_groups.flatMap((group, index) => {
    const name = `column \`${column.element.name}\` of row group ${index + 1}`;
    const chunks = decoding(name, () => chunksOf(group, column));
    const rowCount = Number(group.num_rows);
    return rowCount === 0 ? [] : { ...parquet, budget, column, chunks, rowCount, name };
  });
}

function chunksOf(group: RowGroup, column: SchemaTree): ParquetPart["chunks"] {
  const [first, ...others] = group.columns
    .flatMap(({ meta_data }) => meta_data ?? [])
    .filter(({ path_in_schema }) => path_in_schema[0] === column.element.name);
  if (first === undefined) throw new Error("it is missing");
  return [first, ...others];
}

/** A column without nested columns: a flat column, or a field of a nested one. */
export type Leaf = {
  readonly part: ParquetPart;
  readonly chunk: ColumnMetaData;
  readonly decoder: Parameters<typeof readPage>[2];
  /** Maximum repetition level: the number of nested lists around a value. */
  readonly maxRepetition: number;
  /** Maximum definition level: the number of parts of a value's path that may be missing. */
  readonly maxDefinition: number;
};

/** The leaf that a column chunk stores. Throws a FileFormatError if the schema doesn't match. */
export function chunkLeaf(part: ParquetPart, chunk: ColumnMetaData): Leaf {
  return decoding(part.name, () => {
    const { library, schema } = part;
    const schemaPath = library.getTreePath(schema, chunk.path_in_schema);
    const element = schemaPath.at(-1)?.element ?? part.column.element;
    if (element.type !== chunk.type)
      throw new Error(
        `its type is ${element.type} in the schema, but ${chunk.type} in the row group`,
      );
    return {
      ...{ part, chunk },
      decoder: {
        pathInSchema: chunk.path_in_schema,
        type: chunk.type,
        element,
        schemaPath,
        codec: chunk.codec,
        parsers: library.parsers,
        compressors: library.compressors,
      },
      maxRepetition: library.getMaxRepetitionLevel(schemaPath),
      maxDefinition: library.getMaxDefinitionLevel(schemaPath),
    };
  });
}
