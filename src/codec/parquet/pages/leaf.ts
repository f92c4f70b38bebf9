import type { ColumnMetaData, SchemaTree } from "hyparquet";
import type { readPage } from "hyparquet/src/column.js";
import type { ParquetLibrary } from "../parquet-library.ts";
import type { ParquetPart } from "../parquet-part.ts";

/** A column without parts of its own: a flat column, or a field of a nested one. */
export type Leaf = {
  readonly library: ParquetLibrary;
  readonly decoder: Parameters<typeof readPage>[2];
  /** The schema from its root to the leaf. */
  readonly schemaPath: SchemaTree[];
  /** Path in the file, with dots. */
  readonly path: string;
  /** Number of lists that contain a value, and number of parts of its path that may be missing. */
  readonly maxRepetition: number;
  readonly maxDefinition: number;
};

/** The leaf that a column chunk stores. Throws an Error if the schema doesn't have it. */
export function chunkLeaf(part: ParquetPart, chunk: ColumnMetaData): Leaf {
  const { library, schema } = part;
  const schemaPath = library.getTreePath(schema, chunk.path_in_schema);
  const element = schemaPath.at(-1)?.element ?? part.column.element;
  if (element.type !== chunk.type) throw new Error(`its type is ${element.type} and ${chunk.type}`);
  return {
    library,
    decoder: {
      pathInSchema: chunk.path_in_schema,
      type: chunk.type,
      element,
      schemaPath,
      codec: chunk.codec,
      parsers: library.parsers,
      compressors: library.compressors,
    },
    schemaPath,
    path: chunk.path_in_schema.join("."),
    maxRepetition: library.getMaxRepetitionLevel(schemaPath),
    maxDefinition: library.getMaxDefinitionLevel(schemaPath),
  };
}
